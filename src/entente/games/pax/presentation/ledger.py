"""The books of the powers in plain text: money, counters, points, tension, casus belli."""

from __future__ import annotations

from entente.games.pax.board import Board, Power
from entente.games.pax.context import POOLS
from entente.games.pax.presentation.columns import BETWEEN, table
from entente.games.pax.presentation.view import PaxView
from entente.games.pax.state import TensionRise
from entente.kernel import Catalog, say

LAST_RISES = 6


def powers_lines(board: Board, view: PaxView, catalog: Catalog, *, narrow: bool) -> list[str]:
    """Return a line for each power, and what is wrong with its empire."""
    pools = () if narrow else POOLS
    words = ("power", "points", "treasury", "earmark", "income", "upkeep", "balance")
    rows = [[catalog.get(f"table.ledger.{word}") for word in (*words, *pools)]]
    for power in view.powers:
        rows.append(power_row(view, catalog, power, pools))
    lines = [catalog.get("table.powers").upper(), *table(rows, 1)]
    lines.append(catalog.get("table.legend.ledger"))
    lines += [line for power in view.powers for line in troubles(view, catalog, power)]
    if view.minors:
        lines.append(catalog.say(say("table.minors", powers=list(view.minors))))
    return lines


def power_row(view: PaxView, catalog: Catalog, power: Power, pools: tuple[str, ...]) -> list[str]:
    power_view = view.powers[power]
    own = catalog.name("power", power) + "*" * (power == view.seat)
    points = points_of(view, power)
    figures = [
        power_view.treasury,
        power_view.earmark,
        *(power_view.forecast[n] for n in ("l15", "l21", "l22")),
    ]
    counters = [power_view.counters[pool] for pool in pools]
    return [own, "" if points is None else str(points), *map(str, figures), *map(str, counters)]


def points_of(view: PaxView, power: Power) -> int | None:
    """Victory points: so far, and after the end with the final record (13.5); None: it has none."""
    return view.totals.get(power, view.points.get(power))


def troubles(view: PaxView, catalog: Catalog, power: Power) -> list[str]:
    """Markers without a line, control without a garrison."""
    power_view, lines = view.powers[power], []
    if power_view.cut_off:
        lines.append(catalog.say(say("table.cut_off", power=power, areas=list(power_view.cut_off))))
    if power_view.bare:
        lines.append(catalog.say(say("table.bare", power=power, areas=list(power_view.bare))))
    return lines


def tension_lines(board: Board, view: PaxView, catalog: Catalog) -> list[str]:
    """European tension, its last rises and who is to blame; Chinese resentment."""
    most = board.constants.great_war_at
    lines = [
        catalog.get("table.indexes").upper(),
        catalog.say(say("table.tension", tension=view.tension, most=most)),
    ]
    if view.rises:
        texts = [rise_text(board, rise, catalog) for rise in view.rises[-LAST_RISES:]]
        lines.append(catalog.say(say("table.rises", rises=BETWEEN.join(texts))))
    if view.guilty:
        lines.append(catalog.say(say("table.guilty", seats=list(view.guilty))))
    lines.append(catalog.say(say("table.resentment", resentment=view.resentment)))
    return lines


def rise_text(board: Board, rise: TensionRise, catalog: Catalog) -> str:
    """One increase: how much, why, when, and whose fault."""
    amount, kind, year = rise.amount, rise.kind, board.year(rise.turn)
    if rise.seat is None:
        return catalog.say(say("table.rise", amount=amount, kind=kind, year=year))
    return catalog.say(say("table.rise_by", seat=rise.seat, amount=amount, kind=kind, year=year))


def cause_lines(view: PaxView, catalog: Catalog) -> list[str]:
    """Return who has a casus belli against whom, as far as it is not settled."""
    open_causes = [cause for cause in view.causes if cause.state == "open"]
    if not open_causes:
        return []
    lines = [catalog.get("table.causes").upper()]
    for cause in open_causes:
        key = "table.cause_in" if cause.area else "table.cause"
        args = {"holder": cause.holder, "against": cause.against, "kind": cause.kind}
        where = {"area": cause.area} if cause.area else {}
        lines.append(catalog.say(say(key, **args, **where)))
    return lines
