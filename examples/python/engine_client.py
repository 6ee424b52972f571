#!/usr/bin/env python3
"""Plays a whole game through the engine protocol (docs/engine.md).

One seat plays at random, every other seat asks the engine's own bot. Only the
standard library is used.

    python3 engine_client.py --engine target/release/bellwether \
        --game foxy-and-wooly --players 2 --level 1
"""

import argparse
import json
import random
import subprocess
import sys

DEALER = "*"


class EngineError(Exception):
    """The engine refused a request; the text is its sentence."""


class Engine:
    """A running `bellwether engine`: one JSON object a line, both ways."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, op, **fields):
        """Sends one request and returns the answer."""
        self.process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise EngineError("the engine has ended")
        answer = json.loads(line)
        if not answer["ok"]:
            raise EngineError(answer["error"])
        return answer

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.process.stdin.close()
        self.process.wait()


def play(engine, game, players, level, seed):
    """Plays one game to its end and returns the scores, the winners and the record."""
    rng = random.Random(seed)
    turn = engine.ask("new", game=game, players=players)["turn"]
    while turn != "over":
        if turn == DEALER:
            turn = engine.ask("roll", seed=seed)["turn"]
            continue
        seat = turn[0]
        if seat == 1:
            action = rng.choice(engine.ask("legal", seat=seat)["actions"])
        else:
            action = engine.ask("bot", seat=seat, level=level, sims=200, seed=seed)["action"]
        turn = engine.ask("apply", seat=seat, action=action)["turn"]
    result = engine.ask("scores")
    return result["scores"], result["winners"], engine.ask("record")["record"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default="bellwether", help="the program `bellwether`")
    parser.add_argument("--game", default="foxy-and-wooly")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--level", type=int, default=1, help="of the bots, 1 to 5")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with Engine(options.engine) as engine:
        try:
            scores, winners, record = play(
                engine, options.game, options.players, options.level, options.seed
            )
        except EngineError as error:
            sys.exit(f"{error}")
    for seat, score in enumerate(scores, start=1):
        print(f"seat {seat}: {score['total']} points")
    print("won by seat " + " and ".join(str(seat) for seat in winners))
    print(f"the record has {len(record.splitlines())} lines")


if __name__ == "__main__":
    main()
