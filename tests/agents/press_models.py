"""Models that play a game with letters: what each says follows from the prompt alone."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from random import Random

from tests.agents.stand_in import Json

LETTER = re.compile(r"^\{\"letter\".*$", re.MULTILINE)
SLOT = re.compile(r"^- ([AF] \S+|vote): (.*)$", re.MULTILINE)
WRITE_TO = re.compile(r"you may write to: ([a-z_, ]+)\)")
YEAR = re.compile(r"PEACE (\d+)")


def is_about_letters(body: Json) -> bool:
    """Whether a model is asked for letters, not for its orders."""
    return "Answer with one JSON object" in body["messages"][1]["content"]


def talker(body: Json) -> str:
    """A model that proposes peace to a neighbour, accepts what it is offered, and moves at random:
    so it breaks its word now and then."""
    asked = body["messages"][1]["content"]
    luck = Random(sha256(f"{body['model']}{asked}".encode()).hexdigest())
    if is_about_letters(body):
        return json.dumps(letters(asked, luck), ensure_ascii=False)
    slots = SLOT.findall(asked)
    if "vote" not in dict(slots):  # retreats and builds
        example = re.search(r"For example: (.+)", asked)
        assert example is not None
        return f"ACTION: {example[1]}"
    orders = [luck.choice(choices.split("; ")) for slot, choices in slots if slot != "vote"]
    return f"I move.\n\nACTION: {'; '.join([*orders, 'orders'])}"


def letters(asked: str, luck: Random) -> Json:
    """A letter with a proposal, and answers to all that are open."""
    others = WRITE_TO.findall(asked)[-1].split(", ")
    year = YEAR.findall(asked)[-1] if YEAR.search(asked) else None
    friend = luck.choice(others)
    read = [json.loads(line) for line in LETTER.findall(asked)]
    open_ = [each for each in read if each.get("proposes") and not each["answers"]]
    propose = [f"PEACE {year}"] if year else []
    text = f"Shall we keep the peace, {friend}? You have my word."
    return {
        "letters": [{"to": [friend], "text": text, "propose": propose}],
        "answers": {str(each["letter"]): "accept" for each in open_},
        "notes": f"I wrote to {friend}.",
    }
