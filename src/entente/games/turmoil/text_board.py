"""The board as plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from entente.games.turmoil.board import (
    AUTHORITARIAN,
    BOXES,
    ICONS,
    INDEPENDENT,
    LAST_BOX,
    LIBERAL,
    NEUTRAL,
    NO_SIDE,
    REGIONS,
    SCORING,
    SIDES,
    Board,
)
from entente.games.turmoil.view import TurmoilView
from entente.kernel import Catalog, Message, say
from entente.kernel.message import Argument

NO_BREAK = "\u00a0"
SIGN = {LIBERAL: "★", AUTHORITARIAN: "♛", NEUTRAL: "◐", SCORING: "▣"}
CONTROL = {LIBERAL: "‹★›", AUTHORITARIAN: "‹♛›", NO_SIDE: ""}
GAP = "   "


def draw_table(board: Board, view: TurmoilView, catalog: Catalog) -> str:
    """Draw the tracks, every space of every region, and the cards."""
    lines = [*heading(view, catalog), ""]
    names = equally_wide(short_names(board, view, catalog))
    for region in (*REGIONS, INDEPENDENT):
        lines += [region_line(view, region, catalog)]
        spaces = board.land(view.land).regions[region]
        lines += in_columns([cell(view, space, names[space]) for space in spaces], 2)
    return "\n".join([*lines, legend(catalog), "", *cards(board, view, catalog)])


def draw_sketch(board: Board, view: TurmoilView, catalog: Catalog, width: int) -> str:
    """Draw a short version for a narrow terminal: spaces without support are only named."""
    lines = [*fold(heading(view, catalog), width), ""]
    names = short_names(board, view, catalog)
    wide = equally_wide(names)
    for region in (*REGIONS, INDEPENDENT):
        spaces = board.land(view.land).regions[region]
        busy = [space for space in spaces if any(view.support[side][space] for side in SIDES)]
        calm = [space for space in spaces if space not in busy]
        cells = [cell(view, space, wide[space]) for space in busy]
        number = max(1, (width + len(GAP)) // (max(map(len, cells), default=1) + len(GAP)))
        lines += [region_line(view, region, catalog), *in_columns(cells, number)]
        if calm:
            empty = [names[space] for space in calm]
            lines += fold([catalog.say(say("table.empty", spaces=empty))], width)
    lines += fold([legend(catalog)], width)
    return "\n".join([*lines, "", *fold(cards(board, view, catalog), width)])


def fold(lines: list[str], width: int) -> Iterator[str]:
    """Wrap lines at a width, with continuation lines indented."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        yield from wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)


def in_columns(cells: list[str], number: int) -> list[str]:
    """Arrange cells in columns, column by column."""
    if not cells:
        return []
    rows = -(-len(cells) // number)
    width = max(map(len, cells))
    return [
        GAP.join(each.ljust(width) for each in cells[row::rows]).rstrip() for row in range(rows)
    ]


# -- the board


def cell(view: TurmoilView, space: str, name: str) -> str:
    """Return a space: its short name, support and controller."""
    shown = "".join(f"{support(view, side, space):>4}" for side in (LIBERAL, AUTHORITARIAN))
    hand = "†" if view.black_hand == space else ""
    return f"  {name}{shown} {CONTROL[view.holder[space]]}{hand}".rstrip()


def support(view: TurmoilView, side: str, space: str) -> str:
    number = view.support[side][space]
    return f"{number}{SIGN[side]}" if number else ""


def short_names(board: Board, view: TurmoilView, catalog: Catalog) -> dict[str, str]:
    """Return the short names of all spaces."""
    return {space: short(board, view, space, catalog) for space in board.land(view.land).spaces}


def equally_wide(names: dict[str, str]) -> dict[str, str]:
    """Return the names padded to the widest."""
    width = max(map(len, names.values()))
    return {space: name.ljust(width) for space, name in names.items()}


def short(board: Board, view: TurmoilView, space: str, catalog: Catalog) -> str:
    """Return a short name: `◆ Vienna 3 Gov`."""
    icons = board.land(view.land).icons[space]
    letters = "".join(catalog.get(f"table.icon.{icon}") for icon in ICONS if icon in icons)
    ground = "◆" if space in board.battlegrounds else "·"
    name = f"{ground} {catalog.name('space', space)} {board.stability[space]} {letters}"
    return name.replace(" ", NO_BREAK)


def region_line(view: TurmoilView, region: str, catalog: Catalog) -> str:
    """Return a region's name and the standing of both sides."""
    if region == INDEPENDENT:
        return catalog.name("region", region)
    held = view.standing[region]
    return catalog.say(
        say(
            "table.region",
            region=region,
            liberal=held[LIBERAL].level,
            authoritarian=held[AUTHORITARIAN].level,
        )
    )


def legend(catalog: Catalog) -> str:
    """Return what the signs mean."""
    icons = [f"{catalog.get(f'table.icon.{icon}')} {catalog.name('icon', icon)}" for icon in ICONS]
    return catalog.say(say("table.legend", icons=[icon.replace(" ", NO_BREAK) for icon in icons]))


# -- tracks


def heading(view: TurmoilView, catalog: Catalog) -> list[str]:
    """Return the state of the game in a heading."""
    state = say("table.heading", turn=view.turn, round=view.round, side=view.phasing)
    state = state if view.round else say("table.setup")
    lines = [catalog.say(state), catalog.say(score(view))]
    tension = say("table.tension", tension=view.tension, most=view.most_tension, status=view.status)
    lines.append(catalog.say(tension))
    lines.append(catalog.say(say("table.track", markers=view.track)))
    if view.beside:
        lines.append(catalog.say(say("table.beside", markers=view.beside)))
    lines += [navy(view, side, catalog) for side in reversed(SIDES)]
    if view.lasting:
        cards = [in_effect(card, sides, catalog) for card, sides in view.lasting.items()]
        lines.append(catalog.say(say("table.lasting", cards=cards)))
    if view.standard and view.navy[LIBERAL] < LAST_BOX:
        lines.append(catalog.say(say("table.standard", count=view.standard)))
    if view.alliance:
        for side in SIDES:
            nations = [nation for nation, fights in view.alliance.items() if fights == side]
            lines.append(catalog.say(say("table.alliance", side=side, nations=nations)))
    return lines


def in_effect(card: str, sides: list[str], catalog: Catalog) -> str:
    """Return an event in effect, with the sign of its side."""
    return f"{catalog.name('card', card)} {''.join(SIGN[side] for side in sides)}"


def score(view: TurmoilView) -> Message:
    """Return the leading side and its lead."""
    if view.vp == 0:
        return say("table.vp_even")
    return say("table.vp", side=LIBERAL if view.vp > 0 else AUTHORITARIAN, vp=abs(view.vp))


def navy(view: TurmoilView, side: str, catalog: Catalog) -> str:
    """Return a navy's box, and whether its marker shows +1."""
    key = "table.navy_improved" if view.improved[side] else "table.navy"
    text = catalog.say(say(key, side=side, box=BOXES[view.navy[side]], number=view.navy[side]))
    if side == AUTHORITARIAN and view.high_water:
        text += catalog.say(say("table.high_water", box=BOXES[view.high_water]))
    if view.advantages[side]:
        boxes = [BOXES[box] for box in view.advantages[side]]
        text += catalog.say(say("table.advantages", boxes=boxes))
    return text


# -- cards


def cards(board: Board, view: TurmoilView, catalog: Catalog) -> list[str]:
    """Hands, piles and stability cards."""
    lines = hand(board, view, catalog)
    counts = {side: view.cards[side] for side in SIDES}
    lines.append(
        catalog.say(
            say("table.piles", deck=view.deck, discard=len(view.discard), removed=len(view.removed))
        )
    )
    lines.append(catalog.say(say("table.hands", **counts)))
    if view.seen:
        lines.append(catalog.say(say("table.seen", cards=view.seen)))
    for side in SIDES:
        left = view.stability[side]
        used = [card for card in board.stability_cards[side] if card not in left]
        if used:
            lines.append(catalog.say(say("table.stability", side=side, cards=used)))
    return lines


def hand(board: Board, view: TurmoilView, catalog: Catalog) -> list[str]:
    """Return a heading and the cards of the seat."""
    if not view.hand:
        return []
    lines = (card_line(board, view, card, catalog) for card in view.hand)
    return [catalog.get("table.hand"), *lines]


def card_line(board: Board, view: TurmoilView, card: str, catalog: Catalog) -> str:
    """Return a card of the hand: number, OPs as printed and now, whose event, title, asterisk."""
    row = board.cards[card]
    star = " *" if row.removed else ""
    now = view.worth.get(card, row.ops)
    ops = f"{row.ops}" if now == row.ops else f"{row.ops}→{now}"
    value = f"{ops if row.ops else ''}{SIGN[row.side]}"
    return f"  {card:>4}  {value:>4}  {catalog.name('card', card)}{star}"


# -- one space


def describe(board: Board, view: TurmoilView, space: str, catalog: Catalog) -> str | None:
    """Describe a space: its kind, support and links."""
    if space in board.boxes:
        near = [near_by(view, board, each, catalog) for each in board.near[space]]
        return catalog.say(say("table.about_box", space=space, side=board.boxes[space], near=near))
    if space not in board.rows:
        return None
    land = board.land(view.land)
    if space not in land.spaces:
        return catalog.say(say("refusal.absent", space=space))
    regions = [region for region, there in land.regions.items() if space in there]
    facts: dict[str, Argument] = {
        "space": space,
        "stability": board.stability[space],
        "liberal": view.support[LIBERAL][space],
        "authoritarian": view.support[AUTHORITARIAN][space],
    }
    icons = [icon for icon in ICONS if icon in land.icons[space]]
    near = [near_by(view, board, each, catalog) for each in land.near[space]]
    lines = [
        catalog.say(say("table.about", regions=regions, icons=icons, **facts)),
        catalog.say(say("table.about_near", near=near)),
    ]
    if space in board.battlegrounds:
        lines.insert(1, catalog.get("table.about_battleground"))
    if view.holder[space]:
        lines.insert(1, catalog.say(say("table.about_held", side=view.holder[space])))
    return "\n".join(lines)


def near_by(view: TurmoilView, board: Board, space: str, catalog: Catalog) -> str:
    """Return a neighbour, with the sign of its controller."""
    holder = view.holder.get(space) or board.boxes.get(space, NO_SIDE)
    return " ".join(filter(None, [catalog.name("space", space), CONTROL[holder]]))
