"""The story of a game, held against counts made by hand from the log of a kept record."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from entente.games.diplomacy.rules.results import CONVOYS, HOLDS_FAST
from entente.games.diplomacy.statistics import statistics_of_line
from entente.kernel import LANGUAGES, Match, Message, registry
from entente.kernel.message import Argument
from entente.kernel.record import AnyMatch, parse
from entente.kernel.story import Story, help_of, leader_of, story_of, swing
from entente.kernel.story_text import StoryText, margin, render
from entente.kernel.typography import typeset
from tests.games.test_earlier_records import records

Args = dict[str, Argument]


def match_of(game: str, number: int, upto: int | None = None) -> AnyMatch:
    return parse(records(game)[number]).match(registry.load, upto)


@pytest.fixture(scope="module")
def attrition() -> Story:
    """To the end of fall 1915: six battles, four with dice."""
    return story_of(match_of("attrition", 3, 126))


@pytest.fixture(scope="module")
def turmoil() -> Story:
    """Two turns and a half."""
    return story_of(match_of("turmoil", 1))


@pytest.fixture(scope="module")
def diplomacy() -> Story:
    """Two years, to the last one agreed on."""
    return story_of(match_of("diplomacy", 3))


def test_deeds_of_attrition(attrition: Story) -> None:
    assert attrition.deeds["central"] == {
        "marches": 8,
        "wasted": 6 + 3 + 2,
        "mobilised": 8 + 2 + 3,
        "battles": 1,
        "regions": 1,
        "railed": 1,
        "destroyed": 1,
        "lost": 1 + 1 + 2,
    }
    entente = attrition.deeds["entente"]
    assert (entente["battles"], entente["lost"], entente["destroyed"]) == (5, 1, 4)
    assert (entente["mobilised"], entente["railed"], entente["wasted"]) == (18, 5, 9 + 1 + 4)


def test_hits_are_held_against_all_ways_the_dice_can_fall(attrition: Story) -> None:
    """Belgium twice, one die each: an airplane, then infantry, against two tiles that need two
    faces. Vienna with two dice: five infantry and an airplane; with three: six infantry, two
    airplanes and artillery; both times against four infantry. One general turned a die later."""
    entente, central = attrition.luck["entente"], attrition.luck["central"]
    vienna = [12 / 36 + 11 / 36, 108 / 216 + 107 / 216 + 91 / 216]
    assert entente.expected == pytest.approx(1 / 6 + 1 / 6 + sum(vienna))
    assert central.expected == pytest.approx(2 / 6 + 2 / 6 + 2 / 6 + 3 / 6)
    assert (entente.dice, entente.got) == (7, 1 + 0 + 2 + 0)
    assert (central.dice, central.got) == (7, 1 + 1 + 0 + 0)


def test_the_lead_in_attrition(attrition: Story) -> None:
    """The log: 7 to 12, then 8 to 6, and at last 6 to 8."""
    assert attrition.final == {"central": 6, "entente": 8}
    taken = [(each.move, each.leader, each.former) for each in attrition.turning_points]
    assert (4, "central", "entente") in taken
    assert (43, "entente", "") in taken  # they had been level
    assert attrition.lead_changes == 2
    assert attrition.points[0].figures["industry"] == {"central": 7, "entente": 12}


def test_deeds_and_dice_of_turmoil(turmoil: Story) -> None:
    """Of the Authoritarian's cards nine were played for OPs, three for their events, two each for
    a naval attempt and for scoring; one was cancelled by another."""
    assert turmoil.deeds["authoritarian"] == {
        "cards": 9 + 3 + 2 + 2 + 2,
        "scorings": 2,
        "events": 10,
        "placed": 42 + 3,
        "removed": 4 + 2 + 2 + 6,
        "checks": 8,
        "attempts": 2,
        "boxes": 3,
        "gained": 1 + 4 + 2,
    }
    assert turmoil.deeds["liberal"]["cards"] == 11 + 6
    faces = [2, 5, 1, 3, 4, 3, 4, 4, 3, 1]
    luck = turmoil.luck["authoritarian"]
    assert (luck.dice, luck.got, luck.expected) == (10, sum(faces), 35)


def test_the_tracks_of_turmoil(turmoil: Story) -> None:
    changes = [(each.move, each.old, each.new) for each in turmoil.turning_points]
    assert changes == [(63, 0, 1), (71, 1, 5), (91, 5, 7), (110, 7, 6)]
    last = turmoil.points[-1].figures
    assert last["vp"] == {"liberal": 0, "authoritarian": 6}
    assert (last["tension"], last["navy"]) == ({"": 3}, {"authoritarian": 3, "liberal": 4})


def test_deeds_of_diplomacy(diplomacy: Story) -> None:
    """Italy pushed a German army out of Tyrolia with Austria's help."""
    assert diplomacy.deeds["austria"] == {
        "orders": 12,
        "failed": 4,
        "supports": 4,
        "supports_others": 1,
        "taken": 1,
        "built": 1,
    }
    assert diplomacy.deeds["italy"]["dislodged"] == diplomacy.deeds["germany"]["driven_out"] == 1
    assert not {"dislodged", "driven_out"} & set(diplomacy.deeds["austria"])
    assert "lost" not in diplomacy.deeds["germany"]  # it retreated
    assert (diplomacy.deeds["germany"]["failed"], diplomacy.deeds["russia"]["taken"]) == (5, 2)


def test_who_supported_whom_at_diplomacy() -> None:
    help_given = help_of(match_of("diplomacy", 3))
    assert help_given["austria", "italy"] == 1
    assert not any(giver == receiver for giver, receiver in help_given)


def test_convoys_and_dislodged_units_are_counted() -> None:
    """Both fleets of a chain carry the army; a unit whose support was cut is dislodged as
    well as one that held, and both have an owner."""
    owners = {"A LON": "ENGLAND", "A MUN": "GERMANY", "A PAR": "FRANCE", "A BUR": "FRANCE"}
    carried: Args = {"power": "ENGLAND", "order": "F NTH C A LON - NWY", "outcome": CONVOYS}
    held: Args = {"power": "FRANCE", "order": "A PAR H", "outcome": HOLDS_FAST, "unit": "A MUN"}
    pushed: Args = {"power": "FRANCE", "unit": "A BUR", "by": "A MUN"}
    told_by = [
        *statistics_of_line(Message("log.result.convoys", carried), owners),
        *statistics_of_line(Message("log.result.dislodged", held), owners),
        *statistics_of_line(Message("log.dislodged", pushed), owners),
    ]
    assert [each for each in told_by if each[1] not in ("orders", "failed")] == [
        ("ENGLAND", "convoys", 1),
        ("FRANCE", "driven_out", 1),
        ("GERMANY", "dislodged", 1),
        ("FRANCE", "driven_out", 1),
        ("GERMANY", "dislodged", 1),
    ]


def test_the_leader(attrition: Story) -> None:
    """A game with a leader has one in its report, even if it ended level."""
    catalog = registry.load("attrition").catalog("en")

    def said(**changes: Any) -> list[str]:
        lines = margin(msgspec.structs.replace(attrition, **changes), "Points", catalog)
        return [catalog.line(line) for line in lines[1:]]

    level = {"central": 7, "entente": 7}
    assert attrition.led == ["entente", "central"]
    assert said() == ["The Entente finished ahead by 2.", "The lead changed hands 2 times."]
    assert said(final=level, led=["entente"], lead_changes=0) == [
        "Level at the end; in the lead along the way: Entente.",
    ]
    assert said(final=level) == [
        "Level at the end; in the lead along the way: Entente and Central Powers.",
        "The lead changed hands 2 times.",
    ]
    assert said(final=level, led=[], lead_changes=0) == ["No one was ever ahead."]


def test_names_have_their_article_in_french(diplomacy: Story) -> None:
    story = render(diplomacy, registry.load("diplomacy"), "fr")
    assert story.turning_points[0].causes == [
        typeset("La Russie prend la Roumanie ; elle a 5 centres.")
    ]
    catalog = registry.load("diplomacy").catalog("fr")
    gained: Args = {"power": "FRANCE", "provinces": ["SPA", "POR", "BRE"], "count": 6}
    text = catalog.line(Message("log.gained", gained))
    assert text == typeset("La France prend l'Espagne, le Portugal et Brest ; elle a 6 centres.")


def test_centres_are_counted_by_year(diplomacy: Story) -> None:
    rows = [(each.move, each.figures["centres"]["RUSSIA"]) for each in diplomacy.points]
    assert rows == [(0, 4), (16, 5), (33, 6)]
    story = render(diplomacy, registry.load("diplomacy"), "en")
    assert [point.label for point in story.points] == ["Start", "1901", "1902"]
    assert "Supply centres at the end: Russia 6, Austria-Hungary 4, Germany 4" in story.result[3]
    assert story.result[4] == "Russia finished ahead by 2."
    assert story.turning_points[0].causes == ["Russia takes Rumania and has 5 centres."]


@pytest.mark.parametrize("game", ["attrition", "diplomacy", "turmoil"])
def test_every_story_has_its_texts(game: str) -> None:
    """A long game under other options; every text is there."""
    match = match_of(game, 7)
    found = story_of(match)
    for language in LANGUAGES:
        story = render(found, match.game, language)
        assert {graph.id for graph in story.graphs} == set(match.game.statistics.measures)
        assert all(len(line.values) == len(story.points) for g in story.graphs for line in g.lines)
        assert story.statistics[0].name == match.game.catalog(language).get("story.actions")
        assert sum(int(count) for count in story.statistics[0].values.values()) == len(match.moves)
        assert not [text for text in texts_of(story) if "{" in text or "story." in text]


def texts_of(story: StoryText) -> list[str]:
    turns = [text for turn in story.turning_points for text in (turn.text, *turn.causes)]
    return [*story.result, *turns, *(each.text for each in story.luck)]


def test_how_long_the_game_waited() -> None:
    """Each action is a minute after the one before; the first has nothing before it."""
    moves = match_of("diplomacy", 3, 14).moves
    match: AnyMatch = Match(registry.load("diplomacy"), match_of("diplomacy", 3, 0).options, "x")
    for number, move in enumerate(moves):
        match.act(move.seat, move.action, time=1000 + 60 * number)
    story = story_of(match)
    assert story.lasted == 60 * 13
    spring, autumn = ([move.seat for move in some] for some in (moves[:7], moves[7:]))
    assert spring[0] == autumn[0] == "england"
    assert story.seconds["england"] == 60  # from the last order of spring to its own of autumn
    late = autumn[-1]
    assert story.seconds[late] == 60 * spring.index(late) + 60 * 7


def test_a_swing_is_measured_against_the_others() -> None:
    assert swing({"a": 3, "b": 0}, {"a": 0, "b": 2}) == 5
    assert swing({"a": 3, "b": 3, "c": 3}, {"a": 5, "b": 2, "c": 2}) == 3
    assert leader_of({"a": 3, "b": 3}) == ""
    assert leader_of({"a": 3, "b": 1}) == "a"
