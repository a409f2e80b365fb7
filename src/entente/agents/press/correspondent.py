"""A model that writes letters: one round of them, as data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from entente.agents.conversation import Answered, Understood
from entente.agents.model_player import Background, ModelPlayer
from entente.agents.press.desk import NewLetter, PressLimits, recent
from entente.agents.prompts import Prompts
from entente.agents.seat_text import SeatText
from entente.kernel import Seat
from entente.kernel.chat_rules import proposals
from entente.kernel.plain_text import plain_text
from entente.players import PlayerView

LONGEST_NOTES = 2000
EXAMPLES = 4


class Writing(NamedTuple):
    """What a model wants to send: letters, answers by its own numbers, and notes for itself."""

    letters: list[NewLetter] = []
    answers: dict[int, str] = {}
    notes: str | None = None
    not_sent: list[str] = []


def press_rules(prompts: Prompts, limits: PressLimits, *, can_propose: bool) -> str:
    """Return the rules about letters, which are the same in a whole game."""
    name = "press" if can_propose else "press_plain"
    return prompts(name, rounds=limits.rounds, letters=limits.letters, length=limits.length)


def letters_text(
    prompts: Prompts, lines: Sequence[str], notes: str, not_sent: Sequence[str] = ()
) -> str:
    """Return the part of a prompt with letters and notes."""
    kept, left_out = recent(lines)
    parts = [prompts("letters")] if kept else [prompts("no_letters")]
    parts += [prompts("older", count=left_out)] if left_out else []
    parts += kept
    if not_sent:
        parts += [prompts("not_sent"), *(f"- {each}" for each in not_sent)]
    if notes:
        parts += ["", prompts("notes"), json.dumps(notes, ensure_ascii=False)]
    return "\n".join(parts)


def correspond(
    player: ModelPlayer,
    view: PlayerView,
    background: Background,
    limits: PressLimits,
    round_: int,
    seats: Sequence[Seat],
    place: str,
) -> Answered[Writing]:
    """Let a model write its letters of a round. `NoReply` if it gives no usable answer."""
    seat, world = view.seat, view.determinize(Random(0))
    seat_text = SeatText(world.game, seat, player.model.language)
    prompts, others = player.prompts, [each for each in seats if each != seat]
    asked = prompts(
        "round",
        round=round_,
        rounds=limits.rounds,
        seats=", ".join(others),
        example=others[0],
        last=prompts("last") if round_ == limits.rounds else "",
    )
    parts = [
        *player.overview(seat_text, world, background),
        _proposable(prompts, proposals(world)),
        asked,
    ]
    question = "\n\n".join(filter(None, parts))
    briefing = player.briefing(seat_text, background.briefing)
    return player.conversation.ask(
        seat, briefing, question, lambda text: _understood(prompts, limits, text), place
    )


def _proposable(prompts: Prompts, slots: Mapping[str, tuple[str, ...]]) -> str:
    """Describe what can be proposed: the units and terms, with examples of orders."""
    if not slots:
        return ""
    units = {slot: items for slot, items in slots.items() if items[-1].startswith(f"{slot} ")}
    units = {slot: items for slot, items in units.items() if len(items) > 2}  # not terms
    examples = list(islice((items[-1] for items in units.values()), EXAMPLES))
    terms = [items[0] for slot, items in slots.items() if slot not in units]
    return prompts(
        "propose",
        examples="; ".join(examples),
        terms="; ".join([*terms[:3], "…"] if len(terms) > 3 else terms),
        units=", ".join(units),
    )


def _understood(prompts: Prompts, limits: PressLimits, text: str) -> Understood[Writing]:
    """Read the JSON object of an answer. What is wrong with a single letter is noted; the rest is
    sent."""
    try:
        return Understood(_writing(_json_in(text), limits), "")
    except (ValueError, RecursionError) as error:
        return Understood(None, "", prompts("round_form", error=str(error)[:200]))


def _json_in(text: str) -> dict[str, Any]:
    """Return the object in a text, which may have words or a fence around it."""
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        raise ValueError("no {…}")
    value = json.loads(text[begin : end + 1])
    if not isinstance(value, dict):
        raise ValueError("not an object")  # noqa: TRY004  shown to the model
    return value


def _writing(value: dict[str, Any], limits: PressLimits) -> Writing:
    letters, not_sent = list[NewLetter](), list[str]()
    written = value.get("letters") or []
    if not isinstance(written, list):
        raise ValueError("“letters” is not a list")  # noqa: TRY004
    for each in written:
        letter = _letter(each)
        if letter is None:
            not_sent.append(f"{json.dumps(each, ensure_ascii=False)[:80]}: to, text, propose")
        elif len(letters) == limits.letters:
            not_sent.append(f"{letter.text[:40]}…: > {limits.letters}")
        else:
            letters.append(letter)
    answers = dict[int, str]()
    given = value.get("answers") or {}
    if not isinstance(given, dict):
        raise ValueError("“answers” is not an object")  # noqa: TRY004
    for key, answer in given.items():
        if str(key).isdecimal() and len(str(key)) < 9 and isinstance(answer, str):
            answers[int(key)] = answer
        else:
            not_sent.append(f"answers: {str(key)[:40]}")
    notes = value.get("notes")
    kept = plain_text(notes)[:LONGEST_NOTES] if isinstance(notes, str) else None
    return Writing(letters, answers, kept, not_sent)


def _letter(value: object) -> NewLetter | None:
    if not isinstance(value, dict):
        return None
    to, text, items = value.get("to", []), value.get("text", ""), value.get("propose") or []
    to = [to] if isinstance(to, str) else to
    if not (_texts(to) and isinstance(text, str) and _texts(items)):
        return None
    return NewLetter(tuple(each.strip() for each in to), text, tuple(items))


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
