"""The state of a game: plain data. Tiles of a kind are alike, so every place is a bag of kinds."""

from __future__ import annotations

import msgspec

from entente.games.attrition.board import Side
from entente.kernel import State
from entente.kernel.bag import Bag

Bags = dict[str, Bag]


class Battle(msgspec.Struct):
    """The battle being fought: who rolls, the dice as they lie, hits against each side."""

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
    """Where everything is. `status` is each region's marker; industry points follow from it."""

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
    hired: list[str] = []  # elites that were mobilised before (10.8.1, 10.9.1)
    mulligans: dict[str, int] = {}
    generals: dict[str, list[str]] = {}
    trenches: Bags = {}  # by side: how many in which region
    hand: dict[str, list[str]] = {}
    dropped: dict[str, list[str]] = {}  # dealt but not kept: known to their owner only
    played: dict[str, list[str]] = {}
    in_force: list[str] = []  # cards at work in this player-turn
    coming: list[str] = []  # cards that will be at work in the next player-turn

    # what the running player-turn has to remember
    drawn: Bag = {}  # 4.2, for a mulligan
    railed: str = ""  # 4.4, the one region
    expedition: int = 0  # tiles the Expeditionary Force may still send
    movable: Bags = {}  # 4.6, tiles that may still move
    arrivals: dict[str, str] = {}  # 4.7.1: "sea" where all tiles that arrived came by sea
    battles: list[str] = []  # regions with a battle marker
    reinforced: dict[str, str] = {}  # 11.4: airplanes sent from the airfield
    advanced: Bags = {}  # tiles that have advanced, where that matters
    battle: Battle | None = None

    def copy(self) -> AttritionState:
        """All that can change is copied, what cannot is shared."""
        twin = AttritionState(
            options=self.options,
            chance=self.chance.copy(),
            stack=self.stack[:],
            sealed=self.sealed,
            news=self.news[:],
            reveals=self.reveals,
            outcome=self.outcome,
            turn=self.turn,
            active=self.active,
            status=self.status.copy(),
            board=_copied(self.board),
            pouch=_copied(self.pouch),
            reserves=_copied(self.reserves),
            destroyed=_copied(self.destroyed),
            to_come=_copied(self.to_come),
            airfield=_copied(self.airfield),
            removed=self.removed.copy(),
            surrendered=self.surrendered,
            ruhr=self.ruhr,
            hired=self.hired[:],
            mulligans=self.mulligans.copy(),
            generals={side: names[:] for side, names in self.generals.items()},
            trenches=_copied(self.trenches),
            hand={side: cards[:] for side, cards in self.hand.items()},
            dropped={side: cards[:] for side, cards in self.dropped.items()},
            played={side: cards[:] for side, cards in self.played.items()},
            in_force=self.in_force[:],
            coming=self.coming[:],
            drawn=self.drawn.copy(),
            railed=self.railed,
            expedition=self.expedition,
            movable=_copied(self.movable),
            arrivals=self.arrivals.copy(),
            battles=self.battles[:],
            reinforced=self.reinforced.copy(),
            advanced=_copied(self.advanced),
            battle=self.battle.copy() if self.battle else None,
        )
        known = self.__dict__.get("decisions")
        if known is not None:
            twin.__dict__["decisions"] = known
        return twin


def _copied(bags: Bags) -> Bags:
    return {place: bag.copy() for place, bag in bags.items()}
