"""Invariants of every game, with any play, dice and options."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from entente.games.turmoil.game import EuropeInTurmoil
from entente.games.turmoil.state import TurmoilState
from entente.kernel import Decision, OptionValue, Seat, registry
from tests.amount import THOROUGH, amount
from tests.games.turmoil.table import A, L


def the_game() -> EuropeInTurmoil:
    game = registry.load("turmoil")
    assert isinstance(game, EuropeInTurmoil)
    return game


GAME = the_game()
SIDES = (A, L)
EVERY_CARD = sorted(f"C{number}" for number in range(1, 111))
COMING = {
    "edwardian": (4, {card for card, row in GAME.board.cards.items() if row.era == "edwardian"}),
    "georgian": (8, {card for card, row in GAME.board.cards.items() if row.era == "georgian"}),
}
STABILITY = {
    L: {f"S{number}" for number in range(1, 11)},
    A: {f"S{number}" for number in range(11, 21)},
}
FIRST_MARKERS = {"three_emperor_league", "franco_russian_alliance", "russian_collapse"}
BESIDE = {"schlieffen", "german_army_expansion", "von_bethmann_hollweg", "us_interventionism"}
BLACK_HAND = {"serbia", "bosnia", "montenegro", "macedonia"}
ON_DISPLAY = {"C5", "C16", "C25"}
PER_TURN, PER_GAME = 400, 3000
SELDOM = 10

OPTIONS = st.fixed_dictionaries(
    {option.id: st.sampled_from(option.values) for option in GAME.info.options}
)
ALL_RULES = GAME.info.all_rules()


@pytest.mark.amount
@settings(max_examples=amount(3, 800), deadline=None, derandomize=True)
@given(options=OPTIONS, seed=st.integers(0, 10**9), highest=st.integers(1, 6))
@example(options={}, seed=1898, highest=1)
@example(options={}, seed=1904, highest=6)
@example(options=ALL_RULES, seed=1911, highest=2)
@example(options=ALL_RULES, seed=1914, highest=6)
def test_every_game_keeps_its_accounts(
    options: dict[str, OptionValue], seed: int, highest: int
) -> None:
    """A game at random to its end; dice up to `highest`: low ones keep the peace for long."""
    play(options, seed, highest)


COMBINATIONS = list(product(*(option.values for option in GAME.info.options)))
Combination = tuple[OptionValue, ...]


def pairs(combination: Combination) -> set[tuple[tuple[int, OptionValue], ...]]:
    return set(combinations(enumerate(combination), 2))


def covering() -> list[Combination]:
    """Combinations in which any two options have all their values together."""
    chosen, wanted = [], {pair for each in COMBINATIONS for pair in pairs(each)}
    while wanted:
        best = max(COMBINATIONS, key=lambda each: len(pairs(each) & wanted))
        chosen.append(best)
        wanted -= pairs(best)
    return chosen


PLAYED = COMBINATIONS if THOROUGH else covering()


@pytest.mark.amount
@pytest.mark.parametrize("chosen", PLAYED, ids=lambda chosen: "-".join(map(str, chosen)))
def test_every_combination_of_options_can_be_played(chosen: Combination) -> None:
    options = {o.id: value for o, value in zip(GAME.info.options, chosen, strict=True)}
    play(options, COMBINATIONS.index(chosen), 3)


def test_every_day_too_many_combinations_are_played() -> None:
    every_value = {(o.id, value) for o in GAME.info.options for value in o.values}
    played = {
        (o.id, value) for each in PLAYED for o, value in zip(GAME.info.options, each, strict=True)
    }
    assert played == every_value
    assert 18 <= len(PLAYED) <= len(COMBINATIONS)


def test_a_game_of_peace_lasts_ten_turns() -> None:
    """4.1, 10.4.2: ten turns and a final scoring, or 20 VP before; some seeds do get there."""
    ends = (play({}, seed, 1).outcome_key for seed in range(12))
    assert any(end in ("outcome.last_turn", "outcome.draw") for end in ends)


def play(options: dict[str, OptionValue], seed: int, highest: int) -> Witness:
    rng, state = Random(seed), GAME.start(options, str(seed))
    witness = Witness()
    witness.look(state)
    while state.outcome is None:
        position = GAME.position(state)
        decisions = position.required_by_seat()
        witness.check_menus(state, decisions)
        seat = rng.choice(list(decisions))
        before = state.copy()
        state.chance.script = rng.choices(range(1, highest + 1), k=12)
        position.apply(seat, decisions[seat].menu.sample(rng))
        witness.check_hands(before, state)
        witness.look(state)
    assert GAME.position(state).required_by_seat() == {}
    witness.check_end(state)
    return witness


class Witness:
    """Keeps its own accounts of a game."""

    def __init__(self) -> None:
        self.decisions: dict[int, int] = {}
        self.turn = 1
        self.outcome_key = ""

    # -- at every moment

    def check_menus(self, state: TurmoilState, decisions: Mapping[Seat, Decision]) -> None:
        """A seat always has a decision with a legal action; and no turn lasts for ever."""
        assert decisions
        for seat, decision in decisions.items():
            assert decision.seat == seat
            assert decision.menu.size() >= 1
            assert next(iter(decision.menu)) in decision.menu
        self.decisions[state.turn] = self.decisions.get(state.turn, 0) + 1
        assert self.decisions[state.turn] <= PER_TURN
        assert sum(self.decisions.values()) <= PER_GAME

    def look(self, state: TurmoilState) -> None:
        self.check_cards(state)
        self.check_support(state)
        self.check_tracks(state)
        self.check_stability(state)
        if sum(self.decisions.values()) % SELDOM == 0:
            self.check_copies(state)
        assert state.turn in (self.turn, self.turn + 1)
        self.turn = state.turn
        if state.step == "play_card":
            self.check_action_round(state)

    def check_cards(self, state: TurmoilState) -> None:
        """110 cards, each in one place; 2.2.5: a card with an asterisk is gone after its event."""
        box = [c for turn, cards in COMING.values() if state.turn < turn for c in cards]
        hands = [card for side in SIDES for card in state.hand[side]]
        piles = (state.deck, state.discard, state.removed, state.table, hands, box)
        assert sorted(card for pile in piles for card in pile) == EVERY_CARD
        rows = GAME.board.cards
        for card in state.happened:
            if rows[card].removed:
                assert card in state.removed or card in state.table
        assert all(rows[card].removed and card in state.happened for card in state.removed)
        assert len(state.happened) == len(set(state.happened))
        for seat, other in ((A, L), (L, A)):
            assert set(state.seen[seat]) <= set(state.hand[other])

    def check_support(self, state: TurmoilState) -> None:
        """2.1.3: who controls a space follows from support and stability, and from nothing else."""
        for space in GAME.board.spaces:
            liberal, authoritarian = state.support[L][space], state.support[A][space]
            assert liberal >= 0
            assert authoritarian >= 0
            stability = GAME.board.rows[space].stability
            holder = ""
            if liberal - authoritarian >= stability:
                holder = L
            elif authoritarian - liberal >= stability:
                holder = A
            assert state.holder[space] == holder
        if state.black_hand:
            assert state.black_hand in BLACK_HAND
            assert state.support[A][state.black_hand] >= 2
        if "C51" not in state.happened:
            assert not any(state.support[side]["norway"] for side in SIDES)
        if state.land & 1:
            assert "C2" in state.happened
            assert not any(state.support[side]["french_catholic_church"] for side in SIDES)

    def check_tracks(self, state: TurmoilState) -> None:
        """8.1.2, 6.3, 8.2: every marker stays on its track."""
        assert 0 <= state.tension <= 6
        for side in SIDES:
            assert 0 <= state.navy[side] <= 13
        assert state.high_water == 0 or state.navy[A] <= state.high_water <= 13
        assert 1 <= len(state.track) <= 5
        assert len(set(state.track)) == len(state.track)
        assert state.track[0] in FIRST_MARKERS
        assert len(set(state.beside)) == len(state.beside)
        assert set(state.beside) <= BESIDE

    def check_stability(self, state: TurmoilState) -> None:
        """9: ten cards each, at least two of them available when no check is under way."""
        for side in SIDES:
            available = state.stability[side]
            assert len(set(available)) == len(available)
            assert set(available) <= STABILITY[side]
            if not state.chosen:
                assert len(available) >= 2

    def check_copies(self, state: TurmoilState) -> None:
        data = GAME.save(state)
        assert GAME.copy(state) == state
        assert GAME.load(data) == state
        assert GAME.save(GAME.load(data)) == data

    # -- when a card is to be played

    def check_action_round(self, state: TurmoilState) -> None:
        """10.4.1: at 20 VP the game is over; 4.5.1, 4.5.2: rounds and hands of a turn."""
        rounds, size = (7, 8) if state.turn < 4 else (8, 9)
        assert abs(state.vp) < 20
        assert set(state.table) <= ON_DISPLAY & set(state.lasting)
        assert not state.chosen
        assert not state.revealed
        assert 1 <= state.round <= rounds + 1
        assert state.hand[state.phasing]
        if state.round > rounds:
            assert state.phasing == A
        if state.round == 1 and state.phasing == A:
            spare = len(state.deck) + len(state.discard)
            for side in SIDES:
                assert len(state.hand[side]) == size or not spare

    def check_hands(self, before: TurmoilState, state: TurmoilState) -> None:
        """A hand grows only by what the log says: draws, S5 and S4."""
        gained = dict.fromkeys(SIDES, 0)
        for entry in state.news:
            line = entry.message
            if line.key == "log.draw":
                cards = line.args["cards"]
                assert isinstance(cards, list)
                gained[str(line.args["side"])] += len(cards)
            elif line.key == "log.recover":
                gained[str(line.args["side"])] += 1
            elif line.key == "log.called_off":
                gained[A] += 1
        for side in SIDES:
            assert len(state.hand[side]) <= len(before.hand[side]) + gained[side]

    # -- at the end

    def check_end(self, state: TurmoilState) -> None:
        """8.4.5, 10.4: the winner, and the VP."""
        outcome = state.outcome
        assert outcome is not None
        self.outcome_key = outcome.reason.key
        assert -20 <= state.vp <= 20
        leader = (L,) if state.vp > 0 else (A,) if state.vp < 0 else ()
        if self.outcome_key in ("outcome.war", "outcome.last_turn", "outcome.points"):
            assert outcome.winners == leader
        if self.outcome_key == "outcome.points":
            assert abs(state.vp) == 20
        if self.outcome_key in ("outcome.draw", "outcome.war_tie", "outcome.war_lost"):
            assert state.vp == 0
        if self.outcome_key in ("outcome.draw", "outcome.last_turn"):
            assert state.turn == 10
        if state.options["war_mobilization"] is True:
            assert self.outcome_key != "outcome.war_tie"
        assert sum(outcome.scores.values()) == (0 if self.outcome_key == "outcome.war_lost" else 1)
