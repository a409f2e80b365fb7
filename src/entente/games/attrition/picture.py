"""The table in plain text, for a terminal."""

from __future__ import annotations

from entente.games.attrition.board import CONTESTED, SIDES, Board
from entente.games.attrition.view import AttritionView
from entente.kernel import Catalog, say
from entente.kernel.bag import Bag, put, size


def draw_table(board: Board, view: AttritionView, catalog: Catalog) -> str:
    """Heading, regions with what stands in them, both players' mats."""
    return "\n".join(
        [
            *heading(board, view, catalog),
            "",
            *regions(board, view, catalog),
            "",
            *mats(board, view, catalog),
        ]
    )


def heading(board: Board, view: AttritionView, catalog: Catalog) -> list[str]:
    """Where the game stands."""
    turns = len(board.turns)
    lines = [
        catalog.say(
            say(
                "table.heading", turn=view.turn, number=view.number, turns=turns, active=view.active
            )
        ),
        catalog.say(say("table.industry", **view.industry)),
    ]
    if view.surrendered:
        lines.append(catalog.get("table.surrendered"))
    if view.ruhr:
        lines.append(catalog.get("table.ruhr"))
    if view.in_force:
        lines.append(catalog.say(say("table.in_force", cards=view.in_force)))
    if view.coming:
        lines.append(catalog.say(say("table.coming", cards=view.coming)))
    if view.dice:
        dice = [str(die) for die in view.dice]
        lines.append(catalog.say(say("table.dice", region=view.battle, dice=dice)))
    return lines


def regions(board: Board, view: AttritionView, catalog: Catalog) -> list[str]:
    """One line a region: kind, name, points, marker, tiles of both sides, paths."""
    words = ("region", "points", "marker", "central", "entente", "paths")
    rows = [[catalog.get(f"table.{word}") for word in words]]
    for region in board.regions.values():
        there = view.board[region.id]
        own = [
            " ".join(
                filter(
                    None,
                    [
                        tiles(board, of_side(board, there, side), catalog),
                        dug(view, side, region.id),
                    ],
                )
            )
            for side in SIDES
        ]
        shape = "■" if region.capital else "○"
        swords = " ⚔" if region.id in view.battles or region.id == view.battle else ""
        marker = catalog.name("status", view.status[region.id])
        marker = f"*{marker}*" if view.status[region.id] == CONTESTED else marker
        paths = [catalog.name("region", end) for end in board.land[region.id]]
        paths += ["~" + catalog.name("region", end) for end in board.sea[region.id]]
        name = f"{shape} {catalog.name('region', region.id)}{swords}"
        rows.append([name, str(view.value[region.id] or "·"), marker, *own, ", ".join(paths)])
    return [*columns(rows), catalog.get("table.legend")]


def dug(view: AttritionView, side: str, region: str) -> str:
    return "≡" * view.trenches.get(side, {}).get(region, 0)


def of_side(board: Board, there: Bag, side: str) -> Bag:
    return {name: n for name, n in there.items() if owner(board, name) == side}


def owner(board: Board, name: str) -> str:
    tile = board.tiles.get(name)
    return tile.side if tile else name.split("-")[0]


def tiles(board: Board, bag: Bag, catalog: Catalog) -> str:
    """Tiles in short: `GER 3i 1a, (A-H 2i), 4?`."""
    groups: dict[tuple[str, bool], Bag] = {}
    known = {name: number for name, number in bag.items() if name in board.tiles}
    for name in board.in_order(known):
        tile = board.tiles[name]
        put(groups.setdefault((tile.nation, tile.is_down), {}), tile.type, known[name])
    parts = []
    for (nation, down), kinds in groups.items():
        code = catalog.get(f"table.code.{nation}") + " " if nation else ""
        text = code + " ".join(f"{n}{catalog.get(f'table.{kind}')}" for kind, n in kinds.items())
        parts.append(f"({text})" if down else text)
    if unknown := size(bag) - size(known):
        parts.append(f"{unknown}?")
    return ", ".join(parts)


def mats(board: Board, view: AttritionView, catalog: Catalog) -> list[str]:
    """Each player's mat: pouch, reserves, losses, and what the options add."""
    lines = []
    for side in SIDES:
        lines.append(catalog.name("seat", side))
        piles = {
            "reserves": view.reserves[side],
            "pouch": view.pouch[side],
            "destroyed": view.destroyed[side],
            "to_come": view.to_come[side],
            "airfield": view.airfield[side],
        }
        for word, bag in piles.items():
            if bag or word in ("reserves", "pouch"):
                text = tiles(board, bag, catalog) or "-"
                count = f" ({size(bag)})" + catalog.get("table.colon")
                lines.append("  " + catalog.get(f"table.{word}") + count + text)
        lines += [f"  {text}" for text in extras(view, side, catalog)]
    return lines


def extras(view: AttritionView, side: str, catalog: Catalog) -> list[str]:
    """Markers and cards of the optional rules."""
    lines = []
    if view.generals.get(side):
        names = (catalog.name("general", name) for name in view.generals[side])
        lines.append(item("generals", ", ".join(names), catalog))
    if side in view.mulligans:
        lines.append(item("mulligans", str(view.mulligans[side]), catalog))
    if view.cards.get(side):
        lines.append(item("cards", str(view.cards[side]), catalog))
    if view.played.get(side):
        names = (catalog.name("card", card) for card in view.played[side])
        lines.append(item("played", ", ".join(names), catalog))
    if side == view.seat and view.hand:
        names = (f"{catalog.name('card', card)} ({card})" for card in view.hand)
        lines.append(item("hand", ", ".join(names), catalog))
    return lines


def item(word: str, text: str, catalog: Catalog) -> str:
    return catalog.get(f"table.{word}") + catalog.get("table.colon") + text


def columns(rows: list[list[str]]) -> list[str]:
    """Rows as aligned text, the first one underlined."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return [lines[0], "─" * max(len(line) for line in lines), *lines[1:]]
