"""What the server holds before anything is tried: people, programs, and tables of every kind."""

from people import Somebody

GAMES = ["tipperary", "glen-more", "foxy-and-wooly"]
PERSON, BOT = {"for": "person"}, {"for": "bot", "level": 1}
PASSWORD = "correct horse"
# Nothing listens there, and nobody outside is asked.
NOWHERE = "http://127.0.0.1:9/"


def opened(host, game, seats, **more):
    spec = {"game": game, "seats": seats, "public": True, **more}
    return host.must("POST", "/api/tables", spec)["table"]


def tables_of(game, person, guest):
    gathering = opened(person, game, [PERSON] * 2, open_chat=True)
    person.join(gathering)
    with_bots = opened(person, game, [PERSON, BOT], clock={"kind": "correspondence", "hours": 48})
    person.join(with_bots)
    person.does(with_bots, {"do": "start"})
    alone = {"hot_seat": True, "clock": {"kind": "real-time", "base": 86000, "increment": 5}}
    ended = opened(person, game, [PERSON] * 2, **alone)
    person.join(ended)
    person.does(ended, {"do": "start"})
    seat, action = person.legal(ended)
    person.does(ended, {"do": "act", "seat": seat, "action": action})
    person.does(ended, {"do": "offer-end"})
    together = opened(person, game, [PERSON] * 2)
    person.join(together)
    guest.join(together)
    person.does(together, {"do": "start"})
    for table in (gathering, together):
        person.must("POST", f"/api/tables/{table}/chat", {"text": "Well met!"})
    return [gathering, with_bots, ended, together]


def plan(person, guest, table):
    """Whoever is not to act plans an answer."""
    turn = person.must("GET", f"/api/tables/{table}")["turn"]
    planner, seat = (guest, 2) if turn == [1] else (person, 1)
    planner.must("PUT", f"/api/tables/{table}/plans/{seat}", {"plan": "chase 1 below 9"})


def seed(address):
    """Whom to be, and what there is."""
    person, guest = Somebody.new(address), Somebody.new(address)
    person.must("POST", "/api/me/claim", {"name": "Aoife", "password": PASSWORD})
    guest.must("PUT", "/api/me/name", {"name": "Brigid"})
    token = person.must("POST", "/api/me/programs", {"name": "Woolbot"})["token"]
    program = Somebody(address, token)
    person.must("PUT", "/api/me/webhook", {"url": NOWHERE})
    tables = [table for game in GAMES for table in tables_of(game, person, guest)]
    planned = tables[-1]
    plan(person, guest, planned)
    tables.append(person.must("POST", "/api/today", {"game": GAMES[0]})["table"])
    program.join(opened(program, GAMES[2], [PERSON] * 2))
    passers_by = [Somebody.new(address).id for _ in range(3)] + ["0" * 16]
    return {
        "sessions": {"person": person.cookie, "guest": guest.cookie},
        "token": token,
        "tables": tables,
        # Where something more can be done than elsewhere.
        "ended": tables[2::4],
        "with_plans": [planned],
        "people": [person.id, guest.id, program.id],
        "passers_by": passers_by,
    }
