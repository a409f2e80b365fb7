"""Menus as they are sent: what comes twice is written once, and reads the same."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from entente.kernel import Match, Menu, registry
from entente.kernel.menu import Amount, Choose, Form, ListOf, OneOf, Text
from entente.kernel.menu.deduplicate import deduplicate, expand

PLACES = Choose(tuple(f"place-{number}" for number in range(40)))
WHERE = ListOf("", PLACES, 1, 3)
OFFER = Form("offer", {"from": PLACES, "to": PLACES, "some": WHERE, "others": WHERE})
SEVERAL = OneOf((Choose(("pass", "wait")), OFFER, Form("say", {"text": Text("", 1, 9)})))
MENUS: tuple[Menu, ...] = (PLACES, Amount("pay", 1, 9), WHERE, OFFER, SEVERAL)


@pytest.mark.parametrize("menu", MENUS)
def test_it_reads_as_it_was(menu: Menu) -> None:
    read = expand(msgspec.json.decode(deduplicate(menu)))
    assert read == msgspec.json.decode(msgspec.json.encode(menu))
    assert msgspec.convert(read, Menu) == menu


def test_duplicates_are_written_once() -> None:
    text = deduplicate(OFFER).decode()
    assert text.count("place-7") == 1
    assert text.count('"same"') == 3  # the second list of places, the first in a list, the last


def test_the_questions_of_a_whole_game() -> None:
    """Pax Britannica has the largest forms: two powers are asked for thousands of characters."""
    match = Match(registry.load("pax"), {"turns": 1}, "folding")
    rng = Random(1)
    for _ in range(120):
        for decision in match.position.decisions_for(match.position.to_move[0]):
            whole = msgspec.json.encode(decision.menu)
            sent = deduplicate(decision.menu)
            assert msgspec.json.encode(expand(msgspec.json.decode(sent))) == whole
            assert len(sent) < 40_000
        first = match.position.decisions_for(match.position.to_move[0])[0]
        match.act(first.seat, first.menu.sample(rng))
