"""The results of orders as data, for the map's arrows and the lists of results."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from entente.games.diplomacy.recap import DiplomacyRecap, Report
from entente.games.diplomacy.state import DiplomacyState
from entente.games.diplomacy.view import DiplomacyView
from entente.kernel import Match, Slots
from entente.kernel.typography import typeset
from tests.games.diplomacy.scene import GAME, seen, start

EN, FR = GAME.catalog("en"), GAME.catalog("fr")


def begun(state: DiplomacyState) -> Match[Any, Any]:
    """A match from a position on."""
    state.news = []
    return Match(GAME, start=GAME.save(state).decode())


def submit(match: Match[Any, Any], **orders: str) -> None:
    """Submit the orders of every seat; units left out hold."""
    for seat, decision in match.position.required_by_seat().items():
        assert isinstance(decision.menu, Slots)
        given = {" ".join(text.split()[:2]): text for text in orders.get(seat, "").split("; ")}
        slots = decision.menu.slots
        match.act(seat, "; ".join(given.get(slot, first[0]) for slot, first in slots.items()))


def recap_of(match: Match[Any, Any], language: str = "en") -> DiplomacyRecap:
    return GAME.presentation.recap(
        seen(match.state, None), match.entries_for(None), GAME.catalog(language)
    )


def rows(report: Report) -> dict[str, tuple[str, bool, str]]:
    return {each.unit: (each.outcome, each.works, each.dislodged_by) for each in report.orders}


def test_the_recap_is_empty_before_the_first_orders() -> None:
    assert recap_of(Match(GAME)) == DiplomacyRecap([], [])


def test_orders_with_what_became_of_them_and_why() -> None:
    match = begun(
        start(
            {"AUSTRIA": "A SER, F ALB", "TURKEY": "A BUL, A GRE", "ITALY": "A VEN, A ROM"},
            {"AUSTRIA": "VIE", "TURKEY": "CON, ANK, SMY", "ITALY": "ROM"},
        )
    )
    submit(
        match,
        austria="A SER S F ALB",
        turkey="A BUL - SER; A GRE S A BUL - SER",
        italy="A VEN - ROM",
    )
    recap = recap_of(match)
    (report,) = recap.reports
    assert (report.phase, report.season, report.year, report.move) == (
        "movement",
        "spring",
        1901,
        3,
    )
    assert rows(report) == {
        "A SER": ("cut", False, "A BUL"),
        "F ALB": ("holds", True, ""),
        "A BUL": ("moves", True, ""),
        "A GRE": ("supports", True, ""),
        "A VEN": ("fails", False, ""),
        "A ROM": ("holds", True, ""),
    }
    support = next(each for each in report.orders if each.unit == "A GRE")
    assert (support.verb, support.other, support.goal) == ("support", "A BUL", "SER")
    hold = next(each for each in report.orders if each.unit == "A SER")
    assert (hold.verb, hold.other, hold.goal, hold.dislodged) == ("support", "F ALB", "", True)
    failed = next(each for each in report.orders if each.unit == "A VEN")
    assert failed.text == "A VEN - ROM fails: A ROM, of the same power, is still there."
    french = next(each for each in recap_of(match, "fr").reports[0].orders if each.unit == "A VEN")
    assert french.text.startswith(typeset("A Ven - Rom échoue : A Rom"))
    assert recap.earlier == []


def test_a_unit_that_moves_and_one_that_is_pushed_out_in_the_attempt() -> None:
    match = begun(
        start(
            {"AUSTRIA": "A SER", "TURKEY": "A BUL, A GRE", "ITALY": "A BUD"},
            {"AUSTRIA": "VIE", "TURKEY": "CON, ANK, SMY", "ITALY": "ROM"},
        )
    )
    submit(match, austria="A SER - BUD", turkey="A BUL - SER; A GRE S A BUL - SER", italy="A BUD H")
    (report,) = recap_of(match).reports
    assert rows(report)["A SER"] == ("fails", False, "A BUL")
    assert next(each for each in report.orders if each.unit == "A SER").dislodged


def test_retreats_and_adjustments_with_the_position_before_them() -> None:
    match = begun(
        start(
            {"AUSTRIA": "A SER, A VIE", "TURKEY": "A BUL, A GRE", "FRANCE": "F MAR"},
            {"AUSTRIA": "VIE, SER", "TURKEY": "CON, ANK, SMY", "FRANCE": "MAR"},
        )
    )
    submit(match, turkey="A BUL - SER; A GRE S A BUL - SER")
    submit(match, austria="A SER - TRI")
    (report,) = recap_of(match).reports
    assert report.phase == "retreats"
    assert [(each.unit, each.goal, each.lost) for each in report.retreats] == [
        ("A SER", "TRI", False)
    ]
    assert {(each.name, each.power, each.dislodged) for each in report.before} == {
        ("A SER", "AUSTRIA", True),
        ("A VIE", "AUSTRIA", False),
        ("A SER", "TURKEY", False),
        ("A GRE", "TURKEY", False),
        ("F MAR", "FRANCE", False),
    }
    assert report.retreats[0].text == "A SER retreats to Trieste."
    assert recap_of(match).earlier == [3]


def test_centres_are_shown_as_they_were_owned_before_autumn_took_them() -> None:
    match = Match(GAME, {"end_year": 1902}, "1")
    submit(match, austria="A BUD - SER")
    submit(match)
    recap = recap_of(match)
    (report,) = recap.reports
    assert report.season == "autumn"
    assert "SER" not in report.owners
    assert report.owners["BUD"] == "AUSTRIA"
    assert seen(match.state, None).centres["AUSTRIA"] == ["BUD", "SER", "TRI", "VIE"]
    assert recap.earlier == [7]
    first = match.position.required_by_seat()["austria"].menu
    assert isinstance(first, Slots)
    match.act("austria", "BUILD A BUD")
    winter = recap_of(match).reports[-1]
    assert (winter.phase, winter.season, winter.owners["SER"]) == (
        "adjustments",
        "winter",
        "AUSTRIA",
    )
    assert [(each.unit, each.built) for each in winter.adjustments] == [("A BUD", True)]


def test_a_fleet_that_retreats_is_on_the_coast_it_came_to() -> None:
    match = begun(
        start(
            {"FRANCE": "F GAS", "ENGLAND": "F MAO, F BRE"},
            {"FRANCE": "PAR", "ENGLAND": "LON"},
        )
    )
    submit(match, england="F MAO - GAS; F BRE S F MAO - GAS")
    menu = match.position.required_by_seat()["france"].menu
    assert isinstance(menu, Slots)
    assert "F GAS - SPA/NC" in menu.slots["F GAS"]
    match.act("france", "F GAS - SPA/NC")
    (report,) = recap_of(match).reports
    assert report.retreats[0].goal == "SPA/NC"


def moves(orders: Sequence[str]) -> list[str]:
    return [order for order in orders if order.split()[2:3] == ["-"]]


def played(seed: int) -> Match[Any, Any]:
    """Some years in which units support each other now and then, so that some must retreat."""
    match: Match[Any, Any] = Match(GAME, {"end_year": 1905}, f"{seed:032x}")
    rng = Random(seed)
    while not match.over:
        seat, decision = next(iter(match.position.required_by_seat().items()))
        assert isinstance(decision.menu, Slots)
        chosen = {
            slot: offered[0] if slot == "vote" else rng.choice(moves(offered) or offered)
            for slot, offered in decision.menu.slots.items()
        }
        for slot, offered in decision.menu.slots.items():
            helps = [each for each in offered if each.partition(" S ")[2] in chosen.values()]
            if helps and rng.random() < 0.6:
                chosen[slot] = rng.choice(helps)
        match.act(seat, "; ".join(chosen.values()))
    return match


@pytest.mark.parametrize("seed", range(3))
def test_the_position_before_each_phase_is_the_one_that_was(seed: int) -> None:
    """Every recap of a game against the views that were seen before its last move."""
    match = played(seed)
    twin = match.from_start()
    views, phases = [seen(twin.state, None)], set[str]()
    for move in match.moves:
        twin.act(move.seat, move.action)
        recap = recap_of(twin)
        views.append(seen(twin.state, None))
        for report in recap.reports[:1]:
            if report.move != len(twin.moves):
                continue
            before = views[report.move - 1]
            assert sorted(pieces(report)) == sorted(standing(before)), (report.phase, report.year)
            owned = {c: power for power, held in before.centres.items() for c in held}
            assert report.owners == owned
            assert (report.season, report.year) == (before.season, before.year)
            assert report.phase == before.phase
            phases.add(report.phase)
        known = [each for each in recap.earlier if each <= len(twin.moves)]
        assert known == sorted(set(known))
    assert phases == {"movement", "retreats", "adjustments"}


def pieces(report: Report) -> list[tuple[str, str, bool]]:
    return [(each.power, each.name, each.dislodged) for each in report.before]


def standing(view: DiplomacyView) -> list[tuple[str, str, bool]]:
    there = [(power, name, False) for power, names in view.units.items() for name in names]
    pushed = [(power, name, True) for power, units in view.dislodged.items() for name in units]
    return there + pushed


def test_sealed_orders_are_in_no_recap() -> None:
    """Submitted orders change nothing that the others see until all are opened."""
    quiet, loud = Match(GAME, {}, "1"), Match(GAME, {}, "1")
    quiet.act("austria", "A BUD H; A VIE H; F TRI H; orders")
    loud.act("austria", "A BUD - SER; A VIE - GAL; F TRI - ALB; orders")
    assert msgspec.json.encode(recap_of(quiet)) == msgspec.json.encode(recap_of(loud))


def test_where_each_power_is_with_its_orders() -> None:
    state = start(players=6)
    GAME.position(state).apply("austria", "A BUD H; A VIE H; F TRI H; orders")
    state.disorder, state.conceded = ["france"], ["turkey"]
    view = seen(state, None)
    assert view.standing["AUSTRIA"] == "written"
    assert view.standing["RUSSIA"] == "writing"
    assert view.standing["ITALY"] == "idle"
    assert view.standing["TURKEY"] == "conceded"


def test_in_winter_only_powers_with_a_choice_write_orders() -> None:
    """A power whose home centres are all occupied has nothing to write."""
    match = Match(GAME, {"end_year": 1902}, "1")
    submit(match, austria="A BUD - SER")
    submit(match)
    view = seen(match.state, None)
    assert view.phase == "adjustments"
    assert view.standing["AUSTRIA"] == "writing"
    assert view.standing["RUSSIA"] == ""
