"""Open play: windows, must and may, standing questions, interrupts under seal, private plans."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec
import pytest

from entente.kernel import (
    STAY,
    Action,
    Chance,
    Choose,
    DecisionStep,
    Frame,
    Game,
    GameInfo,
    IllegalAction,
    Match,
    Menu,
    Options,
    Outcome,
    Position,
    Seat,
    StandingDecision,
    State,
    Steps,
    View,
    say,
)
from entente.kernel.conformance import check, hides_something, moves_compared, play_through
from entente.kernel.match import Before
from entente.kernel.position_text import without_news
from entente.kernel.record import dump, parse, record_of, seen_by
from entente.kernel.snapshots import reopen, take
from entente.kernel.state_migrations import fingerprint
from tests.amount import amount
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
    return {each.step: each.window for each in match.position.decisions}


# -- an open phase


def test_three_seats_act_in_any_order_and_the_question_stays_the_same() -> None:
    match = concert()
    market = windows(match)["market"]
    for seat, place in (("france", "tunis"), ("austria", "crete"), ("britain", "egypt")):
        match.act(seat, f"buy {place}")
        assert windows(match)["market"] == market
    assert match.position.to_move == POWERS


def test_a_ready_seat_may_act_and_need_not() -> None:
    match = concert()
    match.act("austria", "ready")
    decision = match.position.decision("austria", windows(match)["market"])
    assert decision is not None
    assert not decision.must
    assert match.position.to_move == ("britain", "france")


def test_required_decisions_come_first() -> None:
    match = concert()
    match.state.standing = [each for each in match.state.standing if each.step != "desk"]
    match.act("austria", "ready")
    assert [each.seat for each in match.position.decisions] == ["britain", "france", "austria"]


def test_a_purchase_opens_again_what_others_had_closed() -> None:
    match = concert()
    match.act("austria", "ready")
    match.act("britain", "ready")
    match.act("france", "buy tunis")
    assert match.position.to_move == POWERS


def test_an_untouched_decision_keeps_its_age() -> None:
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


def test_an_offer_is_required_only_if_the_desk_says_so() -> None:
    match = at_the_congress()
    for seat in POWERS[:2]:
        match.act(seat, "vote aye")
    match.act("austria", "offer to=britain; clauses=[cede place=crete]")
    assert match.position.to_move == ("france",)
    assert [each.step for each in match.position.decisions_for("britain")] == ["desk"]


def test_a_seat_may_have_two_questions_that_must_be_answered() -> None:
    match = concert()
    match.act("austria", "offer to=france; clauses=[cede place=crete]")
    assert [(each.step, each.must) for each in match.position.decisions_for("france")] == [
        ("market", True),
        ("desk", True),
    ]


def test_an_action_is_read_as_an_answer_to_its_decision() -> None:
    match = concert()
    match.act("austria", "declare britain")
    assert match.moves[-1].window is None, "the action alone says which"
    assert match.position.to_move == ("austria", "britain")


def test_an_invalid_offer_is_refused_as_an_offer() -> None:
    match = concert()
    refusal = match.position.explain("austria", "offer to=britain")
    assert refusal is not None
    assert (refusal.section, refusal.message.key) == ("3", "kernel.menu.missing")


# -- an interrupt


def test_a_war_interrupts_a_sealed_round_and_keeps_its_answers() -> None:
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
    assert match.position.to_move == ("britain", "france")
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
    assert match.position.to_move == POWERS
    assert [move.action for move in match.moves[3:]] == ["declare austria", "hold", "hold"]
    again: Playing = match.from_start()
    again.replay(match.moves)
    assert GAME.save(again.state) == GAME.save(match.state)


def test_while_it_is_interrupted_an_answer_cannot_be_taken_back() -> None:
    match = at_the_congress()
    match.act("austria", "vote aye")
    match.act("france", "declare britain")
    assert not match.can_undo("austria")


def test_the_fingerprint_distinguishes_answers_of_interrupted_decisions() -> None:
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


def test_each_step_of_a_plan_is_legal_after_the_seats_own_steps() -> None:
    match = at_the_campaign()
    match.act("austria", "march crete")
    with pytest.raises(IllegalAction) as caught:
        match.act("austria", "march crete")
    assert caught.value.refusal.message.key == "why.planned"
    match.act("austria", "march tunis")
    match.act("britain", "march crete")
    assert planned(match.position, "austria") == ("march crete", "march tunis")


def test_steps_are_undone_one_by_one_after_any_moves_of_others() -> None:
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


def test_no_other_seat_learns_of_a_plan() -> None:
    match = at_the_campaign()
    before = match.position.view("britain")
    rows = seen_by(match, "britain")
    match.act("austria", "march crete")
    after = match.position.view("britain")
    assert after == before
    assert seen_by(match, "britain") == rows
    assert len(seen_by(match, "austria")) == len(rows) + 1


def reloaded(
    position: Position[ConcertState, ConcertState],
) -> Position[ConcertState, ConcertState]:
    return GAME.position(GAME.load(GAME.save(position.state)))


def test_the_last_news_do_not_count_the_steps_of_plans() -> None:
    """They stay as they were for all others, also in copies and determinizations, until something
    happens that they notice."""
    position = at_the_campaign().position
    news = {seat: position.view(seat).news for seat in (None, *POWERS)}
    assert all(news.values())

    def shown(each: Position[ConcertState, ConcertState]) -> set[str | None]:
        return {seat for seat in news if each.view(seat).news == news[seat]}

    position.apply("austria", "march crete")
    assert shown(position) == {None, "britain", "france"}
    assert shown(reloaded(position)) == {None, "britain", "france"}
    position.push("march tunis", "austria")
    assert shown(position) == {None, "britain", "france"}
    position.pop()
    position.withdraw("austria")
    position.apply("britain", "march samoa")
    assert shown(position) == shown(position.copy()) == {None, "france"}
    assert shown(reloaded(position)) == {None, "france"}
    sampled = position.determinize("france", Random(1))
    assert sampled.view("france") == reloaded(sampled).view("france") == position.view("france")
    position.apply("britain", "seal")
    assert not any(position.view(seat).news for seat in news)


def test_the_last_news_of_others_count_in_no_fingerprint() -> None:
    """A saved state names them only after a hidden step, and one without them can be read."""
    position = at_the_campaign().position
    before, old = position.digest(), fingerprint(position.state)
    assert b"heard" not in GAME.save(position.state)
    position.apply("austria", "march crete")
    assert b"heard" in GAME.save(position.state)
    assert reloaded(position) == position
    unheard = GAME.load(GAME.save(without_news(position.state)))
    assert fingerprint(unheard) == fingerprint(position.state) != old
    assert GAME.position(unheard).digest() == position.digest() != before
    assert not GAME.position(unheard).view("britain").news
    quiet = position.copy(log=False)
    quiet.apply("austria", "march tunis")
    assert b"heard" not in GAME.save(quiet.state)


def test_plans_are_carried_out_when_the_last_is_sealed() -> None:
    match = at_the_campaign()
    match.act("austria", "march crete")
    for seat in POWERS:
        match.act(seat, "seal")
    assert match.state.held == {"crete": "austria"}
    assert match.over
    assert not match.state.plans


# -- hidden actions change nothing for others


def test_a_private_step_of_another_does_not_stop_an_undo() -> None:
    match = at_the_campaign()
    match.act("britain", "offer to=austria; clauses=[cede place=crete]")
    match.act("austria", "march crete")
    assert (match.undoable("britain"), match.undoable("austria")) == (1, 1)
    assert match.undo("britain").action.startswith("offer")
    assert planned(match.position, "austria") == ("march crete",)
    assert not match.state.offers
    assert [move.action for move in match.moves[6:]] == ["march crete"]


def test_an_undo_takes_back_the_last_thing_a_seat_did() -> None:
    match = at_the_campaign()
    match.act("austria", "march crete")
    match.act("austria", "offer to=britain; clauses=[cede place=crete]")
    match.act("britain", "march tunis")
    assert match.undoable("austria") == 2
    assert match.undo("austria").action.startswith("offer")
    assert match.undo("austria").action == "march crete"
    assert planned(match.position, "britain") == ("march tunis",)


def test_determinizations_have_plans_whether_or_not_a_seat_has_planned() -> None:
    rng, match = Random(7), at_the_campaign()
    empty = [match.position.determinize("britain", rng).state.plans for _ in range(30)]
    match.act("austria", "march crete")
    one = [match.position.determinize("britain", rng).state.plans for _ in range(30)]
    assert any(empty)
    assert not all(empty)
    assert any(one)
    assert not all(one)


# -- questions that share an action, seats that drop out


class CouncilState(State, kw_only=True):
    gone: list[Seat] = []


class Council(Game[CouncilState, CouncilState]):
    """A sealed vote and a desk at which one may pass as well, or leave the council."""

    info = GameInfo("council", "1", "tests", ("a", "b", "c"), ())
    state_type = CouncilState
    steps: Steps[CouncilState] = Steps()

    def set_up(self, options: Options, chance: Chance) -> CouncilState:
        state = CouncilState(options=options, chance=chance)
        state.push_standing("hall")
        state.push("ballot", "close")
        return state

    def context(self, state: CouncilState) -> CouncilState:
        return state

    def copy(self, state: CouncilState) -> CouncilState:
        return msgspec.structs.replace(state, chance=state.chance.copy(), stack=state.stack[:])

    def build_view(self, position: Position[CouncilState, CouncilState], seat: Seat | None) -> View:
        return View(**position.seen(seat))

    def resample_hidden(self, context: CouncilState, seat: Seat, rng: Random) -> None:
        """Nothing is hidden but what is under seal."""


@Council.steps.ask("ballot")
class Ballot(DecisionStep[CouncilState]):
    sealed = True

    def seats(self, state: CouncilState, frame: Frame) -> tuple[Seat, ...]:
        return tuple(seat for seat in ("a", "b", "c") if seat not in state.gone)

    def menu(self, state: CouncilState, frame: Frame, seat: Seat) -> Menu:
        return Choose(("pass", "aye"))

    def resolve_sealed(
        self, state: CouncilState, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        state.log(say("opened", answers=[f"{seat} {answer}" for seat, answer in answers.items()]))


@Council.steps.ask("hall")
class Hall(StandingDecision[CouncilState]):
    def seats(self, state: CouncilState, frame: Frame) -> tuple[Seat, ...]:
        return ("a", "b", "c")

    def menu(self, state: CouncilState, frame: Frame, seat: Seat) -> Menu:
        return Choose(("pass", "leave"))

    def apply(self, state: CouncilState, frame: Frame, seat: Seat, action: Action) -> bool:
        if action == "leave":
            state.gone = [*state.gone, seat]
        return STAY


@Council.steps.auto
def close(state: CouncilState, frame: Frame) -> None:
    state.outcome = Outcome(("a",), {"a": 1.0, "b": 0.0, "c": 0.0}, say("closed"))


def test_a_sealed_round_ends_when_no_seat_is_required() -> None:
    match = Match(Council(), None, "7")
    match.act("a", "aye")
    match.act("c", "leave")
    assert match.position.to_move == ("b",)
    match.act("b", "leave")
    assert match.over
    assert match.log[0].entry.message == say("opened", answers=["a aye"])


def test_an_answer_that_fits_two_decisions_is_distinguished_by_its_id() -> None:
    match = Match(Council(), None, "7")
    match.act("a", "pass", window=1)
    assert match.moves[0].window == 1
    assert not match.state.sealed


def test_an_undone_answer_leaves_later_answers_in_place() -> None:
    match = Match(Council(), None, "7")
    match.act("a", "pass")
    match.act("a", "pass")
    match.act("b", "aye")
    assert match.windows == [2, 1, 2]
    assert match.undo("a").action == "pass"
    assert match.undoes("a") is None
    assert match.windows == [1, 2]
    again = match.from_start()
    again.replay(match.moves)
    assert again.game.save(again.state) == match.game.save(match.state)
    assert match.state.sealed == {"b": "aye"}


def test_a_seat_that_has_answered_is_refused_also_while_another_decision_is_open() -> None:
    match = Match(Council(), None, "7")
    match.act("a", "aye")
    refusal = match.position.explain("a", "aye")
    assert refusal is not None
    assert refusal.message.key == "kernel.already_answered"
    other = match.position.explain("a", "pass", 77)
    assert other is not None
    assert other.message.key == "kernel.other_question"


def test_a_sealed_standing_decision_names_the_seats_it_waits_for() -> None:
    steps: Steps[CouncilState] = Steps()
    with pytest.raises(ValueError, match="does not say whom it waits for"):
        steps.ask("urn")(type("Urn", (StandingDecision,), {"sealed": True}))


class Farewell(Council):
    """The same, but in the hall the only action is public: to leave."""

    steps: Steps[CouncilState] = Steps()


Farewell.steps.ask("ballot")(Ballot)
Farewell.steps.auto(close)


@Farewell.steps.ask("hall")
class Door(Hall):
    open_menu = True

    def seats(self, state: CouncilState, frame: Frame) -> tuple[Seat, ...]:
        return tuple(seat for seat in ("b", "c") if seat not in state.gone)

    def waits(self, state: CouncilState, frame: Frame, seat: Seat) -> bool:
        return True

    def menu(self, state: CouncilState, frame: Frame, seat: Seat) -> Menu:
        return Choose(("leave",))


def test_the_forced_move_of_another_stays_when_a_sealed_answer_is_undone() -> None:
    match = Match(Farewell(), None, "7")
    match.act("a", "aye")
    match.act("b", "leave")
    assert match.by_itself == {1}
    assert match.undo("a").action == "aye"
    assert [(move.seat, move.action) for move in match.moves] == [("b", "leave")]
    assert match.state.gone == ["b"]
    assert match.by_itself == {0}


def test_a_decision_called_again_is_another_one() -> None:
    state = Council().start(None, "7")
    frame = state.top
    assert frame is not None
    state.push(frame)
    assert state.top == Frame("ballot")
    with pytest.raises(ValueError, match="is not an open decision"):
        state.ask_again(Frame("ballot", {}, 99), round=2)


# -- the undo options reveal nothing


class Whispering(Council):
    """The same; words in the hall reach no one else, but a departure does."""

    steps: Steps[CouncilState] = Steps()


Whispering.steps.ask("ballot")(Ballot)
Whispering.steps.auto(close)


@Whispering.steps.ask("hall")
class QuietHall(Hall):
    def menu(self, state: CouncilState, frame: Frame, seat: Seat) -> Menu:
        return Choose(("whisper", "leave", "peek"))

    def shown(
        self, state: CouncilState, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> str | None:
        return None

    def apply(self, state: CouncilState, frame: Frame, seat: Seat, action: Action) -> bool:
        if action == "leave":
            state.log(say("left", seat=seat))
        elif action == "peek":
            state.reveal()
        return super().apply(state, frame, seat, action)


def test_whispers_of_others_do_not_stop_an_undo() -> None:
    match = Match(Whispering(), None, "7")
    match.act("a", "leave")
    match.act("b", "whisper")
    match.act("c", "peek")
    assert match.undoable("a") == 1
    assert match.undo("a").action == "leave"
    assert match.state.gone == []
    assert [(move.seat, move.action) for move in match.moves] == [("b", "whisper"), ("c", "peek")]


def test_a_message_to_a_seat_stops_its_undo() -> None:
    match = Match(Whispering(), None, "7")
    match.act("a", "whisper")
    match.act("b", "leave")
    assert not match.can_undo("a")
    assert match.can_undo("b")


def test_a_seats_own_discovery_stops_an_undo() -> None:
    match = Match(Whispering(), None, "7")
    match.act("a", "whisper")
    match.act("a", "peek")
    assert not match.can_undo("a")


def test_an_undo_leaves_what_others_may_take_back() -> None:
    match = Match(Whispering(), None, "7")
    match.act("a", "leave")
    match.act("b", "whisper")
    match.act("b", "whisper")
    match.undo("a")
    assert match.undoable("b") == 2
    assert match.undo("b").action == "whisper"
    assert len(match.moves) == 1


def test_a_snapshot_knows_what_others_have_not_noticed() -> None:
    match = Match(Whispering(), None, "7")
    match.act("a", "leave")
    match.act("b", "whisper")
    again = match.from_start()
    reopen(again, [take(match)], match.moves)
    assert again.undoable("a") == 1
    assert again.undo("a").action == "leave"


def test_a_mark_is_taken_back_until_the_last_is_set() -> None:
    match = concert()
    match.act("austria", "ready")
    match.act("britain", "ready")
    assert match.undo("austria").action == "ready"
    assert match.state.ready == ["britain"]
    match.act("austria", "ready")
    match.act("france", "ready")
    assert "congress" in windows(match)
    assert not any(match.can_undo(seat) for seat in POWERS)


def test_nothing_but_a_mark_is_taken_back_after_the_mark_of_another() -> None:
    match = concert()
    match.act("austria", "buy crete")
    match.act("britain", "ready")
    assert not match.can_undo("austria")
    match.act("france", "buy tunis")
    assert not match.can_undo("britain")


# -- all of it


@pytest.mark.amount
@pytest.mark.parametrize("seed", range(amount(1, 12)))
def test_open_play_holds_every_promise(seed: int) -> None:
    run = check(GAME, {"rounds": 1 + seed % 3}, str(seed), samples=amount(1, 2))
    assert hides_something(run)
    assert moves_compared(run) > 50


def test_a_record_of_open_play_is_played_again() -> None:
    run = play_through(GAME, {"rounds": 3}, "9")
    data = dump(record_of(run.match))
    again = parse(data).verify(lambda name, overrides: GAME)
    assert GAME.save(again.state) == GAME.save(run.match.state)


def test_what_is_shown_to_others_opens_no_move_that_was_shut() -> None:
    """Britain and France are not shown it; Austria's moves stay for good. France knew of the
    last one, so its move before that stays, too."""
    match = concert()

    def before(number: int, seat: str) -> Before[ConcertState]:
        return Before(number, seat, match.state, {}, {}, 0)

    match.back = [
        before(0, "france"),
        before(1, "austria"),
        before(2, "britain"),
        before(3, "france"),
        before(4, "austria"),
    ]
    both = frozenset({"britain", "france"})
    match.unnoticed = {4: both}
    assert [each.moves for each in match._kept(both)] == [2, 3]
    match.unnoticed = {3: frozenset({"britain"}), 4: frozenset({"britain"})}
    assert [each.moves for each in match._kept(both)] == [2]
    match.back = [before(0, "britain"), before(1, "france"), before(2, "austria")]
    match.unnoticed = {2: frozenset({"britain"})}  # France's move stays, and Britain knows of it
    assert [each.moves for each in match._kept(both)] == []
    match.back = [before(2, "britain"), before(4, "austria")]
    match.unnoticed, match.marks = {}, {2, 4}  # a ready mark leaves earlier marks open
    assert [each.moves for each in match._kept(both)] == [2]
