"""The context of the rules: the board and the state together, and the operations many chapters
share."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.attrition.board import (
    AIRPLANE,
    ARTILLERY,
    CENTRAL,
    DECOY,
    ELITE,
    GERMANY,
    NEUTRAL,
    Board,
    Side,
    Tile,
    other_side,
    unknown,
)
from entente.games.attrition.routes import RouteCache, Routes
from entente.games.attrition.state import AttritionState, Battle
from entente.kernel import Frame, Options, Steps, say
from entente.kernel.bag import Bag, put, put_in, take_from
from entente.kernel.message import Argument
from entente.kernel.state import UNHEARD

DONE = "done"


class AttritionContext:
    """The current position. Rules query it and change it through this object."""

    __slots__ = ("_marked", "board", "offered", "routes", "state")

    def __init__(self, board: Board, routes: Routes, state: AttritionState) -> None:
        self.board = board
        self.routes = routes
        self.state = state
        self.offered: tuple[Frame, tuple[str, ...]] | None = None  # offers of the last question
        self._marked: RouteCache | None = None  # routes, until a marker changes

    def for_copy(self, state: AttritionState) -> AttritionContext:
        """Return the context of a copied state, with the same cached results."""
        twin = AttritionContext(self.board, self.routes, state)
        twin.offered, twin._marked = self.offered, self._marked
        return twin

    @property
    def marked(self) -> RouteCache:
        """Routes under the current markers."""
        known = self._marked
        if known is None:
            known = self._marked = self.routes.marked(self.state.status)
        return known

    # -- who and when

    @property
    def active(self) -> Side:
        return self.state.active

    @property
    def passive(self) -> Side:
        return other_side(self.state.active)

    @property
    def peace(self) -> bool:
        """6.1: spring 1914 is peacetime."""
        return self.state.turn == 0

    @property
    def battle(self) -> Battle:
        """The battle being fought."""
        assert self.state.battle is not None
        return self.state.battle

    @property
    def fog(self) -> bool:
        return self.state.options["fog_of_war"] is True

    def on(self, option: str) -> bool:
        """Return whether an optional rule is on."""
        return self.state.options[option] is True

    def in_force(self, card: str) -> bool:
        """Return whether a card is in force in this player-turn."""
        return card in self.state.in_force

    # -- regions

    def status(self, region: str) -> str:
        return self.state.status[region]

    def set_status(self, region: str, status: str) -> None:
        """Change a region's marker. 19.3: the Ruhr marker goes with the Rhineland."""
        self.state.status[region] = status
        self._marked = None
        if self.state.ruhr and region == self.board.industry.ruhr_region and status != CENTRAL:
            self.state.ruhr = False
            self.log("log.ruhr_lost")

    def value(self, region: str) -> int:
        """Return a region's industry points (19.2 with the Ruhr marker)."""
        if self.state.ruhr and region == self.board.industry.ruhr_region:
            return self.board.industry.ruhr_value
        return self.board.regions[region].ip

    def industry(self, side: str) -> int:
        """2.1.5: the sum over the regions with this side's control marker."""
        total, regions, special = 0, self.board.regions, ""
        if self.state.ruhr:
            special = self.board.industry.ruhr_region
        for region, status in self.state.status.items():
            if status == side:
                total += self.value(region) if region == special else regions[region].ip
        return total

    def is_neutral(self, nation: str) -> bool:
        """Return whether a nation has not yet entered the war. Russia after its surrender does not
        count."""
        facts = self.board.nations[nation]
        return facts.starts_neutral and self.state.status[facts.capital] == NEUTRAL

    # -- tiles

    def tile(self, name: str) -> Tile:
        return self.board.tiles[name]

    def tiles_in(self, region: str, side: str) -> Bag:
        """Return the tiles of a side in a region, in the order of the tile list."""
        there, side_of = self.state.board[region], self.board.side_of
        own = {name: number for name, number in there.items() if side_of[name] == side}
        return {name: own[name] for name in self.board.in_order(own)} if len(own) > 1 else own

    def has_tiles(self, region: str, side: str) -> bool:
        side_of = self.board.side_of
        for name in self.state.board[region]:  # noqa: SIM110  quicker than any()
            if side_of[name] == side:
                return True
        return False

    def has_nation(self, region: str, nation: str, *, face_up: bool = False) -> bool:
        """Return whether a tile of a nation is in a region."""
        tiles = self.board.tiles
        return any(
            tiles[name].nation == nation and not (face_up and tiles[name].is_down)
            for name in self.state.board[region]
        )

    def listed(self, bag: Bag) -> Iterator[Tile]:
        """Return the kinds of tile in a bag, in order."""
        tiles = self.board.tiles
        return (tiles[name] for name in self.board.in_order(bag))

    def as_placed(self, tile: Tile, *, face_up: bool = False) -> str:
        """Return a tile as it enters the board: face down under fog of war (12.3)."""
        return tile.down if self.fog and not face_up else tile.up

    def shift(self, tile: str, start: str, end: str) -> None:
        """Move a tile from one region to another."""
        take_from(self.state.board, start, tile)
        put_in(self.state.board, end, tile)

    def to_reserves(self, tile: Tile, region: str) -> None:
        """Take a tile off the board into its owner's reserves."""
        take_from(self.state.board, region, tile.id)
        put_in(self.state.reserves, tile.side, tile.up)

    def lose(self, tile: Tile, region: str) -> None:
        """Destroy a tile; elites (10.2) and decoys (12.4) return to the reserves."""
        if tile.type in (ELITE, DECOY):
            self.to_reserves(tile, region)
            return
        take_from(self.state.board, region, tile.id)
        if self.in_force("EP10") and tile.nation == GERMANY and tile.type in (ARTILLERY, AIRPLANE):
            put(self.state.removed, tile.up)
            self.log("log.blockaded", tile=tile.up)
        else:
            put_in(self.state.destroyed, tile.side, tile.up)

    # -- words

    def log(self, key: str, **args: Argument) -> None:
        """Add a public line to the log."""
        if self.state.news is not UNHEARD:
            self.state.log(say(key, **args))

    def log_tile(self, key: str, tile: Tile, *, secret: bool, **args: Argument) -> None:
        """Log a line about a tile. If the tile is secret, only its owner sees which one it is."""
        if self.state.news is UNHEARD:
            return
        if not secret:
            self.log(key, tile=tile.up, **args)
            return
        public = say(key, tile=unknown(tile.side), **args)
        self.state.log(say(key, tile=tile.up, **args), [tile.side], public)


def first_turn(options: Options) -> int:
    """20.2: the historical set-up starts in fall 1914."""
    return 1 if options["historical_setup"] else 0


steps: Steps[AttritionContext] = Steps()
