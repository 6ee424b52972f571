# Runs a PostgreSQL of its own until standard input ends, then removes it. The socket lies in a
# folder that only this user can enter, so nobody else can connect. Lines of standard input break
# it and mend it again; each is repeated when it is done.
set -eu
bin=$1
dir=$(mktemp -d /tmp/bellwether-postgres.XXXXXX)
server=
start() {
    "$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c max_connections=200 \
        </dev/null >>"$dir/log" 2>&1 &
    server=$!
    until "$bin/pg_isready" --quiet --host="$dir"; do
        kill -0 "$server" || { cat "$dir/log" >&2; exit 1; }
        sleep 0.05
    done
}
stop() {
    if test -n "$server"; then
        kill -INT "$server" && wait "$server" || true
    fi
    server=
}
# The first process comes first, so that it makes no others meanwhile. Some may have ended.
signal() {
    kill "-$1" "$server"
    kill "-$1" $(cat "/proc/$server/task/$server/children") 2>>"$dir/log" || true
}
sql() {
    "$bin/psql" --quiet --host="$dir" --username=bellwether --dbname=template1 --command="$1" \
        >>"$dir/log" 2>&1
}
finish() {
    test -z "$server" || signal CONT || true
    stop
    rm -rf "$dir"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
"$bin/initdb" --pgdata="$dir/data" --username=bellwether --auth=trust --encoding=UTF8 --locale=C \
    --no-sync --no-instructions >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
start
echo "$dir"
while read -r order; do
    case $order in
    stop) stop ;;
    start) start ;;
    freeze) signal STOP ;;
    thaw) signal CONT ;;
    refuse)
        sql "ALTER DATABASE postgres ALLOW_CONNECTIONS false"
        sql "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'"
        ;;
    admit) sql "ALTER DATABASE postgres ALLOW_CONNECTIONS true" ;;
    esac
    echo "$order"
done
