"""A bot in sixty lines: create a table against a computer and play at random to the end.

python examples/bot.py http://localhost:8000 TOKEN attrition random
python examples/bot.py http://localhost:8000 TOKEN pax random players=4 turns=2

In the arena the table exists already:
entente arena run attrition --players "bot:python examples/bot.py,random"
"""

import json
import os
import random
import sys
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def choose(menu: dict[str, Any]) -> str:
    """Pick any action of a menu. A better player would think here."""
    match menu["type"]:
        case "choose":
            return str(random.choice(menu["actions"]))
        case "amount":
            return f"{menu['verb']} {random.randint(menu['least'], menu['most'])}"
        case "pick":
            things = [thing for thing, many in menu["items"].items() for _ in range(many)]
            return " ".join([menu["verb"], *random.sample(things, menu["number"])])
        case "slots":
            slots, seldom = menu["slots"].items(), menu["seldom"]
            return "; ".join(c[0] if name in seldom else random.choice(c) for name, c in slots)
        case "one_of":  # rather a plain choice than a form, such as a treaty
            plain = [form for form in menu["forms"] if form["type"] != "form"]
            return choose(random.choice(plain or menu["forms"]))
        case "many":
            items = " | ".join(choose(menu["item"]) for _ in range(menu["least"]))
            return f"{menu['verb']} [{items}]".strip()
        case "text":
            return f'{menu["verb"]} "{"-" * menu["least"]}"'.strip()
    needed = {n: field for n, field in menu["fields"].items() if n not in menu["optional"]}
    parts = [f"{name}={in_brackets(field, choose(field))}" for name, field in needed.items()]
    return f"{menu['verb']} {'; '.join(parts)}"


def in_brackets(field: dict[str, Any], action: str) -> str:
    """Write the action of a form within a form."""
    return f"({action})" if field["type"] in ("form", "one_of") else action


def main(server: str, token: str, game: str, opponent: str, *options: str) -> None:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    chosen = dict(option.split("=") for option in options)
    first, *others = json.load(urlopen(f"{server}/api/games/{game}/seats?{urlencode(chosen)}"))
    seats = {first: "me", **dict.fromkeys(others, opponent)}
    body = json.dumps({"game": game, "options": chosen, "seats": seats}).encode()
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
            if due := [each for each in questions if each["must"]]:
                acted, action = frame["version"], choose(due[0]["menu"])
                act = {"type": "act", "seat": seat, "version": acted, "action": action}
                act["decision"] = due[0]["id"]
                socket.send(json.dumps(act))


if __name__ == "__main__":
    if "ENTENTE_TABLE" in os.environ:  # the arena names the seat
        play(*(os.environ[f"ENTENTE_{word}"] for word in ("SERVER", "TOKEN", "TABLE", "SEAT")))
    else:
        main(*sys.argv[1:])
