"""What is asked for is often something that is there: schemathesis loads this."""

import atexit
import collections
import itertools
import json
import os
import pathlib

import schemathesis
from people import COOKIE, Somebody
from seed import BOT, GAMES, NOWHERE, PASSWORD, PERSON

ADDRESS = os.environ["API_TEST_ADDRESS"]
SEED = json.loads(os.environ["API_TEST_SEED"])
count = itertools.count()
statuses = collections.Counter()


def pick(things):
    return things[next(count) % len(things)]


def is_id(value):
    return isinstance(value, str) and len(value) == 16 and value.isalnum()


def place(case):
    """Ids that fit their pattern are mostly those of something that is there."""
    path, names = case.operation.path, case.path_parameters
    for name in ("id", "other"):
        if path.endswith("/ban") or not is_id(names.get(name)) or next(count) % 8 == 0:
            continue
        if "/people/" in path:
            names[name] = pick([*SEED["people"], "level3"])
        elif path.endswith(("/rematch", "/fairness")):
            names[name] = pick(SEED["ended"])
        elif "/plans/" in path:
            names[name] = pick(SEED["with_plans"])
        elif "/tables/" in path:
            names[name] = pick(SEED["tables"])


def table_spec(case, body):
    body["game"] = pick(GAMES)
    for name in ("set", "day", "options"):
        body.pop(name, None)
    body["seats"] = [PERSON, *body["seats"][:2], BOT][:4]


def order(case, body):
    command = body["command"]
    legal = Somebody(ADDRESS).legal(case.path_parameters["id"]) if command["do"] == "act" else None
    if legal:
        command["seat"], command["action"] = legal


def credentials(case, body):
    body["name"], body["password"] = "Aoife", PASSWORD


def plan(case, body):
    body["plan"] = f"chase {pick(range(1, 6))} below {pick(range(2, 12))}"


# What makes bodies such that something comes of them, where chance alone seldom does.
LIKELY = {
    "POST /api/tables": table_spec,
    "POST /api/tables/{id}/commands": order,
    "POST /api/sign-in": credentials,
    "PUT /api/tables/{id}/plans/{seat}": plan,
}


def whole(value):
    """The same without numbers like 4.0, which JSON Schema takes for whole and the server does not."""
    if isinstance(value, dict):
        return {name: whole(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def is_right(case):
    """It was made to be taken: what is wrong stays as wrong as it is."""
    meta = case.meta
    return meta is None or not meta.generation.mode.is_negative


def spare(case):
    """Those who ask are neither banned nor revoked."""
    path, names = case.operation.path, case.path_parameters or {}
    if path.endswith("/ban") and is_id(names.get("id")):
        names["id"] = pick(SEED["passers_by"])
    if path.endswith("/programs/{id}") and names.get("id") in SEED["people"]:
        names["id"] = "0" * 16


@schemathesis.hook
def before_call(context, case, kwargs):
    body, path = case.body, case.operation.path
    # Webhooks are told things: nobody outside of this machine is.
    if path == "/api/me/webhook" and isinstance(body, dict) and isinstance(body.get("url"), str):
        if "://" in body["url"]:
            body["url"] = NOWHERE
    spare(case)
    if not is_right(case):
        return
    if isinstance(body, dict):
        body = case.body = whole(body)
    if case.path_parameters:
        place(case)
    improve = LIKELY.get(f"{case.method} {path}")
    if improve and isinstance(body, dict) and next(count) % 4:
        improve(case, body)


@schemathesis.hook
def after_call(context, case, response):
    statuses[f"{case.method} {case.operation.path} {response.status_code}"] += 1


@atexit.register
def tell():
    pathlib.Path(os.environ["API_TEST_STATUSES"]).write_text(json.dumps(statuses))


if os.environ.get("API_TEST_AS") == "nobody-for-long":

    @schemathesis.auth(refresh_interval=None)
    class NewEachTime:
        """What ends a session or an account is tried by somebody new each time."""

        def get(self, case, context):
            return Somebody.new(ADDRESS).cookie

        def set(self, case, data, context):
            case.cookies[COOKIE] = data
