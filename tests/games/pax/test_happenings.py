"""Statistics over many games: wars, rebellions, congresses, and the blame."""

from __future__ import annotations

from collections import Counter

from entente.kernel import Message, say
from tests.games.pax.random_games import the_game


def counted(*messages: Message) -> Counter[tuple[str, str]]:
    statistics = the_game().statistics
    deeds = [deed for message in messages for deed in statistics.happened(message)]
    assert {deed.kind for deed in deeds} <= set(statistics.happenings)
    return Counter((deed.kind, deed.seat) for deed in deeds)


def test_a_war_counts_once_however_long_it_lasts() -> None:
    rounds = [say("log.war_round", round=n, powers=["france", "italy"]) for n in (1, 2, 3)]
    declared = say("log.declared", power="france", target="italy")
    assert counted(declared, *rounds) == {("declarations", ""): 1, ("wars", ""): 1}


def test_a_rebellion_and_an_ottoman_war_are_no_wars_between_powers() -> None:
    counts = counted(
        say("log.rebellion_begins", powers=["japan"]),
        say("log.war_round", round=1, powers=["china", "japan"]),
        say("log.ottoman_war", powers=["italy"]),
        say("log.war_round", round=1, powers=["ottoman_empire", "italy"]),
    )
    assert counts == {("rebellions", ""): 1, ("ottoman_wars", ""): 1}


def test_the_blame_for_the_great_war() -> None:
    counts = counted(say("log.great_war_guilty", seats=["germany", "russia"]))
    assert counts == {("guilty", "germany"): 1, ("guilty", "russia"): 1}
