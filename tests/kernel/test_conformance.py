"""The conformance suite finds what it is there to find: each promise, broken once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from entente.kernel import (
    Action,
    Catalog,
    Caution,
    Chance,
    Choose,
    Decision,
    DecisionStep,
    Frame,
    IllegalAction,
    Menu,
    Message,
    Occasion,
    Options,
    Outcome,
    Plans,
    Position,
    Preparable,
    Presentation,
    Refusal,
    Seat,
    Slots,
    Steps,
    refuse,
    say,
)
from entente.kernel.capabilities import ChatRules, ClosingCheck, TargetExplainer
from entente.kernel.conformance import CHECKS, check, hides_something, moves_compared, play_through
from tests.toys import (
    Bid,
    Conference,
    ConferenceState,
    ConferenceView,
    GiveOrders,
    Orders,
    OrdersState,
    Table,
    Vote,
    conference_catalog,
    steps,
)

CHECK = {promise.__name__.removeprefix("check_"): promise for promise in CHECKS}


def with_step(name: str, ask: DecisionStep[Table]) -> Steps[Table]:
    """The steps of a conference, one of them replaced."""
    changed: Steps[Table] = Steps()
    changed.automatic = dict(steps.automatic)
    changed.asking = {**steps.asking, name: ask}
    return changed


def without(catalog: Catalog, key: str) -> Catalog:
    """A catalogue that lacks a text."""
    assert key in catalog
    return Catalog(catalog.language, {k: text for k, text in catalog.texts.items() if k != key})


def with_text(catalog: Catalog, key: str, text: str) -> Catalog:
    """A catalogue with one text changed."""
    assert key in catalog
    return Catalog(catalog.language, {**catalog.texts, key: text})


# -- games that break a promise

Played = Position[ConferenceState, Table]


class GraveAye(Vote):
    irreversible = ("vote aye",)


class MarksTheFirstChoice(Conference):
    steps = with_step("vote", GraveAye())


class GraveNever(Vote):
    irreversible = ("vote never",)


class MarksWhatIsNotThere(Conference):
    steps = with_step("vote", GraveNever())


class SharesHands(Conference):
    def copy(self, state: ConferenceState) -> ConferenceState:
        copy = super().copy(state)
        copy.hands = state.hands
        return copy


class ForgetsWhenCopying(Conference):
    def copy(self, state: ConferenceState) -> ConferenceState:
        copy = super().copy(state)
        copy.votes = {}
        return copy


class ForgetsWhenLoading(Conference):
    def load(self, data: bytes) -> ConferenceState:
        state = super().load(data)
        state.round = 0
        return state


class Forgetful(Played):
    """Every fifth action since the position was made pays."""

    __slots__ = ("moves",)

    def apply_unchecked(self, decision: Decision, action: str) -> None:
        super().apply_unchecked(decision, action)
        self.moves = getattr(self, "moves", 0) + 1
        if self.moves % 5 == 0:
            self.state.gold["austria"] += 1


class RemembersOutsideTheState(Conference):
    """The state is loaded well, but the flow depends on something that was not saved."""

    def position(self, state: ConferenceState) -> Played:
        return Forgetful(self, state)


class StartsAtRandom(Conference):
    def __init__(self) -> None:
        self.rng = Random(1)

    def set_up(self, options: Options, chance: Chance) -> ConferenceState:
        state = super().set_up(options, chance)
        self.rng.shuffle(state.deck)
        return state


class ForgetsASeat(Conference):
    def run(self, state: ConferenceState, context: Table) -> None:
        super().run(state, context)
        if state.outcome is not None:
            state.outcome = Outcome(("austria",), {"austria": 1.0}, state.outcome.reason)


class FailsOnNay(Conference):
    class Fails(Vote):
        def apply(self, context: Table, frame: Frame, seat: Seat, action: Action) -> bool:
            if action == "vote nay" and context.state.round == 2:
                raise ZeroDivisionError
            return super().apply(context, frame, seat, action)

    steps = with_step("vote", Fails())


class CountsOtherwiseUnheard(Conference):
    class Counts(Vote):
        def apply(self, context: Table, frame: Frame, seat: Seat, action: Action) -> bool:
            over = super().apply(context, frame, seat, action)
            if not context.state.logs:
                context.state.reveal()
            return over

    steps = with_step("vote", Counts())


class AsksOtherwiseUnheard(Conference):
    class Asks(Vote):
        def menu(self, context: Table, frame: Frame, seat: Seat) -> Menu:
            menu = super().menu(context, frame, seat)
            return Choose(tuple(reversed(tuple(menu)))) if not context.state.logs else menu

    steps = with_step("vote", Asks())


class ListsNothing(Conference):
    class Empty(Vote):
        def menu(self, context: Table, frame: Frame, seat: Seat) -> Menu:
            return Slots({"one": ("vote aye",), "two": ("vote aye",)}, once=(("vote aye",),))

    steps = with_step("vote", Empty())


class ListsTwice(Conference):
    class Twice(Vote):
        def menu(self, context: Table, frame: Frame, seat: Seat) -> Menu:
            return Choose(("vote aye", "vote nay", "vote aye"))

    steps = with_step("vote", Twice())


class Unsure(Played):
    __slots__ = ()

    def explain(self, seat: Seat, action: str, window: int | None = None) -> Refusal | None:
        if action == "vote nay":
            return refuse("2", "why.poor", gold=0)
        return super().explain(seat, action, window)


class RefusesWhatItLists(Conference):
    def position(self, state: ConferenceState) -> Played:
        return Unsure(self, state)


class Lenient(Played):
    __slots__ = ()

    def apply(self, seat: Seat, action: str, window: int | None = None) -> None:
        try:
            super().apply(seat, action, window)
        except IllegalAction:
            if action != "undo":
                raise


class AcceptsMore(Conference):
    def position(self, state: ConferenceState) -> Played:
        return Lenient(self, state)


class Timeless(Played):
    __slots__ = ()

    def apply(self, seat: Seat, action: str, window: int | None = None) -> None:
        super().apply(seat, action)


class TakesLateAnswers(Conference):
    """Accept an answer to any decision."""

    def position(self, state: ConferenceState) -> Played:
        return Timeless(self, state)


class Touchy(Played):
    __slots__ = ()

    def explain(self, seat: Seat, action: str, window: int | None = None) -> Refusal | None:
        refusal = super().explain(seat, action, window)
        if refusal is not None:
            self.state.round += 1
        return refusal


class ChangesWhenRefusing(Conference):
    def position(self, state: ConferenceState) -> Played:
        return Touchy(self, state)


class AbsentBidder(Bid):
    def default_answer(self, context: Table, frame: Frame, seat: Seat) -> str:
        return "bid nothing"


class MissesTheMenu(Conference):
    steps = with_step("bid", AbsentBidder())


class RefusingVote(Vote):
    """A vote that explains itself."""

    def refuse(self, table: Table, seat: Seat, action: Action) -> Refusal:
        raise NotImplementedError

    def why_not(self, context: Table, frame: Frame, seat: Seat, action: Action) -> Refusal | None:
        return self.refuse(context, seat, action)


class CannotExplain(Conference):
    class Fails(RefusingVote):
        def refuse(self, table: Table, seat: Seat, action: Action) -> Refusal:
            return refuse("2", "why.poor", gold=int(action.args[0]))

    steps = with_step("vote", Fails())


class RefusesWithoutWords(Conference):
    class Mute(RefusingVote):
        def refuse(self, table: Table, seat: Seat, action: Action) -> Refusal:
            return refuse("2", "why.because")

    steps = with_step("vote", Mute())


class RefusesWithoutRule(Conference):
    class Lawless(RefusingVote):
        def refuse(self, table: Table, seat: Seat, action: Action) -> Refusal:
            return refuse("99", "why.poor", gold=1)

    steps = with_step("vote", Lawless())


class RefusesWithSecrets(Conference):
    class Talks(RefusingVote):
        def refuse(self, table: Table, seat: Seat, action: Action) -> Refusal:
            return refuse("2", "end.rich", seats=table.state.deck)

    steps = with_step("vote", Talks())


class PointsWithoutWords(Conference):
    class Mute(Vote, TargetExplainer[Table]):
        def explain_target(
            self, context: Table, frame: Frame, seat: Seat, things: Sequence[str]
        ) -> Refusal | None:
            return refuse("2", "why.because")

    steps = with_step("vote", Mute())


class PointsWithSecrets(Conference):
    class Talks(Vote, TargetExplainer[Table]):
        def explain_target(
            self, context: Table, frame: Frame, seat: Seat, things: Sequence[str]
        ) -> Refusal | None:
            return refuse("2", "end.rich", seats=context.state.deck)

    steps = with_step("vote", Talks())


class HintsAtSecrets(Conference):
    class Hints(Vote):
        def hint(self, context: Table, frame: Frame, seat: Seat, action: Action) -> Message:
            return say("end.rich", seats=context.state.deck)

    steps = with_step("vote", Hints())


class RemarksOnSecrets(Conference):
    class Remarks(Vote):
        def remark(self, context: Table, frame: Frame, seat: Seat, action: Action) -> Message:
            return say("end.rich", seats=context.state.deck)

    steps = with_step("vote", Remarks())


class CautionsOfSecrets(Conference):
    class Cautions(Vote):
        def cautions(
            self, context: Table, frame: Frame, seat: Seat, action: Action
        ) -> list[Message]:
            return [say("end.rich", seats=context.state.deck)]

    steps = with_step("vote", Cautions())


class RisksOfSecrets(Conference):
    class Risks(Vote, ClosingCheck[Table]):
        def risks(self, context: Table, frame: Frame, seat: Seat, action: Action) -> list[Caution]:
            return [Caution(say("end.rich", seats=[seat]), things=tuple(context.state.deck))]

    steps = with_step("vote", Risks())


class RiskLeadsNowhere(Conference):
    class Risks(Vote, ClosingCheck[Table]):
        def risks(self, context: Table, frame: Frame, seat: Seat, action: Action) -> list[Caution]:
            return [Caution(say("end.rich", seats=[seat]), decision=4711)]

    steps = with_step("vote", Risks())


class ProposesSecrets(Conference):
    class Proposes(Vote, ChatRules[Table]):
        def proposals(self, context: Table, frame: Frame) -> dict[str, tuple[str, ...]]:
            return {"deck": tuple(context.state.deck)}

    steps = with_step("vote", Proposes())


class OpensItsHand(Conference):
    class Opens(Vote):
        open_menu = True

        def menu(self, context: Table, frame: Frame, seat: Seat) -> Menu:
            held = context.state.hands[seat]
            return Choose(("vote aye", "vote nay", *(f"vote {card}" for card in held)))

    steps = with_step("vote", Opens())


class PreparesBySecrets(Conference):
    """A player may prepare an answer for each card of the other hands."""

    class Cards(Preparable[Table]):
        def occasions(self, context: Table, seat: Seat, plans: Plans) -> Iterable[Occasion]:
            hands = context.state.hands.items()
            choices = {each: tuple(hand) for each, hand in hands if each != seat}
            return (Occasion("next", choices),)

    steps = with_step("vote", Vote())
    steps.preparable = {"vote": Cards()}


class ShowsTheDeck(Conference):
    def build_view(self, position: Played, seat: Seat | None) -> ConferenceView:
        view, state = super().build_view(position, seat), position.state
        view.hand = [*view.hand, *state.deck[-1:]]
        return view


class ShowsTheOrder(Conference):
    """The right cards, but in an order that comes from a hidden one."""

    def build_view(self, position: Played, seat: Seat | None) -> ConferenceView:
        view, state = super().build_view(position, seat), position.state
        richest = sorted(state.gold, key=lambda each: state.hands[each])
        view.gold = {each: state.gold[each] for each in richest}
        return view


class ShowsASpectatorMore(Conference):
    def build_view(self, position: Played, seat: Seat | None) -> ConferenceView:
        view, state = super().build_view(position, seat), position.state
        if seat is None:
            view.hand = state.hands["austria"]
        return view


class ShowsTheSeed(Conference):
    def build_view(self, position: Played, seat: Seat | None) -> ConferenceView:
        view, state = super().build_view(position, seat), position.state
        view.votes = {**view.votes, "seed": state.chance.seed}
        return view


class ShowsWhatJsonCannot(Conference):
    def build_view(self, position: Played, seat: Seat | None) -> ConferenceView:
        view = super().build_view(position, seat)
        view.hand = tuple(view.hand)  # type: ignore[assignment]
        return view


class ShowsSealedAnswers(Conference):
    def build_view(self, position: Played, seat: Seat | None) -> ConferenceView:
        view, state = super().build_view(position, seat), position.state
        view.votes = {**view.votes, **state.sealed}
        return view


class HoldersVote(Vote):
    """Only those vote who hold a certain card."""

    def needed(self, context: Table, frame: Frame) -> bool:
        return bool(self.seats(context, frame))

    def seats(self, context: Table, frame: Frame) -> tuple[Seat, ...]:
        hands = context.state.hands
        return tuple(s for s in super().seats(context, frame) if "ace" not in hands[s])


class AsksHolders(Conference):
    steps = with_step("vote", HoldersVote())


class ShortVote(Vote):
    """The vote is over as soon as the holder of a certain card has voted."""

    def apply(self, context: Table, frame: Frame, seat: Seat, action: Action) -> bool:
        return super().apply(context, frame, seat, action) or "ace" in context.state.hands[seat]


class StopsAsking(Conference):
    """Nothing but the next question shows that the vote is over."""

    steps = with_step("vote", ShortVote())
    steps.automatic["count"] = lambda table, frame: None


class KeepsTheSeed(Conference):
    def determinize(self, state: ConferenceState, seat: Seat, rng: Random) -> ConferenceState:
        world = super().determinize(state, seat, rng)
        world.chance = state.chance.copy()
        return world


class KeepsTheScript(Conference):
    def determinize(self, state: ConferenceState, seat: Seat, rng: Random) -> ConferenceState:
        world = super().determinize(state, seat, rng)
        world.chance.script = [6, 6]
        return world


class MakesBrokenWorlds(Conference):
    def determinize(self, state: ConferenceState, seat: Seat, rng: Random) -> ConferenceState:
        world = super().determinize(state, seat, rng)
        world.deck = [str(number) for number in range(100)]
        for hand in world.hands.values():
            hand.clear()
        world.stack = [Frame("discard", {"seat": seat, "number": 1})]
        return world


class Remembering(Played):
    __slots__ = ()

    def determinize(self, seat: Seat, rng: Random, *, log: bool = True) -> Played:
        world = super().determinize(seat, rng, log=log)
        world._decisions = self.decisions
        return world


class KeepsTheQuestions(Conference):
    """The determinized state still asks what the true one asked."""

    def position(self, state: ConferenceState) -> Played:
        return Remembering(self, state)


class Stubborn(Played):
    __slots__ = ()

    def apply_unchecked(self, decision: Decision, action: str) -> None:
        before = self.decisions
        super().apply_unchecked(decision, action)
        if len(before) == 3 and self.state.votes:
            self._decisions = tuple(each for each in before if each.seat == "france")


class AsksFromMemory(Conference):
    """The questions come from what happened before, not from the state."""

    def position(self, state: ConferenceState) -> Played:
        return Stubborn(self, state)


class OpenOrders(GiveOrders):
    def shown(
        self, context: OrdersState, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> str | None:
        return action.text


class RecordsSecrets(Orders):
    steps = Steps()
    steps.asking["orders"] = OpenOrders()


class RevealsSilently(Conference):
    """A card is drawn, and the state does not count it as something shown."""

    def run(self, state: ConferenceState, context: Table) -> None:
        super().run(state, context)
        state.reveals = 0


class Holding(Played):
    __slots__ = ()

    def withdraw(self, seat: Seat) -> None:
        """Nothing is given back."""


class WithdrawsNothing(Conference):
    def position(self, state: ConferenceState) -> Played:
        return Holding(self, state)


class LacksFrench(Conference):
    key = "log.counted"

    def catalog(self, language: str) -> Catalog:
        catalog = conference_catalog(language)
        return without(catalog, self.key) if language == "fr" else catalog


class LacksALabel(LacksFrench):
    key = "action.bid"


class LacksAPrompt(LacksFrench):
    key = "prompt.vote"


class LacksAnEnd(LacksFrench):
    key = "end.rich"


class LacksATitle(LacksFrench):
    key = "info.title"


class LacksHelp(LacksFrench):
    key = "option.auction.help"


class LacksARule(LacksFrench):
    key = "rules.2.title"


class LacksAParameter(Conference):
    def catalog(self, language: str) -> Catalog:
        return with_text(conference_catalog(language), "log.round", "{number} {season}")


class NamesTwoThingsAlike(Conference):
    def catalog(self, language: str) -> Catalog:
        return with_text(conference_catalog(language), "names.vote.nay", "Aye!")


class Blank(Presentation[ConferenceState]):
    def render_text(self, view: object, catalog: Catalog) -> str:
        return ""


class DrawsNothing(Conference):
    presentation = Blank()


BROKEN: list[tuple[str, type[Conference] | type[Orders], Mapping[str, Any], str]] = [
    ("play_through", ForgetsWhenCopying, {}, "copy(state) is not equal to the state"),
    ("play_through", ForgetsWhenLoading, {}, "load(save(state)) is not equal to the state"),
    ("play_through", FailsOnNay, {}, "'vote nay' failed: ZeroDivisionError()"),
    ("play_through", ListsNothing, {}, "has nothing to choose from"),
    ("end", ForgetsASeat, {}, "scores for {'austria'}"),
    ("copies", SharesHands, {}, "playing a copy changed its original"),
    ("saves", RemembersOutsideTheState, {}, "the state differs from the uninterrupted game"),
    ("log_off", CountsOtherwiseUnheard, {}, "the state differs from the game with a log"),
    ("log_off", AsksOtherwiseUnheard, {}, "the questions differ from the game with a log"),
    ("record", StartsAtRandom, {"auction": False}, "the record is rejected"),
    ("menus", FailsOnNay, {"rounds": 2}, "is listed, but failed: ZeroDivisionError()"),
    ("menus", ListsTwice, {}, "the menu lists something twice"),
    ("menus", RefusesWhatItLists, {}, "'vote nay' is listed, but refused"),
    ("menus", MarksTheFirstChoice, {}, "'vote aye' is irreversible, and the first choice"),
    ("menus", MarksWhatIsNotThere, {}, "'vote never' is irreversible, but not on the menu"),
    ("menus", TakesLateAnswers, {}, "a question that was never asked is accepted"),
    ("default_answers", MissesTheMenu, {}, "'bid nothing' is not on the menu"),
    ("refusals", AcceptsMore, {}, "'undo' is not listed, but apply accepts it"),
    ("refusals", ChangesWhenRefusing, {}, "changed the state"),
    ("refusals", CannotExplain, {}, "explain failed on ''"),
    ("refusals", RefusesWithoutWords, {}, "no en sentence for"),
    ("refusals", RefusesWithoutRule, {}, "cites section '99', which has no en title"),
    ("refusals", RefusesWithSecrets, {}, "leaks what austria cannot know"),
    ("views", ShowsTheDeck, {}, "can distinguish the worlds: view.hand["),
    ("views", ShowsTheOrder, {}, "can distinguish the worlds: view.gold lists ["),
    ("views", ShowsASpectatorMore, {}, "a spectator can distinguish the worlds"),
    ("views", ShowsTheSeed, {}, "the seed is in the view of austria"),
    ("views", ShowsWhatJsonCannot, {}, "the view of austria changes in JSON"),
    ("views", KeepsTheSeed, {}, "the true seed is still in the state"),
    ("views", KeepsTheScript, {}, "scripted dice are still in the state"),
    ("saves", AsksFromMemory, {}, "the decisions do not follow from the state"),
    ("worlds", MakesBrokenWorlds, {}, "determinized for"),
    ("worlds", KeepsTheQuestions, {"ties": "first"}, "decisions are still those of the true"),
    ("downloads", RecordsSecrets, {}, "sealed answer"),
    ("sealed", ShowsSealedAnswers, {}, "sealed answer"),
    ("sealed", WithdrawsNothing, {}, "withdrew the sealed answer, but the state differs"),
    (
        "question_leaks",
        AsksHolders,
        {},
        "whether 'vote' is asked, or of whom, leaks something hidden",
    ),
    ("question_leaks", StopsAsking, {"rounds": 1}, "though both look alike"),
    ("targets", PointsWithoutWords, {}, "no en text for 'why.because'"),
    ("answers", PointsWithSecrets, {}, "the explanation of"),
    ("answers", HintsAtSecrets, {}, "the hints of 'vote aye' leak something hidden"),
    ("answers", RemarksOnSecrets, {}, "the hints of 'vote aye' leak something hidden"),
    ("answers", CautionsOfSecrets, {}, "the hints of 'vote aye' leak something hidden"),
    ("answers", RisksOfSecrets, {}, "the hints of 'vote aye' leak something hidden"),
    ("answers", RiskLeadsNowhere, {}, "leads to a decision that is not open"),
    ("answers", ProposesSecrets, {}, "the proposals leak something hidden"),
    ("views", OpensItsHand, {}, "'vote' has an open menu, but"),
    ("views", PreparesBySecrets, {}, "may prepare depends on hidden information"),
    (
        "undo",
        RevealsSilently,
        {"auction": False},
        "may be undone, but revealed something to its seat",
    ),
    ("texts", LacksFrench, {}, "no fr sentence for Message(key='log.counted'"),
    ("texts", LacksALabel, {}, "no fr sentence for Message(key='action.bid'"),
    ("texts", LacksAPrompt, {}, "no fr sentence for Message(key='prompt.vote'"),
    ("texts", LacksAnEnd, {}, "no fr sentence for Message(key='end.rich'"),
    ("texts", LacksARule, {}, "cites section '2', which has no fr title"),
    ("texts", LacksAParameter, {}, "no en sentence for Message(key='log.round'"),
    ("texts", DrawsNothing, {}, "an empty picture in en"),
    ("information", LacksATitle, {}, "no fr text for 'info.title'"),
    ("information", LacksHelp, {}, "no fr text for 'option.auction.help'"),
    (
        "reading",
        NamesTwoThingsAlike,
        {},
        "'vote nay' is written 'vote aye' and read as ['vote aye']",
    ),
]


def conform(name: str, game: Conference | Orders, options: Mapping[str, Any], seed: str) -> None:
    """Run one check, or only the playthrough."""
    run = play_through(game, options, seed)
    if name != "play_through":
        CHECK[name](run)


@pytest.mark.parametrize(
    ("name", "game", "options", "text"),
    BROKEN,
    ids=[f"{name}-{game.__name__}" for name, game, _, _ in BROKEN],
)
def test_a_broken_promise_is_found(
    name: str, game: type[Conference] | type[Orders], options: Mapping[str, Any], text: str
) -> None:
    """Within a few games, since not every game meets every fault."""
    found = []
    for seed in range(6):
        try:
            conform(name, game(), options, str(seed))
        except AssertionError as error:
            found.append(str(error))
    assert found, "the suite is content with a broken game"
    assert any(text in message for message in found), found[0]
    assert all(message.startswith(game.info.id) for message in found)


def test_a_failure_names_the_game_its_options_its_seed_and_the_moment() -> None:
    with pytest.raises(AssertionError) as caught:
        check(LacksAPrompt(), {"rounds": 1, "auction": False}, "7")
    assert str(caught.value).startswith(
        "conference rounds=1 auction=off (seed 7), after 0 moves: no fr sentence for"
    )


def test_a_game_that_does_not_end_is_found() -> None:
    with pytest.raises(AssertionError, match="the game does not end"):
        play_through(Conference(), {"rounds": 3}, limit=5)


def test_the_same_journey_is_made_every_time() -> None:
    one, other = play_through(Conference(), None, "7"), play_through(Conference(), None, "7")
    assert one.moves == other.moves
    assert one.saved_states[-1].data == other.saved_states[-1].data
    assert play_through(Conference(), None, "8").moves != one.moves


def test_a_determinization_that_only_copies_is_distinguished_from_one_that_hides() -> None:
    class OnlyCopies(Conference):
        def determinize(self, state: ConferenceState, seat: Seat, rng: Random) -> ConferenceState:
            world = self.copy(state)
            world.chance = Chance(str(rng.getrandbits(64)))
            return world

    assert hides_something(play_through(Conference()))
    assert not hides_something(play_through(OnlyCopies()))


def test_every_moment_is_kept_and_can_be_looked_at_again_and_again() -> None:
    run = play_through(Conference())
    assert [moment.number for moment in run.saved_states] == list(range(len(run.moves) + 1))
    moment = run.saved_states[3]
    first = moment.state()
    first.round = 77
    assert moment.state().round != 77
    assert msgspec.json.decode(moment.data)["round"] == moment.state().round
    assert run.replay_to(3).state == moment.state()


def test_the_sample_has_moments_of_every_step_and_the_end() -> None:
    run = play_through(Conference(), {"rounds": 3}, samples=1)
    sample = list(run.sample("anything"))
    assert {moment.step for moment in sample} == {moment.step for moment in run.saved_states}
    assert len(sample) == len({moment.step for moment in sample})
    assert run.saved_states[-1] in sample


def test_a_conference_has_texts() -> None:
    """The toy's own texts, as a check that the suite looks at real sentences."""
    run = play_through(Conference(), {"rounds": 1})
    assert say("log.round", number=1) in [message for _, message in run.messages]
    assert "vote aye" in run.actions
    assert set(run.sections) >= {"2", "3"}


def test_twins_that_are_never_played_on_are_distinguished() -> None:
    class PartsAtOnce(Conference):
        def build_view(self, position: Played, seat: Seat | None) -> ConferenceView:
            view, state = super().build_view(position, seat), position.state
            view.hand = [str(id(state))]  # no two states look alike
            return view

    assert moves_compared(play_through(Conference())) > 30
    assert moves_compared(play_through(PartsAtOnce())) == 0
