"""The state of a game: plain data. Tiles of a kind are identical, so every place is a bag of
kinds."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from entente.games.attrition.bid import BID, NO_BID
from entente.games.attrition.board import Side
from entente.kernel import OptionValue, State
from entente.kernel.bag import Bag, Bags
from entente.kernel.state import shallow


class Battle(msgspec.Struct):
    """The battle being fought: rolling nation, current dice, hits against each side."""

    region: str
    nation: str = ""
    doubled: bool = False
    dice: list[int] = []
    general: bool = False
    reroll: bool = False
    hits: dict[str, int] = {}
    infantry_hits: int = 0
    losses: dict[str, list[str]] = {}

    def copy(self) -> Battle:
        return Battle(
            self.region,
            self.nation,
            self.doubled,
            self.dice[:],
            self.general,
            self.reroll,
            self.hits.copy(),
            self.infantry_hits,
            self.losses.copy(),
        )


class AttritionState(State):
    """The whole state. `status` is each region's marker; industry points follow from it."""

    added_options: ClassVar[dict[str, OptionValue]] = {BID: NO_BID}

    turn: int
    active: Side
    status: dict[str, str]
    board: Bags
    pouch: Bags
    reserves: Bags
    destroyed: Bags
    to_come: Bags  # tiles beside the turn track
    airfield: Bags
    removed: Bag
    surrendered: bool = False
    ruhr: bool = False
    hired: list[str] = []  # elites mobilised before (10.8.1, 10.9.1)
    mulligans: dict[str, int] = {}
    generals: dict[str, list[str]] = {}
    trenches: Bags = {}  # by side: number per region
    hand: dict[str, list[str]] = {}
    dropped: dict[str, list[str]] = {}  # dealt but not kept: known only to the owner
    played: dict[str, list[str]] = {}
    in_force: list[str] = []  # cards in force in this player-turn
    coming: list[str] = []  # cards in force in the next player-turn

    # for the current player-turn only
    drawn: Bag = {}  # 4.2, for a mulligan
    railed: str = ""  # 4.4, the one region
    expedition: int = 0  # tiles the Expeditionary Force may still send
    movable: Bags = {}  # 4.6, tiles that may still move
    arrivals: dict[str, str] = {}  # 4.7.1: "sea" where all tiles that arrived came by sea
    battles: list[str] = []  # regions with a battle marker
    reinforced: dict[str, str] = {}  # 11.4: airplanes sent from the airfield
    advanced: Bags = {}  # tiles that have advanced, if relevant
    battle: Battle | None = None

    def copy(self) -> AttritionState:
        """Copy what changes in place; share what is only ever replaced, such as bags."""
        twin = shallow(self)
        twin.chance = self.chance.copy()
        twin.stack = self.stack[:]
        twin.status = self.status.copy()
        twin.board = self.board.copy()
        twin.pouch = self.pouch.copy()
        twin.reserves = self.reserves.copy()
        twin.destroyed = self.destroyed.copy()
        twin.to_come = self.to_come.copy()
        twin.airfield = self.airfield.copy()
        twin.removed = self.removed.copy()
        twin.hired = self.hired[:]
        twin.mulligans = self.mulligans.copy()
        twin.generals = _copied_lists(self.generals)
        twin.trenches = self.trenches.copy()
        twin.hand = _copied_lists(self.hand)
        twin.dropped = _copied_lists(self.dropped)
        twin.played = _copied_lists(self.played)
        twin.in_force = self.in_force[:]
        twin.coming = self.coming[:]
        twin.drawn = self.drawn.copy()
        twin.movable = self.movable.copy()
        twin.arrivals = self.arrivals.copy()
        twin.battles = self.battles[:]
        twin.reinforced = self.reinforced.copy()
        twin.advanced = self.advanced.copy()
        twin.battle = self.battle.copy() if self.battle else None
        return twin


def _copied_lists(lists: dict[str, list[str]]) -> dict[str, list[str]]:
    return {side: items[:] for side, items in lists.items()}
