"""The board as plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from entente.games.attrition.board import (
    AIRPLANE,
    ARTILLERY,
    CONTESTED,
    DECOY,
    ELITE,
    INFANTRY,
    SIDES,
    TANK,
    Board,
)
from entente.games.attrition.view import AttritionView
from entente.kernel import Catalog, say
from entente.kernel.bag import Bag, put, size
from entente.kernel.board_svg import DAGGER

NO_BREAK = "\u00a0"
KINDS = (INFANTRY, ARTILLERY, AIRPLANE, TANK, ELITE, DECOY)
PILES = ("reserves", "pouch", "destroyed", "to_come", "airfield")


def draw_table(board: Board, view: AttritionView, catalog: Catalog) -> str:
    """Draw the heading, the regions with their tiles, and both players' mats."""
    return "\n".join(
        [
            *heading(board, view, catalog),
            "",
            *regions(board, view, catalog),
            "",
            *mats(board, view, catalog),
        ]
    )


def draw_sketch(board: Board, view: AttritionView, catalog: Catalog, width: int) -> str:
    """Draw a short version for a narrow terminal: no paths, and empty regions only listed."""
    busy = [name for name in board.regions if is_busy(view, name)]
    rows = [row[:-1] for row in region_rows(board, view, catalog, busy)]
    calm = [*calm_regions(board, view, catalog), legend(board, view, catalog)]
    piles = mats(board, view, catalog, ("reserves", "pouch", "destroyed", "airfield"))
    return "\n".join(
        [
            *fold(heading(board, view, catalog), width),
            "",
            *columns(rows),
            *fold(calm, width),
            "",
            *fold(piles, width),
        ]
    )


def fold(lines: list[str], width: int) -> Iterator[str]:
    """Wrap lines at a width, with continuation lines indented."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        yield from wrap(line, width, subsequent_indent=indent)


def is_busy(view: AttritionView, region: str) -> bool:
    """Return whether a region has tiles or events."""
    dug_in = any(region in dug for dug in view.trenches.values())
    fought = region in view.battles or region == view.fighting
    return bool(view.board[region]) or dug_in or fought or view.status[region] == CONTESTED


def calm_regions(board: Board, view: AttritionView, catalog: Catalog) -> list[str]:
    """Return the regions without tiles, by their markers."""
    by_status: dict[str, list[str]] = {}
    for region in board.regions:
        if not is_busy(view, region):
            text = f"{catalog.name('region', region)} {worth(board, view, region)}"
            by_status.setdefault(view.status[region], []).append(text.replace(" ", NO_BREAK))
    return [
        catalog.say(say("table.empty", marker=catalog.name("status", status), regions=names))
        for status, names in by_status.items()
    ]


def heading(board: Board, view: AttritionView, catalog: Catalog) -> list[str]:
    """Return the state of the game in a heading."""
    turns = len(board.turns)
    lines = [
        catalog.say(
            say(
                "table.heading", turn=view.turn, number=view.number, turns=turns, active=view.active
            )
        ),
        catalog.say(say("table.industry", **view.industry)),
    ]
    if view.peace:
        lines.append(catalog.get("table.peace"))
    if view.surrendered:
        lines.append(catalog.get("table.surrendered"))
    if view.ruhr:
        lines.append(catalog.get("table.ruhr"))
    if view.in_force:
        lines.append(catalog.say(say("table.in_force", cards=view.in_force)))
    if view.coming:
        lines.append(catalog.say(say("table.coming", cards=view.coming)))
    if view.battle is not None and view.battle.dice:
        dice = [str(die.face) for die in view.battle.dice]
        lines.append(catalog.say(say("table.dice", region=view.battle.region, dice=dice)))
    return lines


def regions(board: Board, view: AttritionView, catalog: Catalog) -> list[str]:
    """One line per region: kind, name, points, marker, tiles of both sides, paths."""
    rows = region_rows(board, view, catalog, list(board.regions))
    return [*columns(rows), legend(board, view, catalog)]


def region_rows(
    board: Board, view: AttritionView, catalog: Catalog, names: list[str]
) -> list[list[str]]:
    """Return the cells of these regions, below the headings of their columns."""
    words = ("region", "points", "marker", "central", "entente", "paths")
    rows = [[catalog.get(f"table.{word}") for word in words]]
    for region in (board.regions[name] for name in names):
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
        fought = region.id in view.battles or region.id == view.fighting
        swords = " ⚔" if fought else ""
        marker = catalog.name("status", view.status[region.id])
        marker = f"*{marker}*" if view.status[region.id] == CONTESTED else marker
        paths = [path_to(board, region.id, end, catalog) for end in board.land[region.id]]
        paths += ["~" + path_to(board, region.id, end, catalog) for end in board.sea[region.id]]
        name = f"{shape} {catalog.name('region', region.id)}{swords}"
        rows.append([name, worth(board, view, region.id), marker, *own, ", ".join(paths)])
    return rows


def worth(board: Board, view: AttritionView, region: str) -> str:
    """Return the value of a region, marked where it is reconstructed."""
    figure = str(view.value[region] or "·")
    return figure + DAGGER if region in board.doubtful_regions else figure


def path_to(board: Board, start: str, end: str, catalog: Catalog) -> str:
    """Return the destination of a path, with the same mark."""
    return catalog.name("region", end) + DAGGER * board.is_doubtful(start, end)


def legend(board: Board, view: AttritionView, catalog: Catalog) -> str:
    """Return the legend of the signs in use."""
    signs = ["capital", "territory", *signs_seen(board, view)]
    return ", ".join(catalog.get(f"table.legend.{sign}").replace(" ", NO_BREAK) for sign in signs)


def signs_seen(board: Board, view: AttritionView) -> Iterator[str]:
    """Yield the signs besides those for regions."""
    piles = (view.board, view.pouch, view.reserves, view.destroyed, view.to_come, view.airfield)
    names = {name for bags in piles for bag in bags.values() for name in bag}
    types = {tile.type for name in names if (tile := board.tiles.get(name))}
    if view.fighting or view.battles:
        yield "battle"
    if any(view.trenches.values()):
        yield "trench"
    yield from (kind for kind in KINDS if kind in types)
    if any(name in board.tiles and board.tiles[name].is_down for name in names):
        yield "down"
    if any(name not in board.tiles for name in names):
        yield "unknown"
    if board.doubtful_regions or board.doubtful_paths:
        yield "doubt"


def dug(view: AttritionView, side: str, region: str) -> str:
    return "≡" * view.trenches.get(side, {}).get(region, 0)


def of_side(board: Board, there: Bag, side: str) -> Bag:
    return {name: n for name, n in there.items() if owner(board, name) == side}


def owner(board: Board, name: str) -> str:
    tile = board.tiles.get(name)
    return tile.side if tile else name.split("-")[0]


def tiles(board: Board, bag: Bag, catalog: Catalog) -> str:
    """Abbreviate tiles: `GER 3i 1a, (A-H 2i), 4?`."""
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


def mats(
    board: Board, view: AttritionView, catalog: Catalog, shown: tuple[str, ...] = PILES
) -> list[str]:
    """Each player's mat: pouch, reserves, losses, and the additions of optional rules."""
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
            if word in shown and (bag or word in ("reserves", "pouch")):
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


# -- one region


def describe(board: Board, view: AttritionView, name: str, catalog: Catalog) -> str | None:
    """Describe a region: its owner, value, tiles and paths."""
    if name not in board.regions:
        return None
    region = board.regions[name]
    kind = "capital" if region.capital else "territory"
    lines = [
        catalog.say(say(f"table.about.{kind}", region=name, nation=region.nation)),
        catalog.say(say("table.about.status", status=view.status[name], points=view.value[name])),
    ]
    for side in SIDES:
        there = named_tiles(board, of_side(board, view.board[name], side), catalog)
        if there:
            lines.append(catalog.say(say("table.about.tiles", side=side, tiles=there)))
        trenches = view.trenches.get(side, {}).get(name, 0)
        if trenches:
            lines.append(catalog.say(say("table.about.trenches", side=side, count=trenches)))
    if not view.board[name]:
        lines.append(catalog.get("table.about.empty"))
    if name in view.battles:
        lines.append(catalog.get("table.about.planned"))
    if name == view.fighting:
        lines.append(catalog.get("table.about.battle"))
    for way, ends in (("land", board.land[name]), ("sea", board.sea[name])):
        if ends:
            near = [near_by(view, end, catalog) for end in ends]
            lines.append(catalog.say(say(f"table.about.{way}", near=near)))
    return "\n".join(lines)


def named_tiles(board: Board, there: Bag, catalog: Catalog) -> list[str]:
    """Tiles by their names: `3 × German infantry`, and how many are unknown."""
    names = board.in_order({name: 1 for name in there if name in board.tiles})
    texts = [f"{there[name]} × {catalog.name('tile', name)}" for name in names]
    hidden = sum(count for name, count in there.items() if name not in board.tiles)
    return texts + [catalog.say(say("table.about.unknown", count=hidden))] * bool(hidden)


def near_by(view: AttritionView, region: str, catalog: Catalog) -> str:
    """Return a neighbour, with its marker."""
    return f"{catalog.name('region', region)} ({catalog.name('status', view.status[region])})"
