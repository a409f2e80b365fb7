"""The referee's sheet (III.5): a position or the results of a phase, as a picture and in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.drawing.chart import ResultChart
from entente.games.diplomacy.notation import writing
from entente.games.diplomacy.notation.order_catalog import OrderCatalog
from entente.games.diplomacy.rules.orders import Position
from entente.games.diplomacy.rules.results import HOLDS_FAST, Results
from entente.kernel import Catalog, say
from entente.kernel.text import catalog_of


def sheet_svg(
    board: Board,
    shown: Results | Position,
    *,
    season: str,
    year: int,
    language: str,
    centres: Sequence[int] | None = None,
    retreats: Mapping[Unit, int | None] | None = None,
) -> str:
    """Return the map as SVG, with centres, units and orders.

    `centres` are masks of provinces by power; without them each power has its home centres.
    `retreats` is where each dislodged unit went: a location, or None if it was lost. Without it the
    sheet shows possible retreats.
    """
    catalog = words(board, language)
    chart = ResultChart(
        board, shown, board.homes if centres is None else centres, retreats, catalog
    )
    return (
        "\n".join(chart.lines(heading(season, year, catalog), description(board, shown, catalog)))
        + "\n"
    )


def description(board: Board, shown: Results | Position, catalog: Catalog) -> str:
    """Return the alternative text of the picture: the orders and results, or the units."""
    position = shown.position if isinstance(shown, Results) else shown
    parts = []
    for number, unit in enumerate(position.units):
        power = catalog.name("power", board.powers[unit.power].id)
        if isinstance(shown, Results):
            parts.append(f"{power}: {order_line(board, shown, number, catalog)}")
        else:
            parts.append(f"{power}: {writing.unit(board, unit, catalog.language)}")
    return "; ".join(parts) or catalog.get("sheet.empty")


def words(board: Board, language: str) -> OrderCatalog:
    return OrderCatalog(board, catalog_of(PACKAGE, language))


def heading(season: str, year: int, catalog: Catalog) -> str:
    """`Autumn 1902`."""
    text = catalog.say(say("sheet.title", season=season, year=year))
    return text[0].upper() + text[1:]


def order_line(board: Board, results: Results, number: int, catalog: Catalog) -> str:
    """Write `A VIE - TRI: moves`; a holding unit that was dislodged did not hold."""
    result = results.results[number]
    order = writing.write(board, results.position, number, result.order, catalog.language)
    if result.outcome == HOLDS_FAST and result.dislodged_by >= 0:
        return catalog.say(say("sheet.order_dislodged", text=order))
    return catalog.say(say("sheet.order", text=order, outcome=result.outcome))


def orders_in_words(
    board: Board, results: Results, catalog: Catalog, unordered: Collection[int] = ()
) -> Iterator[str]:
    """Each order with its result and reason, by power; `unordered` units had none."""
    for power, row in enumerate(board.powers):
        mine = [n for n, unit in enumerate(results.position.units) if unit.power == power]
        if mine:
            yield from ("", catalog.name("power", row.id))
        for number in mine:
            result = results.results[number]
            line = order_line(board, results, number, catalog)
            if number in unordered:
                piece = writing.unit(board, results.position.units[number], catalog.language)
                line = catalog.say(say("sheet.no_order", piece=piece))
            why = catalog.say(result.reason.message)
            because = say("sheet.because", line=line, why=why, section=result.reason.section)
            yield f"  {catalog.say(because)}"


def dislodged_in_words(
    board: Board,
    results: Results,
    retreats: Mapping[Unit, int | None] | None,
    catalog: Catalog,
    disorder: Collection[int] = (),
) -> Iterator[str]:
    """VII: the dislodged units with their attackers and retreats. X.3: or that they are lost."""
    dislodged = results.dislodged()
    if dislodged:
        yield from ("", catalog.get("sheet.dislodged"))
    for number, ends in dislodged.items():
        unit, pusher = (
            results.position.units[each] for each in (number, results.results[number].dislodged_by)
        )
        values = {
            "power": board.powers[unit.power].id,
            "piece": writing.unit(board, unit, catalog.language),
            "attacker": writing.unit(board, pusher, catalog.language),
        }
        gone = retreats.get(unit) if retreats is not None else None
        if unit.power in disorder:
            line = say("sheet.lost_in_disorder", **values)
        elif gone is not None:
            goal = writing.place(board, gone, catalog.language)
            line = say("sheet.retreated", goal=goal, **values)
        elif not ends:
            line = say("sheet.no_retreat", **values)
        elif retreats is not None:
            line = say("sheet.disbanded", **values)
        else:
            goals = [writing.place(board, end, catalog.language) for end in ends]
            line = say("sheet.may_retreat", goals=goals, **values)
        yield f"  {catalog.say(line)}"


def units_in_words(board: Board, position: Position, catalog: Catalog) -> Iterator[str]:
    """Yield the units by power."""
    if not position.units:
        yield f"  {catalog.get('sheet.empty')}"
    for power, row in enumerate(board.powers):
        mine = [
            writing.unit(board, unit, catalog.language)
            for unit in position.units
            if unit.power == power
        ]
        if mine:
            yield f"  {catalog.say(say('sheet.units', power=row.id, pieces=sorted(mine)))}"
