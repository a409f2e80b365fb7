"""The recap of the last turns, from the log: battles with their dice, and marches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from entente.games.attrition.board import CENTRAL, ENTENTE
from entente.games.attrition.kinds import SideName, SideOrEmpty
from entente.games.attrition.routes import MarchPaths, Routes
from entente.games.attrition.view import AttritionView
from entente.kernel import Catalog, Choose, Message, Recap, SeenEntry
from entente.kernel.bag import Bag
from entente.kernel.message import find_last
from entente.kernel.seen_log import remembered

TURN = "log.player_turn"
BATTLE = "log.battle"
ENDS = frozenset((BATTLE, TURN, "log.status", "log.industry"))
NOTES = ("log.gas", "log.stormtroopers", "log.general", "log.decoys")
MARCHES = {"log.move": False, "log.sail": True, "log.advance": False}
MOST = 6  # marches in a recap

# For each log line of an order, the words that followed its verb.
ORDERS = {
    "log.move": ("tile", "start", "end"),
    "log.sail": ("tile", "start", "end"),
    "log.advance": ("tile", "start", "end"),
    "log.rail": ("tile", "region"),
    "log.mobilise": ("tile", "region"),
    "log.place": ("tile", "region"),
    "log.land": ("tile", "region"),
}


class Fought(msgspec.Struct):
    """A battle: its final dice, and by side the hits it scored and the trenches and tiles it lost.
    `taken` is the side that took the region; `notes` list changes to the dice."""

    move: int
    region: str
    attacker: SideName
    nation: str = ""
    dice: list[int] = []
    hits: dict[SideName, int] = {}
    trenches: dict[SideName, int] = {}
    losses: dict[SideName, Bag] = {}
    taken: SideOrEmpty = ""
    notes: list[str] = []


class March(msgspec.Struct):
    """A moved tile and the regions on its path."""

    move: int
    tile: str
    path: list[str]


class AttritionRecap(Recap):
    """The battles of this player-turn and the one before, the last marches, and the action that
    repeats the last order; empty if it cannot be repeated."""

    battles: list[Fought]
    earlier: list[Fought]
    marches: list[March]
    again: str


def recap(
    routes: Routes, view: AttritionView, log: Sequence[SeenEntry], catalog: Catalog
) -> AttritionRecap:
    """Build the recap of the last two player-turns for a player."""
    now = find_last(log, (TURN,)) or 0
    before = find_last(log, (TURN,), now)
    before = now if before is None else before
    fought = partial(battles, catalog=catalog, active=view.active)
    paths = routes.march_paths(view.status, peace=view.peace)
    moved = partial(marches, routes, paths)
    return AttritionRecap(
        battles=remembered(log, now, None, (BATTLE, catalog.language), fought, using=view.active),
        earlier=remembered(log, before, now, (TURN, catalog.language), fought),
        # The last march may have ended its turn.
        marches=remembered(log, before, None, "marches", moved, using=paths),
        again=again(view, log),
    )


# -- battles


def battles(log: Sequence[SeenEntry], catalog: Catalog, active: str) -> list[Fought]:
    """Return the battles of a player-turn, in order; that of `active` where the log of a game from
    a position does not say whose it is."""
    fights: list[Fought] = []
    attacker, fought = active, None
    for move, message in log:
        if message.key in ENDS:
            fought = None
        if message.key == TURN:
            attacker = str(message.args["seat"])
        elif message.key == BATTLE:
            fought = Fought(move, str(message.args["region"]), attacker)
            fights.append(fought)
        elif fought is not None:
            follow(fought, message, catalog)
    return fights


def follow(fought: Fought, message: Message, catalog: Catalog) -> None:
    """Take a line of a battle into account."""
    key, args = message.key, message.args
    seat, tiles, dice = str(args.get("seat", "")), args.get("tiles"), args.get("dice")
    if key in ("log.dice", "log.dice_now") and isinstance(dice, list):
        fought.nation = str(args.get("nation", fought.nation))
        fought.dice = [int(die) for die in dice]
    elif key == "log.taken":
        fought.taken = seat
    elif key in NOTES:
        fought.notes.append(catalog.line(message))
    elif key == "log.hits":
        fought.hits[seat] = int(str(args["count"]))
    elif key == "log.trenches_lost":
        fought.trenches[seat] = int(str(args["count"]))
    elif key == "log.losses" and isinstance(tiles, dict):
        fought.losses[seat] = dict(tiles)


# -- marches


def marches(routes: Routes, paths: MarchPaths, log: Sequence[SeenEntry]) -> list[March]:
    """Return the last tiles that moved."""
    lines = [line for line in log if line.message.key in MARCHES]
    return [march(routes, paths, line) for line in lines[-MOST:]]


def march(routes: Routes, paths: MarchPaths, line: SeenEntry) -> March:
    args, by_sea = line.message.args, MARCHES[line.message.key]
    tile, start, end = (str(args[word]) for word in ("tile", "start", "end"))
    known = routes.board.tiles.get(tile)
    side = known.side if known else (ENTENTE if tile.startswith(ENTENTE) else CENTRAL)
    return March(line.move, tile, paths.path(side, start, end, by_sea=by_sea))


def again(view: AttritionView, log: Sequence[SeenEntry]) -> str:
    """Return the action that repeats the last order. The log calls a redeployed tile moved, and
    names a face-down tile by its face."""
    menu = view.decision.menu if view.decision else None
    words = ORDERS.get(log[-1].message.key) if log else None
    if words is None or not isinstance(menu, Choose):
        return ""
    tile, *places = (str(log[-1].message.args[word]) for word in words)
    endings = tuple(" ".join(["", name, *places]) for name in (tile, f"{tile}-down"))
    return next((action for action in menu.actions if action.endswith(endings)), "")
