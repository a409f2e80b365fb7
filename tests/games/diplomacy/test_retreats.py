"""VII: retreats."""

from __future__ import annotations

from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.rules.orders import read_unit
from entente.games.diplomacy.rules.retreats import resolve_retreats
from tests.games.diplomacy.scene import BOARD


def unit(text: str, power: str = "AUSTRIA") -> Unit:
    return read_unit(BOARD, power, text)


def places(*names: str) -> tuple[int, ...]:
    return tuple(BOARD.location[name] for name in names)


def test_a_unit_follows_its_order() -> None:
    vie = unit("A VIE")
    survivors, lost = resolve_retreats(
        BOARD, {vie: places("BOH", "TYR")}, {vie: BOARD.location["TYR"]}
    )
    assert survivors == [unit("A TYR")]
    assert lost == []


def test_two_units_that_retreat_to_the_same_province_are_lost() -> None:
    """VII.2, with any coasts and powers."""
    one, other, third = unit("F MAO"), unit("F WES", "ITALY"), unit("A TYR")
    orders = {
        one: BOARD.location["SPA/NC"],
        other: BOARD.location["SPA/SC"],
        third: BOARD.location["BOH"],
    }
    dislodged = {
        one: places("SPA/NC", "POR"),
        other: places("SPA/SC", "TUN"),
        third: places("BOH"),
    }
    survivors, lost = resolve_retreats(BOARD, dislodged, orders)
    assert survivors == [unit("A BOH")]
    assert lost == [one, other]


def test_a_disbanded_unit_leaves_the_place_to_the_other() -> None:
    """VII.2: two with one place between them, and one ordered to disband."""
    one, other = unit("A VIE"), unit("A TYR")
    dislodged = {one: places("BOH"), other: places("BOH")}
    survivors, lost = resolve_retreats(BOARD, dislodged, {one: None, other: BOARD.location["BOH"]})
    assert survivors == [unit("A BOH")]
    assert lost == [one]


def test_without_an_order_or_with_an_impossible_one_a_unit_is_lost() -> None:
    one, other = unit("A VIE"), unit("A TYR")
    dislodged = {one: places("BOH"), other: places("PIE")}
    survivors, lost = resolve_retreats(BOARD, dislodged, {other: BOARD.location["BOH"]})
    assert survivors == []
    assert lost == [one, other]


def test_a_coast_need_not_be_named_where_only_one_is_in_reach() -> None:
    """III.3; it must be named if there are two."""
    gas, por = unit("F GAS"), unit("F POR")
    spain = BOARD.location["SPA"]
    assert resolve_retreats(BOARD, {gas: places("SPA/NC")}, {gas: spain})[0] == [unit("F SPA/NC")]
    assert resolve_retreats(BOARD, {por: places("SPA/NC", "SPA/SC")}, {por: spain})[1] == [por]
