"""Positions for exercises: a player-turn already under way, the board as given, all other tiles in
the pouches."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from entente.games.attrition.board import CENTRAL, DECOY, ELITE, ENTENTE, SIDES, Board
from entente.games.attrition.context import AttritionContext
from entente.games.attrition.state import AttritionState
from entente.games.attrition.turn import SEQUENCE
from entente.kernel import Game, Position
from entente.kernel.bag import put_in, take_from

AttritionGame = Game[AttritionState, AttritionContext]
Place = Callable[[AttritionGame], Position[AttritionState, AttritionContext]]
Tiles = Mapping[str, int]

TURN = 3  # fall 1915


def position(
    active: str,
    step: str,
    board: Mapping[str, Tiles],
    *,
    status: Mapping[str, str] | None = None,
    reserves: Tiles | None = None,
    battles: tuple[str, ...] = (),
    dice: tuple[int, ...] = (),
    done: tuple[str, ...] = (),
) -> Place:
    """Build a position in this side's turn, from a step of `turn.SEQUENCE`.

    `done` are the actions that lead to the question of the exercise; `dice` are the first dice
    rolled there.
    """

    def place(game: AttritionGame) -> Position[AttritionState, AttritionContext]:
        state = game.start({}, "exercise")
        war = game.context(state)
        state.turn, state.active = TURN, CENTRAL if active == CENTRAL else ENTENTE
        sweep(war)
        state.status.update(status or {})
        for region, tiles in board.items():
            for name, number in tiles.items():
                fetch(war.board, state, name, number)
                put_in(state.board, region, name, number)
        for name, number in (reserves or {}).items():
            fetch(war.board, state, name, number)
            put_in(state.reserves, war.tile(name).side, name, number)
        state.battles, state.chance.script = list(battles), list(dice)
        state.stack, state.answers, state.news = [], {}, []
        state.push(*SEQUENCE[SEQUENCE.index(step) :])
        game.run(state, game.context(state))
        start = game.position(state)
        for action in done:
            start.apply(active, action)
        state.news = []
        return start

    return place


def sweep(war: AttritionContext) -> None:
    """Move everything from the board and the reserves into the pouches, except elites and
    decoys."""
    state, tiles = war.state, war.board.tiles
    for region in war.board.regions:
        for name, number in state.board[region].items():
            put_in(state.pouch, tiles[name].side, tiles[name].up, number)
        state.board[region] = {}
    for side in SIDES:
        for name, number in list(state.reserves[side].items()):
            if tiles[name].type not in (ELITE, DECOY):
                take_from(state.reserves, side, name, number)
                put_in(state.pouch, side, name, number)
    state.drawn = {}


def fetch(board: Board, state: AttritionState, name: str, number: int) -> None:
    """Take tiles from where they wait: the pouch, or beside the turn track."""
    side = board.tiles[name].side
    for _ in range(number):
        waiting = (bags for bags in (state.pouch, state.to_come) if name in bags[side])
        take_from(next(waiting), side, name)
