#!/usr/bin/env python3
"""A program that plays at a server's table over HTTP (docs/server.md).

It signs in with a program's token (`POST /api/me/programs` makes one), or as a
guest without one; sits down at the table, or opens one against a bot; and plays
the first legal action until the game is over. Only the standard library is used.

    python3 table_player.py --server http://127.0.0.1:8080 --game foxy-and-wooly
"""

import argparse
import json
import secrets
import sys
import time
import urllib.error
import urllib.request
import uuid
from http.cookiejar import CookieJar

POLL_SECONDS = 0.2


class Refused(Exception):
    """The server refused a request; the text is its sentence."""


class Client:
    """One identity at one server: a program's token, or a guest's cookie."""

    def __init__(self, server, token=None):
        self.server = server.rstrip("/")
        self.headers = {"content-type": "application/json"}
        if token:
            self.headers["authorization"] = f"Bearer {token}"
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self.opener = urllib.request.build_opener(cookies)

    def ask(self, method, path, body=None):
        """Sends one request and returns the answer's JSON."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.server}/api/{path}", data=data, method=method, headers=self.headers
        )
        try:
            with self.opener.open(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(json.load(error)["error"]) from error

    def command(self, table, **command):
        """Gives a command at a table. The id makes it safe to send again after a lost answer."""
        order = {"id": uuid.uuid4().hex, "command": command}
        return self.ask("POST", f"tables/{table}/commands", order)


def play(client, table, me):
    """Plays the first legal action whenever this player is to act; returns the final view."""
    while True:
        view = client.ask("GET", f"tables/{table}")
        if view["stage"] == "ended":
            return view
        own = {seat for seat, person in enumerate(view["seated"], start=1) if person == me}
        to_act = [seat for seat in view["turn"] if seat in own] if view["turn"] != "over" else []
        if not to_act:
            time.sleep(POLL_SECONDS)
            continue
        legal = client.ask("GET", f"tables/{table}/legal")
        actions = next((entry["actions"] for entry in legal if entry["seat"] == to_act[0]), None)
        if actions:
            try:
                client.command(table, do="act", seat=to_act[0], action=actions[0])
            except Refused:
                pass  # Another seat acted in between: look again.


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", default="http://127.0.0.1:8080")
    parser.add_argument("--token", help="of a program; without one it plays as a guest")
    parser.add_argument("--table", help="sit down there instead of opening a table")
    parser.add_argument("--game", default="foxy-and-wooly")
    parser.add_argument("--level", type=int, default=1, help="of the bot at a table of its own")
    options = parser.parse_args()
    client = Client(options.server, options.token)
    try:
        me = client.ask("GET" if options.token else "POST", "me", None if options.token else {})
        table = options.table
        if table is None:
            seats = [{"for": "person"}, {"for": "bot", "level": options.level}]
            table = client.ask("POST", "tables", {"game": options.game, "seats": seats})["table"]
        client.command(table, do="join", contribution=secrets.token_hex(32), ready=True)
        if options.table is None:
            client.command(table, do="start")
        view = play(client, table, me["id"])
    except Refused as refusal:
        sys.exit(f"{refusal}")
    print(f"table {table} has ended after entry {view['seq']}")


if __name__ == "__main__":
    main()
