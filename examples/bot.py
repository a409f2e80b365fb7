"""A bot in forty lines: create a table against a computer and play at random to the end.

python examples/bot.py http://localhost:8000 TOKEN attrition random

In the arena the table exists already:
entente arena run attrition --players "bot:python examples/bot.py,random"
"""

import json
import os
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def choose(menu: dict[str, Any]) -> str:
    """Pick any action of a menu. A better player would think here."""
    if menu["type"] == "choose":
        return str(random.choice(menu["actions"]))
    if menu["type"] == "amount":
        return f"{menu['verb']} {random.randint(menu['least'], menu['most'])}"
    if menu["type"] == "pick":
        things = [thing for thing, many in menu["items"].items() for _ in range(many)]
        return " ".join([menu["verb"], *random.sample(things, menu["number"])])
    if menu["type"] == "slots":
        slots, seldom = menu["slots"].items(), menu["seldom"]
        return "; ".join(c[0] if name in seldom else random.choice(c) for name, c in slots)
    fields = [f"{name}={choose(field)}" for name, field in menu["fields"].items()]
    return f"{menu['verb']} {'; '.join(fields)}"


def main(server: str, token: str, game: str, opponent: str) -> None:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    games = json.load(urlopen(f"{server}/api/games"))
    first, *others = next(each["seats"] for each in games if each["id"] == game)
    seats = {first: "me", **dict.fromkeys(others, opponent)}
    body = json.dumps({"game": game, "seats": seats}).encode()
    table = json.load(urlopen(Request(f"{server}/api/tables", body, headers)))["id"]
    play(server, token, table, first)


def play(server: str, token: str, table: str, seat: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    address = f"{server.replace('http', 'ws', 1)}/ws/tables/{table}"
    with connect(address, additional_headers=headers, max_size=None) as socket:
        acted = -1  # the version of the table on which we last acted
        for text in socket:
            frame = json.loads(text)
            if frame["type"] == "refused":  # read the table again, and choose again
                print(frame["text"])
                acted = -1
                socket.send(json.dumps({"type": "sync"}))
            if frame["type"] != "state" or frame["version"] <= acted:
                continue
            if frame["status"] == "over":
                print(frame["outcome"])
                return
            questions = frame["seats"][seat]["view"]["decisions"]
            if questions and questions[0]["must"]:
                acted, action = frame["version"], choose(questions[0]["menu"])
                act = {"type": "act", "seat": seat, "version": acted, "action": action}
                act["decision"] = questions[0]["id"]
                socket.send(json.dumps(act))


if __name__ == "__main__":
    if "ENTENTE_TABLE" in os.environ:  # the arena names the seat
        play(*(os.environ[f"ENTENTE_{word}"] for word in ("SERVER", "TOKEN", "TABLE", "SEAT")))
    else:
        main(*sys.argv[1:])
