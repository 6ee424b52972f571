"""Tries the API of a server at a loopback address as its own description says, as several people.

`cargo xtask api-test` starts the server and this.
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import subprocess
import sys

from people import Somebody
from seed import seed

HERE = pathlib.Path(__file__).parent
REFUSALS = [400, 401, 403, 404, 405, 413, 415, 422, 429]
ENDS_SOMETHING = ["delete_account", "sign_out", "sign_out_everywhere", "claim", "sign_in"]

CONFIG = """
hooks = {hooks}
continue-on-failure = true
warnings = false
{auth}
[generation]
database = "none"
[phases.coverage]
generate-duplicate-query-parameters = true
# Nothing planned, or no webhook, is `null`.
[checks.use_after_free]
enabled = false
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 101, 401, 403, 404, 422, 429]
[checks.negative_data_rejection]
expected-statuses = {refusals}
"""


def roles(seeded, secret):
    """Whom the requests come from: the way to sign in of each, and the options that go with it."""
    def auth(**schemes):
        lines = []
        for name, (kind, value) in schemes.items():
            lines += [f"[auth.openapi.{name}]", f"{kind} = {json.dumps(value)}"]
        return "\n".join(lines)

    operator = ("bearer", secret)
    others = [f"--exclude-operation-id={it}" for it in ENDS_SOMETHING]
    # A description cannot say how a WebSocket is opened.
    others.append("--exclude-tag=live")
    sessions = seeded["sessions"]
    return {
        "person": (auth(session=("api_key", sessions["person"]), operator=operator), others),
        "guest": (auth(session=("api_key", sessions["guest"])), [*others, "--exclude-tag=admin"]),
        "program": (
            auth(program=("bearer", seeded["token"])),
            [*others, "--exclude-tag=admin", "--exclude-tag=programs", "--exclude-tag=webhooks"],
        ),
        "nobody": ("", [*others, "--exclude-checks=ignored_auth"]),
        "nobody-for-long": ("", [f"--include-operation-id={it}" for it in ENDS_SOMETHING]),
    }


def run(role, auth, options, arguments, seeded):
    """Runs schemathesis in one role and gives what it reports."""
    config, report = arguments.out / f"{role}.toml", arguments.out / f"{role}.json"
    statuses = arguments.out / f"{role}.statuses.json"
    hooks = json.dumps(str(HERE / "hooks.py"))
    config.write_text(CONFIG.format(hooks=hooks, auth=auth, refusals=json.dumps(REFUSALS)))
    for file in (report, statuses):
        file.unlink(missing_ok=True)
    command = [
        sys.executable, "-m", "schemathesis.cli", f"--config-file={config}", "run",
        f"{arguments.address}/api/openapi.json", f"--report-json-path={report}",
        f"--max-examples={arguments.max_examples}", f"--max-time={arguments.seconds}",
        f"--seed={arguments.seed}", "--request-timeout=30",
        # The description says that texts have no NUL; a test of the server sends it everywhere.
        "--generation-allow-x00=false", *options,
    ]
    environment = {
        **os.environ,
        "API_TEST_ADDRESS": arguments.address, "API_TEST_SEED": json.dumps(seeded),
        "API_TEST_AS": role, "API_TEST_STATUSES": str(statuses),
        "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1",
    }
    with (arguments.out / f"{role}.log").open("w") as output:
        # It stops by itself; if it does not, it is stopped.
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command, cwd=arguments.out, env=environment, stdout=output,
                stderr=subprocess.STDOUT, timeout=3 * arguments.seconds + 120,
            )
    return [json.loads(it.read_text()) if it.exists() else None for it in (report, statuses)]


def failures(report):
    """What is wrong, a line for each kind."""
    if report is None:
        return ["schemathesis has not come to an end"]
    found = [
        f"{it['count']} × {it['title']}: {', '.join(it['operations'])}"
        for it in report["failures"]
    ]
    found += [f"error: {json.dumps(it)[:300]}" for it in report["errors"]]
    if not found and report["exit_code"] != 0:
        found = [f"schemathesis ended with {report['exit_code']}"]
    return found


def is_still_there(role, seeded, address):
    """Whether the requests came from whom they should have come from, up to the last."""
    who = Somebody(address, seeded["token"] if role == "program" else None)
    who.cookie = seeded["sessions"].get(role)
    return role.startswith("nobody") or who.ask("GET", "/api/me")[0] == 200


def operations(answered, first=""):
    """The operations that were answered, with a status that starts in one of these ways."""
    keys = (key.rsplit(" ", 1) for key in answered if not key.endswith(" 405"))
    return {operation for operation, status in keys if not first or status[0] in first}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--secret", required=True)
    parser.add_argument("--max-examples", type=int, required=True)
    parser.add_argument("--seconds", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    arguments.out = arguments.out.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    seeded = seed(arguments.address)
    todo = roles(seeded, arguments.secret)
    arguments.seconds = max(10, arguments.seconds // len(todo))
    total, wrong, answered = 0, 0, collections.Counter()
    for role, (auth, options) in todo.items():
        report, statuses = run(role, auth, options, arguments, seeded)
        answered.update(statuses or {})
        cases = report["test_cases"]["generated"] if report else 0
        found = failures(report)
        if not is_still_there(role, seeded, arguments.address):
            found.append("whoever asked is not signed in any more")
        total, wrong = total + cases, wrong + len(found)
        print(f"as {role}: {cases} cases, {len(found) or 'no'} kinds of failure", flush=True)
        for line in found:
            print(f"  {line}")
        if found:
            print(f"  more in {arguments.out / role}.log", flush=True)
    never = sorted(operations(answered) - operations(answered, "12"))
    print(f"{answered.total()} answers; never with success: {', '.join(never) or 'none'}")
    print(f"{total} cases, {'all' if wrong == 0 else 'not all'} as described")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
