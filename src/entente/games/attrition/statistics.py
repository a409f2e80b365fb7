"""Statistics of a finished game: industry, tiles, actions, and hits against the odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from entente.games.attrition.battle_hints import fight_in
from entente.games.attrition.board import CENTRAL, DECOY, ENTENTE, SIDES, Board
from entente.games.attrition.context import AttritionContext
from entente.games.attrition.odds import dice_outcomes
from entente.games.attrition.routes import Routes
from entente.games.attrition.scoring import both_score
from entente.games.attrition.state import AttritionState
from entente.kernel import Message, Seat
from entente.kernel.bag import Bag, put, size
from entente.kernel.statistics import HITS, GameStatistics, Roll, Statistic, Transition

OTHER: dict[str, str] = {CENTRAL: ENTENTE, ENTENTE: CENTRAL}
# Log lines about the active seat.
OF_THE_MOVER = {
    "log.battle": "battles",
    "log.mobilise": "mobilised",
    "log.move": "marches",
    "log.sail": "marches",
    "log.rail": "railed",
}
# Log lines about the seat they name.
OF_THE_NAMED = {
    "log.taken": "regions",
    "log.play": "cards",
    "log.trench": "trenches",
    "log.mulligan": "mulligans",
}


class AttritionStatistics(GameStatistics[AttritionState]):
    """Industry points decide the game (5.2)."""

    measures = ("industry", "tiles")
    deeds = (
        "battles",
        "destroyed",
        "lost",
        "regions",
        "mobilised",
        "marches",
        "railed",
        "wasted",
        "trenches",
        "cards",
        "mulligans",
    )
    luck = HITS
    causes = (
        "log.taken",
        "log.status",
        "log.revolution",
        "log.ruhr_lost",
        "log.declare",
        "log.surrender",
    )

    def __init__(self, board: Board, routes: Routes) -> None:
        self.board = board
        self.routes = routes

    def figures(self, state: AttritionState) -> Mapping[str, Mapping[str, int]]:
        return {"industry": self.standing(state), "tiles": self._tiles(state)}

    def standing(self, state: AttritionState) -> Mapping[Seat, int]:
        war = self._war(state)
        return {side: war.industry(side) for side in SIDES}

    def done(self, transition: Transition[AttritionState]) -> Iterator[Statistic]:
        for message in transition.messages:
            yield from self._statistics_of(transition.seat, message)

    def rolled(self, transition: Transition[AttritionState]) -> Iterator[Roll]:
        """4.8.2: both sides score with the same dice; later changes to the dice are not luck."""
        battle = transition.before.battle
        region = battle.region if battle else ""
        for message in transition.messages:
            if message.key == "log.battle":
                region = str(message.args["region"])
            elif message.key == "log.dice":
                yield from self._dice(transition.before, region, message)

    def _war(self, state: AttritionState) -> AttritionContext:
        return AttritionContext(self.board, self.routes, state)

    def _tiles(self, state: AttritionState) -> dict[str, int]:
        """Count each side's tiles on the board, without decoys."""
        counts: dict[str, int] = dict.fromkeys(SIDES, 0)
        for bag in state.board.values():
            for name, number in bag.items():
                tile = self.board.tiles[name]
                if tile.type != DECOY and tile.side in counts:
                    counts[tile.side] += number
        return counts

    def _statistics_of(self, mover: Seat, message: Message) -> Iterator[Statistic]:
        key, args = message.key, message.args
        if key in OF_THE_MOVER:
            yield Statistic(mover, OF_THE_MOVER[key])
        elif key in OF_THE_NAMED:
            yield Statistic(str(args["seat"]), OF_THE_NAMED[key])
        elif key in ("log.losses", "log.reserves_lost"):
            seat, tiles = str(args["seat"]), args["tiles"]
            assert isinstance(tiles, dict)
            if key == "log.losses":
                yield Statistic(seat, "lost", size(tiles))
                yield Statistic(OTHER[seat], "destroyed", size(tiles))
            else:
                yield Statistic(seat, "wasted", size(tiles))

    def _dice(self, before: AttritionState, region: str, message: Message) -> Iterator[Roll]:
        """Compare the hits of both sides with every possible roll."""
        faces, war = message.args["dice"], self._war(before)
        assert isinstance(faces, list)
        dice, nation = [int(face) for face in faces], str(message.args["nation"])
        attackers, defenders = (self._fighting(war, region, s) for s in (war.active, war.passive))
        fight = fight_in(war, region, attackers, defenders, nation, len(dice))
        got = [each.total for each in both_score(self.board, fight, dice)]
        expected, squares = [0.0, 0.0], [0.0, 0.0]
        for chance, fall in dice_outcomes(len(dice), per_face=fight.per_tile):
            for place, each in enumerate(both_score(self.board, fight, fall)):
                expected[place] += chance * each.total
                squares[place] += chance * each.total**2
        for place, side in enumerate((war.active, war.passive)):
            variance = max(0.0, squares[place] - expected[place] ** 2)
            yield Roll(side, len(dice), got[place], expected[place], variance)

    def _fighting(self, war: AttritionContext, region: str, side: str) -> Bag:
        """12.4: tiles are turned up before the dice are rolled, and decoys go home."""
        tiles: Bag = {}
        for name, number in war.tiles_in(region, side).items():
            tile = war.tile(name)
            if tile.type != DECOY:
                put(tiles, tile.up, number)
        return tiles
