# Runs a PostgreSQL of its own until standard input ends, then removes it. The socket lies in a
# folder that only this user can enter, so nobody else can connect.
set -eu
bin=$1
dir=$(mktemp -d /tmp/bellwether-postgres.XXXXXX)
server=
finish() {
    test -z "$server" || kill -INT "$server" && wait "$server" || true
    rm -rf "$dir"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
"$bin/initdb" --pgdata="$dir/data" --username=bellwether --auth=trust --encoding=UTF8 --locale=C \
    --no-sync --no-instructions >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
"$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c max_connections=200 \
    </dev/null >>"$dir/log" 2>&1 &
server=$!
until "$bin/pg_isready" --quiet --host="$dir"; do
    kill -0 "$server" || { cat "$dir/log" >&2; exit 1; }
    sleep 0.05
done
echo "$dir"
cat >/dev/null
