"""Open play: windows, must and may, standing questions, interrupts under seal, private plans."""

from __future__ import annotations

import pytest

from entente.kernel import IllegalAction, Match, Position
from entente.kernel.conformance import check, hides_something, moves_compared, travel
from entente.kernel.earlier import fingerprint
from entente.kernel.record import dump, parse, record_of, seen_by
from tests.open_play import POWERS, Concert, ConcertState

GAME = Concert()
Playing = Match[ConcertState, ConcertState]


def concert(**options: int) -> Playing:
    return Match(GAME, {"rounds": 1, **options}, "vienna")


def at_the_congress() -> Playing:
    match = concert()
    for seat in POWERS:
        match.act(seat, "ready")
    return match


def at_the_campaign() -> Playing:
    match = at_the_congress()
    for seat in POWERS:
        match.act(seat, "vote nay")
    return match


def windows(match: Playing) -> dict[str, int]:
    """The numbers of the questions that are put, by step."""
    return {each.step: each.window for each in match.position.asked}


# -- an open phase


def test_three_seats_act_in_any_order_and_the_question_stays_the_same() -> None:
    match = concert()
    market = windows(match)["market"]
    for seat, place in (("france", "tunis"), ("austria", "crete"), ("britain", "egypt")):
        match.act(seat, f"buy {place}")
        assert windows(match)["market"] == market
    assert match.position.waiting == POWERS


def test_who_is_ready_may_act_and_need_not() -> None:
    match = concert()
    match.act("austria", "ready")
    decision = match.position.decision("austria", windows(match)["market"])
    assert decision is not None
    assert not decision.must
    assert match.position.waiting == ("britain", "france")


def test_what_the_game_waits_for_comes_first() -> None:
    match = concert()
    match.state.dismiss("desk")
    match.act("austria", "ready")
    assert [each.seat for each in match.position.asked] == ["britain", "france", "austria"]


def test_a_purchase_opens_again_what_others_had_closed() -> None:
    match = concert()
    match.act("austria", "ready")
    match.act("britain", "ready")
    match.act("france", "buy tunis")
    assert match.position.waiting == POWERS


def test_a_question_that_nobody_touched_is_as_old_as_it_was() -> None:
    match = concert()
    market = windows(match)["market"]
    match.act("austria", "ready")
    assert match.since["britain", market] == 0, "Austria's mark changes nothing for Britain"
    assert match.since["austria", market] == 1
    match.act("britain", "buy egypt")
    assert match.since["france", market] == 2, "France can buy one place fewer"
    assert match.opened[market] == 0, "the market was opened once"


def test_an_answer_to_another_question_is_refused_and_changes_nothing() -> None:
    match = concert()
    before = GAME.save(match.state)
    with pytest.raises(IllegalAction):
        match.act("austria", "ready", window=windows(match)["market"] + 1)
    assert GAME.save(match.state) == before
    assert not match.moves


# -- the desk


def test_a_treaty_is_offered_and_signed_while_the_market_goes_on() -> None:
    match = concert()
    match.act("austria", "offer to=britain; clauses=[cede place=crete | pay gold=coins 2]")
    match.act("france", "buy tunis")
    match.act("britain", "sign t1")
    assert match.state.signed == 1
    assert windows(match)["market"] == match.windows[1]


def test_nobody_waits_for_an_offer_unless_the_desk_says_so() -> None:
    match = at_the_congress()
    for seat in POWERS[:2]:
        match.act(seat, "vote aye")
    match.act("austria", "offer to=britain; clauses=[cede place=crete]")
    assert match.position.waiting == ("france",)
    assert [each.step for each in match.position.of("britain")] == ["desk"]


def test_a_seat_may_have_two_questions_that_must_be_answered() -> None:
    match = concert()
    match.act("austria", "offer to=france; clauses=[cede place=crete]")
    assert [(each.step, each.must) for each in match.position.of("france")] == [
        ("market", True),
        ("desk", True),
    ]


def test_what_is_said_is_understood_as_an_answer_to_the_question_it_belongs_to() -> None:
    match = concert()
    match.act("austria", "declare britain")
    assert match.moves[-1].window is None, "the action alone says which"
    assert match.position.waiting == ("austria", "britain")


# -- an interrupt


def test_a_war_interrupts_a_sealed_round_whose_answers_stay() -> None:
    match = at_the_congress()
    congress = windows(match)["congress"]
    match.act("austria", "vote aye")
    match.act("britain", "declare austria")
    assert "congress" not in windows(match)
    match.act("britain", "attack")
    assert match.state.sealed == {"britain": "attack"}, "each question has its own answers"
    match.act("austria", "hold")
    assert windows(match)["congress"] == congress
    assert match.state.sealed == {"austria": "vote aye"}
    assert match.position.waiting == ("britain", "france")
    match.act("britain", "vote aye")
    match.act("france", "vote nay")
    assert "campaign" in windows(match)


def test_an_answer_from_before_the_interrupt_can_be_taken_back_after_it() -> None:
    match = at_the_congress()
    match.act("austria", "vote aye")
    match.act("britain", "declare austria")
    match.act("britain", "hold")
    match.act("austria", "hold")
    assert match.undo("austria").action == "vote aye"
    assert match.position.waiting == POWERS
    assert [move.action for move in match.moves[3:]] == ["declare austria", "hold", "hold"]
    again: Playing = match.again()
    again.replay(match.moves)
    again.state.news = match.state.news
    assert GAME.save(again.state) == GAME.save(match.state)


def test_while_it_is_interrupted_an_answer_cannot_be_taken_back() -> None:
    match = at_the_congress()
    match.act("austria", "vote aye")
    match.act("france", "declare britain")
    assert not match.can_undo("austria")


def test_the_fingerprint_tells_answers_of_interrupted_questions_apart() -> None:
    prints = set()
    for vote in ("vote aye", "vote nay"):
        match = at_the_congress()
        match.act("austria", vote)
        match.act("france", "declare britain")
        match.state.news = []
        prints.add(fingerprint(match.state))
    assert len(prints) == 2


# -- private plans


def planned(position: Position[ConcertState, ConcertState], seat: str) -> tuple[str, ...]:
    frame = position.state.top
    assert frame is not None
    return position.state.plan(frame, seat)


def test_a_plan_is_made_of_steps_each_legal_after_ones_own() -> None:
    match = at_the_campaign()
    match.act("austria", "march crete")
    with pytest.raises(IllegalAction) as caught:
        match.act("austria", "march crete")
    assert caught.value.refusal.message.key == "why.planned"
    match.act("austria", "march tunis")
    match.act("britain", "march crete")
    assert planned(match.position, "austria") == ("march crete", "march tunis")


def test_steps_are_taken_back_one_by_one_whatever_others_did() -> None:
    match = at_the_campaign()
    match.act("austria", "march crete")
    match.act("austria", "march tunis")
    match.act("britain", "march samoa")
    match.act("britain", "seal")
    assert match.undo("austria").action == "march tunis"
    assert match.undo("austria").action == "march crete"
    assert not match.can_undo("austria")
    assert match.undo("britain").action == "seal"
    assert planned(match.position, "britain") == ("march samoa",)


def test_nobody_else_learns_that_something_is_planned() -> None:
    match = at_the_campaign()
    before = match.position.view("britain")
    rows = seen_by(match, "britain")
    match.act("austria", "march crete")
    after = match.position.view("britain")
    before.news = ()
    assert after == before
    assert seen_by(match, "britain") == rows
    assert len(seen_by(match, "austria")) == len(rows) + 1


def test_plans_are_carried_out_when_the_last_is_sealed() -> None:
    match = at_the_campaign()
    match.act("austria", "march crete")
    for seat in POWERS:
        match.act(seat, "seal")
    assert match.state.held == {"crete": "austria"}
    assert match.over
    assert not match.state.plans


# -- all of it


@pytest.mark.parametrize("seed", range(4))
def test_open_play_holds_every_promise(seed: int) -> None:
    journey = check(GAME, {"rounds": 1 + seed % 3}, str(seed))
    assert hides_something(journey)
    assert moves_compared(journey) > 50


def test_a_record_of_open_play_is_played_again() -> None:
    journey = travel(GAME, {"rounds": 3}, "9")
    data = dump(record_of(journey.match))
    again = parse(data).verify(lambda name, overrides: GAME)
    assert GAME.save(again.state) == GAME.save(journey.match.state)
