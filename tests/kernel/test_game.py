"""The step stack at work: order of steps, decisions, sealed answers, refusals, what a seat sees."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel import (
    END,
    STAY,
    Action,
    Chance,
    Choose,
    DecisionStep,
    Frame,
    Game,
    GameInfo,
    IllegalAction,
    Menu,
    Options,
    Outcome,
    Position,
    Seat,
    State,
    Steps,
    View,
    label,
    refuse,
    say,
    step,
)
from entente.kernel.chat_rules import chat_restriction
from tests.toys import Conference, ConferenceState, Orders

CONFERENCE = Conference()
ORDERS = Orders()
HOLD = {"red": "A VIE H; F TRI H", "blue": "A PAR H; F BRE H"}


# -- a game that is nothing but flow: its log names the steps that ran, in order


class Flow(Game[State, State]):
    """Steps that call each other; `ask` answers with more steps."""

    info = GameInfo("flow", "1", "tests", ("red",), ())
    state_type = State
    steps: Steps[State] = Steps()

    def __init__(self, *first: Frame | str) -> None:
        self.first = first

    def set_up(self, options: Options, chance: Chance) -> State:
        state = State(options=options, chance=chance)
        state.push(*self.first)
        return state

    def context(self, state: State) -> State:
        return state

    def copy(self, state: State) -> State:
        return self.load(self.save(state))

    def build_view(self, position: Position[State, State], seat: Seat | None) -> View:
        return View(**position.seen(seat))

    def resample_hidden(self, context: State, seat: Seat, rng: Random) -> None:
        """Nothing is hidden."""


def flow(state: State) -> list[str]:
    """The steps under way and to come."""
    return [frame.step for frame in state.stack]


def ran(state: State) -> list[str]:
    """The steps logged since the last action."""
    return [entry.message.key for entry in state.news]


@Flow.steps.auto
def one(state: State, frame: Frame) -> None:
    state.log(say("one"))


@Flow.steps.auto
def two(state: State, frame: Frame) -> None:
    state.log(say("two"))
    state.push("one", "three")


@Flow.steps.auto
def three(state: State, frame: Frame) -> None:
    state.log(say("three"))


@Flow.steps.auto
def end(state: State, frame: Frame) -> None:
    state.log(say("end"))
    state.outcome = Outcome(("red",), {"red": 1.0}, say("end"))


@Flow.steps.ask("ask")
class Question(DecisionStep[State]):
    """Answers by the number of steps it calls; `stay` asks again."""

    def seats(self, context: State, frame: Frame) -> tuple[Seat, ...]:
        return ("red",)

    def needed(self, context: State, frame: Frame) -> bool:
        return frame.args.get("needed", 1) == 1

    def menu(self, context: State, frame: Frame, seat: Seat) -> Menu:
        return Choose(("go", "nest", "stay", "stop"))

    def apply(self, context: State, frame: Frame, seat: Seat, action: Action) -> bool:
        context.log(say(action.text))
        if action == "nest":
            context.push("two", "ask")
        if action == "stay":
            context.push("three")
        if action == "stop":
            context.push("end")
        return STAY if action == "stay" else END


def test_automatic_steps_run_in_the_order_of_the_stack() -> None:
    state = Flow("one", "two", "three", "end").start(None, "7")
    assert ran(state) == ["one", "two", "one", "three", "three", "end"]


def test_the_flow_stops_at_a_required_decision() -> None:
    state = Flow("one", "ask", "three", "end").start(None, "7")
    assert ran(state) == ["one"]
    assert flow(state) == ["end", "three", "ask"]


def test_an_answer_ends_its_step_and_the_flow_goes_on() -> None:
    game = Flow("ask", "three", "end")
    state = game.start(None, "7")
    game.position(state).apply("red", "go")
    assert ran(state) == ["go", "three", "end"]


def test_steps_called_by_an_answer_run_before_what_was_to_come() -> None:
    game = Flow("ask", "three", "end")
    state = game.start(None, "7")
    game.position(state).apply("red", "nest")
    assert ran(state) == ["nest", "two", "one", "three"]
    assert flow(state) == ["end", "three", "ask"]
    game.position(state).apply("red", "go")
    assert ran(state) == ["go", "three", "end"]


def test_a_step_that_stays_asks_again_after_the_steps_it_called() -> None:
    game = Flow("ask", "end")
    state = game.start(None, "7")
    game.position(state).apply("red", "stay")
    assert ran(state) == ["stay", "three"]
    assert flow(state) == ["end", "ask"]


def test_a_question_that_is_not_needed_is_passed_over() -> None:
    state = Flow(step("ask", needed=0), "one", "end").start(None, "7")
    assert ran(state) == ["one", "end"]


def test_an_outcome_ends_the_flow_before_any_further_step() -> None:
    game = Flow("ask", "one", "one")
    state = game.start(None, "7")
    game.position(state).apply("red", "stop")
    assert ran(state) == ["stop", "end"]
    assert state.stack == []
    assert game.position(state).required_by_seat() == {}
    assert state.outcome == Outcome(("red",), {"red": 1.0}, say("end"))


def test_a_flow_that_ends_without_an_outcome_is_a_fault_of_the_game() -> None:
    with pytest.raises(RuntimeError, match="no outcome"):
        Flow("one").start(None, "7")


# -- decisions


class Overheard(Flow):
    """Read the decisions while the rules are at work."""

    heard: Position[State, State] | None = None

    def run(self, state: State, context: State) -> None:
        if self.heard is not None:
            assert [each.window for each in self.heard.decisions] == [0]  # it has no number yet
            assert self.heard.public(lambda context: {"moves": 0})
        super().run(state, context)


def test_decisions_read_while_the_rules_are_at_work_are_not_cached() -> None:
    game = Overheard("ask", "ask", "ask", "end")
    position = game.heard = game.position(game.start(None, "7"))
    position.apply("red", "go")
    assert [each.window for each in position.decisions] == [position.state.stack[-1].window]
    assert position.public(lambda context: {"moves": 1}) == {"moves": 1}
    position.apply("red", "go")
    assert flow(position.state) == ["end", "ask"]


def test_the_same_options_and_seed_give_the_same_start() -> None:
    one, other = (CONFERENCE.start({"rounds": 1}, "7") for _ in range(2))
    assert one == other
    assert CONFERENCE.start({"rounds": 1}, "8") != one


def test_a_decision_has_prompt_rule_and_menu() -> None:
    state = CONFERENCE.start(None, "7")
    decision = CONFERENCE.position(state).required_by_seat()["austria"]
    assert (decision.seat, decision.section, decision.sealed) == ("austria", "2", False)
    assert decision.prompt == say("prompt.vote")
    assert decision.menu == Choose(("vote aye", "vote nay"))


def test_open_decisions_of_all_are_taken_in_any_order() -> None:
    state = CONFERENCE.start(None, "7")
    CONFERENCE.position(state).apply("france", "vote nay")
    assert set(CONFERENCE.position(state).required_by_seat()) == {"austria", "britain"}
    CONFERENCE.position(state).apply("austria", "vote aye")
    assert state.votes == {"france": "nay", "austria": "aye"}
    CONFERENCE.position(state).apply("britain", "vote aye")
    assert state.votes == {}
    assert set(CONFERENCE.position(state).required_by_seat()) == {"austria", "britain", "france"}
    assert all(
        decision.sealed for decision in CONFERENCE.position(state).required_by_seat().values()
    )


def test_an_action_is_carried_out_in_its_canonical_spelling() -> None:
    state = bidding()
    CONFERENCE.position(state).apply("austria", "bid   02")
    assert state.sealed == {"austria": "bid 2"}


def test_news_are_those_of_the_last_action() -> None:
    state = CONFERENCE.start(None, "7")
    CONFERENCE.position(state).apply("austria", "vote aye")
    CONFERENCE.position(state).apply("britain", "vote aye")
    assert [entry.message.args["seat"] for entry in state.news] == ["britain"]


# -- sealed decisions


def bidding() -> ConferenceState:
    """A conference at its auction: five gold each."""
    state = CONFERENCE.start(None, "7")
    for seat in CONFERENCE.info.seats:
        CONFERENCE.position(state).apply(seat, "vote aye")
    return state


def test_sealed_answers_wait_for_the_last() -> None:
    state = bidding()
    before = state.reveals
    CONFERENCE.position(state).apply("france", "bid 3")
    CONFERENCE.position(state).apply("austria", "bid 1")
    assert set(CONFERENCE.position(state).required_by_seat()) == {"britain"}
    assert state.gold == dict.fromkeys(CONFERENCE.info.seats, 5)
    assert state.reveals == before
    assert state.news == []
    CONFERENCE.position(state).apply("britain", "bid 0")
    assert state.gold == {"austria": 5, "britain": 5, "france": 2}
    assert state.sealed == {}
    assert state.reveals > before


def test_sealed_answers_are_opened_in_the_order_of_the_seats() -> None:
    ends = []
    for order in (("red", "blue"), ("blue", "red")):
        state = ORDERS.start({"turns": 1}, "7")
        for seat in order:
            ORDERS.position(state).apply(seat, HOLD[seat])
        ends.append(ORDERS.save(state))
    assert ends[0] == ends[1]


def test_the_winner_of_the_auction_decides_within_the_round() -> None:
    state = bidding()
    for seat, bid in {"austria": 0, "britain": 4, "france": 1}.items():
        CONFERENCE.position(state).apply(seat, f"bid {bid}")
    assert list(CONFERENCE.position(state).required_by_seat()) == ["britain"]
    card = state.hands["britain"][0]
    CONFERENCE.position(state).apply("britain", f"treaty card=show {card}; with=france")
    assert list(CONFERENCE.position(state).required_by_seat()) == ["france"]
    cards = " ".join(sorted(state.hands["france"]))
    CONFERENCE.position(state).apply("france", f"discard {cards}")
    assert state.round == 2


def test_a_sealed_answer_can_be_withdrawn_and_given_again() -> None:
    state = bidding()
    CONFERENCE.position(state).apply("austria", "bid 3")
    CONFERENCE.position(state).apply("britain", "bid 3")
    CONFERENCE.position(state).withdraw("austria")
    assert state.sealed == {"britain": "bid 3"}
    assert set(CONFERENCE.position(state).required_by_seat()) == {"austria", "france"}
    CONFERENCE.position(state).apply("austria", "bid 5")
    CONFERENCE.position(state).apply("france", "bid 0")
    assert state.gold["austria"] == 0


def test_there_is_nothing_to_withdraw_before_an_answer_or_after_the_last() -> None:
    state = ORDERS.start(None, "7")
    for _ in range(2):
        with pytest.raises(IllegalAction) as caught:
            ORDERS.position(state).withdraw("red")
        assert caught.value.refusal == refuse("0", "kernel.nothing_to_withdraw")
        for seat in HOLD:
            ORDERS.position(state).apply(seat, HOLD[seat])


def test_a_sealed_answer_is_in_no_other_view() -> None:
    state = bidding()
    CONFERENCE.position(state).apply("austria", "bid 3")
    assert CONFERENCE.build_view(CONFERENCE.position(state), "austria").sealed == "bid 3"
    assert CONFERENCE.build_view(CONFERENCE.position(state), "britain").sealed is None
    assert CONFERENCE.build_view(CONFERENCE.position(state), None).sealed is None


def test_others_know_only_that_a_sealed_answer_exists() -> None:
    position = CONFERENCE.position(bidding())
    asked = position.required_by_seat()["austria"]
    assert position.bind(asked).shown("bid 3", "austria") == "bid 3"
    assert position.bind(asked).shown("bid 3", "britain") is None
    assert position.bind(asked).shown("bid 3", None) is None
    position = CONFERENCE.begin(None, "7")
    assert (
        position.bind(position.required_by_seat()["austria"]).shown("vote aye", None) == "vote aye"
    )


# -- refusals


def test_an_action_that_is_not_on_the_menu_is_refused_with_the_rule_of_the_question() -> None:
    state = CONFERENCE.start(None, "7")
    refusal = CONFERENCE.position(state).explain("austria", "vote twice")
    assert refusal == refuse("2", "kernel.not_on_the_menu", action="vote twice")


def test_a_step_can_give_its_own_reason() -> None:
    assert CONFERENCE.position(bidding()).explain("austria", "bid 6") == refuse(
        "3.1", "why.poor", gold=5
    )


def test_a_legal_action_has_no_refusal() -> None:
    assert CONFERENCE.position(bidding()).explain("austria", "bid 5") is None


def test_an_unknown_seat_is_refused() -> None:
    state = CONFERENCE.start(None, "7")
    refusal = refuse("0", "kernel.no_such_seat", seat="italy")
    assert CONFERENCE.position(state).explain("italy", "vote aye") == refusal


def test_a_seat_without_a_decision_is_refused_with_the_seats_to_move() -> None:
    state = CONFERENCE.start(None, "7")
    CONFERENCE.position(state).apply("britain", "vote aye")
    refusal = refuse("0", "kernel.not_your_decision", seats=["austria", "france"])
    assert CONFERENCE.position(state).explain("britain", "vote nay") == refusal


def test_a_seat_that_has_answered_is_refused() -> None:
    state = bidding()
    CONFERENCE.position(state).apply("britain", "bid 1")
    assert CONFERENCE.position(state).explain("britain", "bid 2") == refuse(
        "0", "kernel.already_answered"
    )


def test_after_the_end_everything_is_refused() -> None:
    state = ORDERS.start({"turns": 1}, "7")
    for seat in HOLD:
        ORDERS.position(state).apply(seat, HOLD[seat])
    assert ORDERS.position(state).explain("red", HOLD["red"]) == refuse("0", "kernel.game_over")


@pytest.mark.parametrize("action", ["", "bid 9", "vote", "vote aye aye", "treaty with=britain"])
def test_a_refused_action_raises_the_refusal_and_leaves_the_state_as_it_was(action: str) -> None:
    state = CONFERENCE.start(None, "7")
    before = CONFERENCE.save(state)
    with pytest.raises(IllegalAction) as caught:
        CONFERENCE.position(state).apply("austria", action)
    assert caught.value.refusal == CONFERENCE.position(state).explain("austria", action)
    assert CONFERENCE.save(state) == before


# -- views, copies, words


def test_a_view_has_what_all_views_have() -> None:
    state = CONFERENCE.start(None, "7")
    CONFERENCE.position(state).apply("britain", "vote aye")
    view = CONFERENCE.view(state, "austria")
    assert view.seat == "austria"
    assert view.to_move == ("austria", "france")
    assert view.decision == CONFERENCE.position(state).required_by_seat()["austria"]
    assert view.news == (say("log.voted", seat="britain", vote="aye"),)
    assert view.outcome is None
    assert CONFERENCE.view(state, "britain").decision is None
    assert CONFERENCE.view(state, None).decision is None


def test_a_saved_state_is_loaded_as_it_was_and_asks_the_same() -> None:
    state = bidding()
    CONFERENCE.position(state).apply("britain", "bid 1")
    loaded = CONFERENCE.load(CONFERENCE.save(state))
    assert loaded == state
    assert (
        CONFERENCE.position(loaded).required_by_seat()
        == CONFERENCE.position(state).required_by_seat()
    )


def test_a_copy_has_its_own_decisions_after_it_was_played_on() -> None:
    state = CONFERENCE.start(None, "7")
    CONFERENCE.position(state).required_by_seat()
    copy = CONFERENCE.copy(state)
    CONFERENCE.position(copy).apply("britain", "vote aye")
    assert set(CONFERENCE.position(state).required_by_seat()) == {"austria", "britain", "france"}
    assert set(CONFERENCE.position(copy).required_by_seat()) == {"austria", "france"}


def test_the_label_of_an_action_is_found_by_its_verb() -> None:
    assert label("vote aye") == say("action.vote", **{"0": "aye"})
    assert CONFERENCE.catalog("fr").say(label("vote nay")) == "voter contre"


def test_a_game_without_a_picture_of_its_own_prints_its_view() -> None:
    view = CONFERENCE.view(CONFERENCE.start(None, "7"), None)
    drawn = CONFERENCE.presentation.render_text(view, CONFERENCE.catalog("en"))
    assert "gold: Austria 3, Britain 3, France 3" in drawn.splitlines()
    assert "waiting" not in drawn


def test_a_game_has_neither_marks_nor_overrides_unless_it_says_so() -> None:
    assert CONFERENCE.presentation.reconstructed_values() == ()
    assert CONFERENCE.overrides() == {}
    assert CONFERENCE.seats({}) == ("austria", "britain", "france")


def test_a_game_has_neither_a_notation_nor_rules_of_absence_unless_it_says_so() -> None:
    position = CONFERENCE.begin(None, "7")
    asked = position.required_by_seat()["austria"]
    assert position.bind(asked).read("vote aye", CONFERENCE.catalog("en")) == []
    assert position.bind(asked).default_answer() is None
    assert chat_restriction(position) is None
    assert CONFERENCE.presentation.label("vote aye") == label("vote aye")
