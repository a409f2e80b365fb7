"""Invariants of every game, with any options."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from entente.games.attrition.board import SIDES
from entente.games.attrition.state import AttritionState
from entente.kernel import Decision, Message, OptionValue, Seat
from entente.kernel.bag import Bag, size
from tests.amount import amount
from tests.games.attrition.scene import GAME, every_tile

FACES = {"infantry": 1, "elite": 1, "artillery": 2, "tank": 2, "airplane": 3}
VALUE = {row.id: row.ip for row in GAME.board.tables.map.region}
LANDINGS = {"EP3": "istanbul", "CP3": "petrograd"}
OPTIONS = st.fixed_dictionaries(
    {option.id: st.sampled_from(option.values) for option in GAME.info.options}
)
ALL_RULES = GAME.info.all_rules()


@pytest.mark.amount
@settings(max_examples=amount(3, 2_000), deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 10**9), loyal=st.integers(0, 10))
@example(options={}, seed=1914, loyal=10)
@example(options={}, seed=1915, loyal=3)
@example(options=ALL_RULES, seed=1916, loyal=10)
@example(options=ALL_RULES, seed=1917, loyal=4)
def test_every_game_keeps_its_accounts(
    options: dict[str, OptionValue], seed: int, loyal: int
) -> None:
    """A game at random to its end; Russia does not surrender before the turn `loyal`."""
    rng, state = Random(seed), GAME.start(options, str(seed))
    witness = Witness(state)
    while state.outcome is None:
        position = GAME.position(state)
        decisions = position.required_by_seat()
        witness.check_menus(decisions)
        seat, decision = next(iter(decisions.items()))
        action = decision.menu.sample(rng)
        if action == "surrender" and state.turn < loyal:
            action = "done"
        before = state.copy()
        position.apply(seat, action)
        witness.check_position(state)
        witness.check_battle(before, state)
        if (state.turn, state.active) != (before.turn, before.active):
            witness.check_end_of_turn(before, state)
    assert GAME.position(state).required_by_seat() == {}


def sides_in(there: Bag) -> set[str]:
    return {GAME.board.tiles[name].side for name in there}


def said(state: AttritionState, key: str) -> list[Message]:
    return [entry.message for entry in state.news if entry.message.key == key]


class Witness:
    """Keeps its own accounts of a game, from the log and the markers alone."""

    def __init__(self, first: AttritionState) -> None:
        self.tiles = every_tile(first)
        self.ruhr = first.options["ruhr"] is True
        self.dice: list[int] = []
        self.region = ""
        self.fighting: dict[str, Bag] = {}
        self.against: dict[str, int] = {}

    # -- at every moment

    def check_menus(self, decisions: Mapping[Seat, Decision]) -> None:
        assert decisions
        for decision in decisions.values():
            assert decision.menu.size() >= 1
            assert next(iter(decision.menu)) in decision.menu

    def check_position(self, state: AttritionState) -> None:
        assert every_tile(state) == self.tiles, "no tile is made or lost"
        self.check_bags(state)
        self.check_markers(state)
        self.check_russia(state)

    def check_bags(self, state: AttritionState) -> None:
        piles = (
            *(state.board, state.pouch, state.reserves, state.destroyed, state.to_come),
            *(state.airfield, state.trenches, state.movable, state.advanced),
        )
        for bags in piles:
            for bag in bags.values():
                assert all(number > 0 for number in bag.values())
        for dug in state.trenches.values():
            assert size(dug) <= 4

    def check_markers(self, state: AttritionState) -> None:
        """Each region has one marker, and industry is the sum of the control markers."""
        assert list(state.status) == list(VALUE)
        assert set(state.status.values()) <= {*SIDES, "neutral", "contested"}
        self.ruhr = self.ruhr and state.status["rhineland"] == "central"
        worth = {**VALUE, "rhineland": 2} if self.ruhr else VALUE
        industry = {
            side: sum(worth[region] for region in VALUE if state.status[region] == side)
            for side in SIDES
        }
        assert GAME.view(state, None).industry == industry
        for region, there in state.board.items():
            if state.status[region] == "neutral" and there:
                assert state.surrendered
                assert GAME.board.regions[region].nation == "russia"
                assert len(sides_in(there)) == 1, "A15"

    def check_russia(self, state: AttritionState) -> None:
        if not state.surrendered:
            return
        open_bags = (
            *state.board.values(),
            *state.reserves.values(),
            *state.airfield.values(),
            *state.to_come.values(),
        )
        for bag in open_bags:
            assert not any(GAME.board.tiles[name].nation == "russia" for name in bag)

    # -- at the end of a player-turn

    def check_end_of_turn(self, before: AttritionState, state: AttritionState) -> None:
        """Markers fit the tiles, but for Berlin in revolution and for landings (A17)."""
        landed = {region for card, region in LANDINGS.items() if card in before.in_force}
        if "EP6" in before.in_force:
            landed.add("berlin")
        if not said(state, "log.disband"):
            for region, there in state.board.items():
                if region not in landed and state.status[region] != "neutral":
                    self.check_marker(state.status[region], sides_in(there))
        assert not state.battles
        side = before.active
        for name in state.reserves[side]:
            tile = GAME.board.tiles[name]
            if tile.type not in ("elite", "decoy"):
                nation = GAME.board.nations[tile.nation]
                assert state.status[nation.capital] == "neutral"

    def check_marker(self, status: str, sides: set[str]) -> None:
        if sides:
            assert status == ("contested" if len(sides) == 2 else next(iter(sides)))
        else:
            assert status != "contested"

    # -- battles, from the log

    def check_battle(self, before: AttritionState, state: AttritionState) -> None:
        """Dice and tiles give the hits, hits less what is ignored give the losses."""
        lost: dict[str, int] = dict.fromkeys(SIDES, 0)
        for entry in state.news:
            line = entry.message
            if line.key == "log.battle":
                self.region = str(line.args["region"])
            elif line.key in ("log.dice", "log.dice_now"):
                faces = line.args["dice"]
                assert isinstance(faces, list)
                self.dice = [int(face) for face in faces]
            elif line.key == "log.hits":
                self.check_hits(before, str(line.args["seat"]), int(str(line.args["count"])))
            elif line.key == "log.ignore":
                self.against[str(line.args["seat"])] -= 1
            elif line.key == "log.trenches_lost":
                self.against[str(line.args["seat"])] -= int(str(line.args["count"]))
            elif line.key == "log.losses":
                tiles = line.args["tiles"]
                assert isinstance(tiles, dict)
                lost[str(line.args["seat"])] += size(tiles)
        over = state.battle is None or state.step == "advance"
        if self.fighting and over:
            for side, tiles in self.fighting.items():
                assert lost[side] == min(self.against[side], size(tiles))
            self.fighting = {}
        elif self.fighting:
            assert not any(lost.values()), "losses are taken at the same time"

    def check_hits(self, before: AttritionState, side: str, hits: int) -> None:
        own: Bag = {}
        for name, number in before.board[self.region].items():
            tile = GAME.board.tiles[name]
            if tile.side == side and tile.type != "decoy":
                own[tile.up] = own.get(tile.up, 0) + number
        self.fighting[side] = own
        attacking = side == before.active
        if attacking:
            self.check_number_of_dice(before, own)
        barrage = attacking and "EP2" in before.in_force and "britain-artillery" in own
        assert hits == self.most_hits(before, own, barrage=barrage)
        assert hits <= len(self.dice)
        self.against["entente" if side == "central" else "central"] = hits

    def check_number_of_dice(self, before: AttritionState, own: Bag) -> None:
        nations: Bag = {}
        for name, number in own.items():
            nation = GAME.board.tiles[name].nation
            nations[nation] = nations.get(nation, 0) + number
        most = max(nations.values())
        if {"CP2", "EP8"} & set(before.in_force):
            assert most <= len(self.dice) <= 2 * most
        else:
            assert len(self.dice) == most

    def most_hits(self, before: AttritionState, own: Bag, *, barrage: bool) -> int:
        """4.8.2 and 10.5, counted face by face."""
        needing = dict.fromkeys(range(1, 7), 0)
        elites: list[int] = []
        for name, number in own.items():
            tile = GAME.board.tiles[name]
            needing[FACES[tile.type]] += number
            if tile.elite is not None:
                elites.append(tile.elite.special_face)
        if barrage:
            needing[2] = len(self.dice)
        hits = sum(min(self.dice.count(face), needing[face]) for face in (1, 2, 3))
        if before.options["elite_special"] == "range":
            return hits + min(len(elites), sum(face > 3 for face in self.dice))
        return hits + sum(min(elites.count(f), self.dice.count(f)) for f in (4, 5, 6))
