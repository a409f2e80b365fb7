"""A match: its moves, its log, and how far undo reaches."""

from __future__ import annotations

import pytest

from entente.kernel import IllegalAction, Match, Move, OptionError, say
from tests.toys import Conference, ConferenceState, Orders, OrdersState, Table

GAME = Conference()
ORDERS = Orders()
VOTES = [Move("austria", "vote aye"), Move("britain", "vote nay"), Move("france", "vote aye")]


def conference() -> Match[ConferenceState, Table]:
    return Match(GAME, {"rounds": 1}, "vienna")


def bidding() -> Match[ConferenceState, Table]:
    match = conference()
    match.replay(VOTES)
    return match


def orders() -> Match[OrdersState, OrdersState]:
    return Match(ORDERS, {"turns": 1}, "berlin")


# -- playing


def test_a_match_completes_its_options_and_starts() -> None:
    match = conference()
    assert match.options == {"rounds": 1, "auction": True, "ties": "none"}
    assert match.seats == ("austria", "britain", "france")
    assert not match.over
    assert match.moves == []
    assert match.log_for(None) == [say("log.round", number=1)]


def test_a_match_refuses_an_option_that_is_not_there() -> None:
    with pytest.raises(OptionError):
        Match(GAME, {"tanks": True})


def test_an_action_is_kept_in_its_canonical_spelling_with_its_time() -> None:
    match = bidding()
    match.act("britain", "bid   02", time=1914)
    assert match.moves[-1] == Move("britain", "bid 2", 1914)


def test_a_refused_action_changes_nothing() -> None:
    match = conference()
    before = GAME.save(match.state)
    with pytest.raises(IllegalAction):
        match.act("austria", "bid 1")
    assert GAME.save(match.state) == before
    assert match.moves == []
    assert not match.can_undo("austria")


def test_the_log_shows_each_seat_what_it_may_know() -> None:
    match = Match(GAME, {"rounds": 1, "auction": False}, "vienna")
    match.replay(VOTES)
    drawn = match.state.hands["austria"][-1]
    public = say("log.drew_one", seat="austria")
    assert say("log.drew", seat="austria", card=drawn) in match.log_for("austria")
    assert public in match.log_for("britain")
    assert public in match.log_for(None)
    assert all(line.key != "log.drew" for line in match.log_for(None))


def test_the_log_can_be_read_from_a_move_on() -> None:
    match = conference()
    match.replay(VOTES[:2])
    assert match.log_for(None, since=2) == [say("log.voted", seat="britain", vote="nay")]
    assert len(match.log_for(None, since=1)) == 2


def test_a_match_is_over_when_the_game_is() -> None:
    match = orders()
    match.replay([Move("red", "A VIE H; F TRI H"), Move("blue", "A PAR H; F BRE - SEA")])
    assert match.over
    assert match.state.outcome is not None
    assert match.state.outcome.winners == ("blue",)
    with pytest.raises(IllegalAction):
        match.act("red", "A VIE H; F TRI H")


# -- undo


def test_undo_restores_state_moves_and_log() -> None:
    match = conference()
    before, log = GAME.save(match.state), list(match.log)
    match.act("austria", "vote aye")
    assert match.can_undo("austria")
    assert match.undo("austria") == Move("austria", "vote aye")
    assert GAME.save(match.state) == before
    assert match.log == log
    assert match.moves == []


def test_nothing_can_be_undone_before_anything_was_done() -> None:
    match = conference()
    for seat in match.seats:
        with pytest.raises(IllegalAction) as caught:
            match.undo(seat)
        assert caught.value.refusal.message == say("kernel.nothing_done")
    match.act("austria", "vote aye")
    match.act("britain", "vote nay")
    with pytest.raises(IllegalAction) as caught:
        match.undo("austria")
    assert caught.value.refusal.message == say("kernel.no_undo")


def test_undo_does_not_reach_over_another_seats_action() -> None:
    match = conference()
    match.act("austria", "vote aye")
    match.act("britain", "vote nay")
    assert not match.can_undo("austria")
    assert match.can_undo("britain")


def test_undo_reaches_what_was_done_before_an_action_that_was_taken_back() -> None:
    match = conference()
    before = GAME.save(match.state)
    match.act("austria", "vote aye")
    match.act("britain", "vote nay")
    match.undo("britain")
    assert match.undoable("austria") == 1
    match.undo("austria")
    assert GAME.save(match.state) == before
    assert match.moves == []


def test_undo_reaches_an_open_action_when_all_sealed_ones_after_it_are_taken_back() -> None:
    match = bidding()
    for seat in ("britain", "austria"):
        match.act(seat, "bid 1")
    for seat in ("britain", "austria"):
        match.undo(seat)
    assert match.undo("france") == VOTES[-1]


def test_undo_is_only_for_the_seat_that_acted() -> None:
    match = conference()
    match.act("austria", "vote aye")
    assert not match.can_undo("britain")
    assert not match.can_undo("nobody")


def test_undo_does_not_reach_over_something_shown() -> None:
    match = Match(GAME, {"rounds": 1, "auction": False}, "vienna")
    match.replay(VOTES)
    assert not match.can_undo("france")


def test_undo_does_not_reach_over_chance() -> None:
    class Rolling(Conference):
        """Every action rolls a die."""

        def run(self, state: ConferenceState, context: Table) -> None:
            super().run(state, context)
            state.chance.die()

    match = Match(Rolling(), None, "vienna")
    match.act("austria", "vote aye")
    assert not match.can_undo("austria")


def test_a_sealed_answer_can_be_taken_back_while_it_is_sealed() -> None:
    match = bidding()
    before = GAME.save(match.state)
    match.act("britain", "bid 2")
    match.undo("britain")
    assert GAME.save(match.state) == before
    assert match.moves == VOTES


def test_a_sealed_answer_can_be_taken_back_after_another_was_given() -> None:
    match = bidding()
    match.act("britain", "bid 2")
    match.act("austria", "bid 1")
    assert match.undo("britain") == Move("britain", "bid 2")
    assert match.state.sealed == {"austria": "bid 1"}
    assert match.moves[-1] == Move("austria", "bid 1")
    assert set(GAME.position(match.state).required_by_seat()) == {"britain", "france"}
    assert match.undo("austria") == Move("austria", "bid 1")
    assert match.state.sealed == {}


def test_sealed_answers_taken_back_one_after_the_other_leave_no_trace() -> None:
    match = bidding()
    before = GAME.save(match.state)
    match.act("britain", "bid 2")
    match.act("austria", "bid 1")
    match.undo("austria")
    match.undo("britain")
    assert GAME.save(match.state) == before


def test_sealed_answers_cannot_be_taken_back_once_they_are_opened() -> None:
    match = bidding()
    for seat, bid in {"britain": 2, "austria": 1, "france": 0}.items():
        match.act(seat, f"bid {bid}")
    assert [seat for seat in match.seats if match.can_undo(seat)] == []


def test_several_actions_of_one_seat_can_be_undone_one_by_one() -> None:
    match = bidding()
    match.act("france", "bid 2")
    assert match.undo("france") == Move("france", "bid 2")
    assert match.undo("france") == Move("france", "vote aye")
    assert match.moves == VOTES[:2]
    assert not match.can_undo("france")


def test_an_open_action_stays_when_another_answered_after_the_sealed_one() -> None:
    match = bidding()
    match.act("france", "bid 2")
    match.act("austria", "bid 2")
    match.undo("france")
    assert not match.can_undo("france")


# -- from a saved state


def test_a_match_may_begin_from_a_saved_state() -> None:
    """Options and seed are those of the state; undo and log begin there."""
    source = bidding()
    match = Match(GAME, start=GAME.save(source.state).decode())
    assert (match.options, match.seed, match.seats) == (source.options, "vienna", source.seats)
    assert match.moves == []
    assert match.state == source.state
    assert not match.can_undo("france")
    bid = next(iter(GAME.position(match.state).required_by_seat()))
    action = next(iter(GAME.position(match.state).required_by_seat()[bid].menu))
    match.act(bid, action)
    source.act(bid, action)
    assert GAME.save(match.state) == GAME.save(source.state)


def test_the_same_match_again() -> None:
    source = bidding()
    for match in (source, Match(GAME, start=GAME.save(source.state).decode())):
        again = match.from_start()
        assert again.moves == []
        again.replay(match.moves)
        assert GAME.save(again.state) == GAME.save(match.state)


def test_a_match_can_be_walked_through() -> None:
    """The position before each move, apart from the others; what came before a saved state not."""
    match = bidding()
    walked = list(match.walk())
    assert [move for _, move in walked] == match.moves
    for number, (position, move) in enumerate(walked):
        assert position.find(move.seat, move.action, move.window)
        again = conference()
        again.replay(match.moves[:number])
        assert GAME.save(position.state) == GAME.save(again.state)
    begun = Match(GAME, start=GAME.save(match.state).decode())
    assert list(begun.walk()) == []


def test_a_walk_follows_a_takeback_with_new_chance() -> None:
    match = conference()
    match.repeat(VOTES[0])
    for vote in VOTES[1:]:
        match.act(vote.seat, vote.action, series=3)
    *_, (position, move) = match.walk()
    position.apply(move.seat, move.action, move.window)
    assert GAME.save(position.state) == GAME.save(match.state)
