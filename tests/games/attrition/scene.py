"""Scenes: a position of An Attrition of Souls set up for a test, and words to play it with."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from entente.games.attrition import Attrition, create
from entente.games.attrition.board import SIDES
from entente.games.attrition.context import AttritionContext
from entente.games.attrition.state import AttritionState
from entente.games.attrition.turn import SEQUENCE
from entente.kernel import Decision, Message, OptionValue, Position, Refusal, Seat, listed
from entente.kernel.bag import Bag, put, take

GAME: Attrition = create({})
Tiles = Mapping[str, Mapping[str, int]]


class Scene:
    """A player-turn that starts in the middle: the board as given, everything else in the pouches.

    `step` is the step of the turn (see `turn.SEQUENCE`) from which it runs.
    """

    def __init__(
        self,
        active: str = "central",
        step: str = "play_card",
        turn: str = "fall_1915",
        *,
        options: Mapping[str, OptionValue] | None = None,
        status: Mapping[str, str] | None = None,
        board: Tiles | None = None,
        reserves: Mapping[str, int] | None = None,
        destroyed: Mapping[str, int] | None = None,
        airfield: Mapping[str, int] | None = None,
        hand: list[str] | None = None,
        in_force: list[str] | None = None,
        arrivals: Mapping[str, str] | None = None,
        battles: list[str] | None = None,
        trenches: Mapping[str, Mapping[str, int]] | None = None,
        surrendered: bool = False,
        expedition: int = 0,
        dice: list[int] | None = None,
        game: Attrition = GAME,
        seed: str = "scene",
    ) -> None:
        self.game = game
        state = game.start(options, seed)
        self.state: AttritionState = state
        state.turn = game.board.turns.index(turn)
        state.active = "central" if active == "central" else "entente"
        self._sweep()
        state.status.update(status or {})
        for region, tiles in (board or {}).items():
            for name, number in tiles.items():
                self._fetch(name, number)
                put(state.board[region], name, number)
        for pile, given in (
            (state.reserves, reserves),
            (state.destroyed, destroyed),
            (state.airfield, airfield),
        ):
            for name, number in (given or {}).items():
                self._fetch(name, number)
                put(pile[game.board.tiles[name].side], name, number)
        if hand is not None:
            state.hand[active] = list(hand)
        state.in_force = list(in_force or [])
        state.arrivals = dict(arrivals or {})
        state.battles = list(battles or [])
        for side, dug in (trenches or {}).items():
            state.trenches[side] = dict(dug)
        state.surrendered = surrendered
        state.expedition = expedition
        state.chance.script = list(dice or [])
        state.stack = []
        state.push(*SEQUENCE[SEQUENCE.index(step) :])
        state.answers = {}
        state.news = []
        game.run(state, game.context(state))

    def _sweep(self) -> None:
        """Everything from the board and the reserves into the pouches, except elites and decoys."""
        state, tiles = self.state, self.game.board.tiles
        for there in state.board.values():
            for name in list(there):
                tile = tiles[name]
                put(state.pouch[tile.side], tile.up, there.pop(name))
        for side in SIDES:
            reserves = state.reserves[side]
            for name in [n for n in reserves if tiles[n].type not in ("elite", "decoy")]:
                put(state.pouch[side], name, reserves.pop(name))
        state.drawn = {}

    def _fetch(self, name: str, number: int) -> None:
        """Take tiles from where they are; a test may not invent tiles."""
        tile, state = self.game.board.tiles[name], self.state
        for _ in range(number):
            sources = (state.pouch, state.to_come, state.reserves)
            source = next((s[tile.side] for s in sources if tile.up in s[tile.side]), None)
            assert source is not None, f"no {tile.up} left to set up"
            take(source, tile.up)

    # -- asking

    @property
    def position(self) -> Position[AttritionState, AttritionContext]:
        return self.game.position(self.state)

    @property
    def war(self) -> AttritionContext:
        return self.game.context(self.state)

    @property
    def step(self) -> str:
        """The step that waits for a decision; empty when the game is over."""
        return self.state.step

    @property
    def deciding(self) -> tuple[str, ...]:
        return tuple(self.position.required_by_seat())

    def decision(self, seat: str | None = None) -> Decision:
        decisions = self.position.required_by_seat()
        return decisions[seat] if seat else next(iter(decisions.values()))

    @property
    def actions(self) -> tuple[str, ...]:
        """What may be done now (by the first seat that decides)."""
        found = listed(self.decision().menu)
        assert found is not None
        return found

    def why_not(self, action: str, seat: str | None = None) -> Refusal:
        """The refusal of an action; it is an error if the action is allowed."""
        refusal = self.position.explain(seat or self.deciding[0], action)
        assert refusal is not None, f"{action!r} is allowed"
        return refusal

    def hint(self, action: str, seat: Seat | None = None) -> Message | None:
        """The hint shown beside an action."""
        return self.position.bind(self.decision(seat)).hint(action)

    def shown(self, seat: Seat, action: str, viewer: Seat | None) -> str | None:
        """Return what a viewer may know of an action."""
        return self.position.bind(self.decision(seat)).shown(action, viewer)

    def refused(self, action: str, seat: str | None = None) -> tuple[str, str]:
        """The section and the key of a refusal."""
        why = self.why_not(action, seat)
        return why.section, why.message.key.removeprefix("refusal.")

    def tiles(self, region: str) -> Bag:
        return self.state.board[region]

    def status(self, region: str) -> str:
        return self.state.status[region]

    def pile(self, name: str, side: str) -> Bag:
        """One of a side's piles: pouch, reserves, destroyed, airfield, to_come."""
        bags: dict[str, Bag] = getattr(self.state, name)
        return bags[side]

    def said(self) -> list[Message]:
        """The log of the last action."""
        return [entry.message for entry in self.state.news]

    def log_lines(self, key: str) -> list[Message]:
        """The lines of the last action's log with this key."""
        return [message for message in self.said() if message.key == key]

    def hits(self) -> dict[str, int]:
        """The hits each side scored in the battle the last action rolled for."""
        return {
            str(line.args["seat"]): int(str(line.args["count"]))
            for line in self.log_lines("log.hits")
        }

    def ends(self, tile: str, start: str) -> set[str]:
        """Return where a tile may move or sail from here now."""
        moves = [action.split() for action in self.actions if action != "done"]
        return {words[3] for words in moves if words[1:3] == [tile, start]}

    def industry(self) -> dict[str, int]:
        """Both sides' industry points, which are public."""
        return self.game.view(self.state, None).industry

    # -- doing

    def do(self, *actions: str) -> Scene:
        """Take actions, each by the first seat that decides."""
        for action in actions:
            self.position.apply(self.deciding[0], action)
        return self

    def by(self, seat: str, action: str) -> Scene:
        """Take an action as a given seat (for simultaneous decisions)."""
        self.position.apply(seat, action)
        return self

    def skip_to(self, step: str) -> Scene:
        """Answer `done` (or anything that is possible) until a step asks."""
        rng = Random(0)
        while self.step != step:
            assert self.step, f"the game ended before {step}"
            menu = self.decision().menu
            self.do("done" if "done" in menu else menu.sample(rng))
        return self

    def finish_turn(self) -> Scene:
        """Answer `done` until the other player's turn has begun."""
        side, rng = self.state.active, Random(0)
        while self.state.active == side and self.step:
            menu = self.decision().menu
            self.do("done" if "done" in menu else menu.sample(rng))
        return self


def every_tile(state: AttritionState) -> Bag:
    """Return all tiles of all places, face up: the invariant that none is created or lost."""
    total: Bag = {}
    places = [
        *state.board.values(),
        *(
            bag
            for bags in (
                state.pouch,
                state.reserves,
                state.destroyed,
                state.to_come,
                state.airfield,
            )
            for bag in bags.values()
        ),
        state.removed,
    ]
    for bag in places:
        for name, number in bag.items():
            put(total, GAME.board.tiles[name].up, number)
    return total


def battle_scene(
    active: str,
    region: str,
    attackers: Mapping[str, int],
    defenders: Mapping[str, int],
    dice: list[int],
    *,
    status: str = "contested",
    **more: Any,
) -> Scene:
    """A planned battle, about to be resolved with these dice."""
    return Scene(
        active,
        "choose_battle",
        board={region: {**attackers, **defenders}, **more.pop("board", {})},
        battles=[region, *more.pop("battles", [])],
        status={region: status, **more.pop("elsewhere", {})},
        dice=dice,
        **more,
    )
