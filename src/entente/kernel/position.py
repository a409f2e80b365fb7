"""A position: a state in play, with its context and its open decisions.

Hold a position to play a state on, look at it or search from it. Decisions are computed once, on
demand; `apply_unchecked` skips validation for an action taken from a menu.

A position with `log=False` is for search and simulation. It plays the same game by the same rules
without writing log entries, and its decisions carry no prompts (`with_prompt` adds one).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Generic

import msgspec
from msgspec import UNSET

from entente.kernel.action import parse_action
from entente.kernel.bound_decision import BoundDecision
from entente.kernel.chance import series_seed
from entente.kernel.compiling import mypyc_attr
from entente.kernel.decision import UNTOLD, Decision, Outcome, Played, View
from entente.kernel.flow import resolve_sealed
from entente.kernel.frame import Frame
from entente.kernel.info import Seat
from entente.kernel.legal_actions import LegalActions
from entente.kernel.menu import Slots
from entente.kernel.message import IllegalAction, Message, Refusal, refuse
from entente.kernel.refusals import explain_refusal
from entente.kernel.sealed_answers import (
    add_plan_step,
    store_answer,
    take_back,
    withdrawable,
)
from entente.kernel.stack import remove
from entente.kernel.state import UNHEARD, C, Heard, S
from entente.kernel.steps import DecisionStep, PrivatePlan
from entente.kernel.turn_so_far import OwnAction, TurnSoFar

if TYPE_CHECKING:  # a game makes positions
    from entente.kernel.game import Game

# What changes when an action is played: state, context, cached decisions and views, the turn.
_Past = tuple[
    S,
    C,
    tuple[Decision, ...] | None,
    dict[str, Any] | None,
    dict[Seat, tuple[Decision, ...]],
    TurnSoFar[S] | None,
]


@mypyc_attr(allow_interpreted_subclasses=True)
class Position(Generic[S, C]):
    """A game at some moment: what has happened, who decides now, and what they may do.

    `legal_actions` and `play` are all that a game needs; `push` and `pop` try things out. A
    position knows every secret: show players its `view`, and let them search in `determinize`.

    Attributes:
        game: The rules.
        state: The plain data.
        logs: Whether actions from here on write log entries.
        context: What the rules work with.
    """

    __slots__ = (
        "_called",
        "_decisions",
        "_mine",
        "_past",
        "_public",
        "context",
        "game",
        "logs",
        "state",
        "tracks_turn",
        "turn",
    )

    def __init__(
        self,
        game: Game[S, C],
        state: S,
        context: C | None = None,
        decisions: tuple[Decision, ...] | None = None,
        *,
        log: bool = True,
    ) -> None:
        self.game = game
        self.state = state
        self.logs = log and state.logs
        self.context: C = game.context(state) if context is None else context
        self._decisions = decisions  # None until they are computed
        self._public: dict[str, Any] | None = None  # the public part of views, once built
        # Decisions built for single seats where many seats decide at once.
        self._mine: dict[Seat, tuple[Decision, ...]] = {}
        self._called: list[tuple[DecisionStep[C], Frame, Seat, bool]] | None = None
        self._past: list[tuple[Played, _Past[S, C]]] | None = None  # what `pop` returns to
        self.tracks_turn = game.tracks_turns
        self.turn: TurnSoFar[S] | None = None  # of the seat that acted last

    # -- decisions

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All open decisions, required ones first."""
        known = self._decisions
        if known is None:
            known = self._decisions = self._ask()
        return known

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats the game waits for."""
        if self._decisions is None and self.state.standing:
            return tuple(dict.fromkeys([seat for _, _, seat, must in self._summons() if must]))
        decisions = self.decisions
        if len(decisions) == 1:
            return (decisions[0].seat,) if decisions[0].must else ()
        return tuple(dict.fromkeys([each.seat for each in decisions if each.must]))

    def required_by_seat(self) -> dict[Seat, Decision]:
        """Return the decision the game waits for, by seat."""
        required: dict[Seat, Decision] = {}
        for each in self.decisions:
            if each.must:
                required.setdefault(each.seat, each)
        return required

    def decisions_for(self, seat: Seat | None) -> tuple[Decision, ...]:
        """Return the open decisions of a seat, required ones first."""
        if self._decisions is None and self.state.standing and seat is not None:
            return self._only(seat)
        decisions = self.decisions
        if len(decisions) == 1:
            return decisions if decisions[0].seat == seat else ()
        return tuple([each for each in decisions if each.seat == seat])

    def with_prompt(self, decision: Decision) -> Decision:
        """Return a decision with its prompt and all its choices; a position without a log leaves
        out both where it can."""
        if decision.prompt is not UNTOLD:
            return decision
        frame, ask = self._question(decision.window)
        prompt, menu = ask.prompt(self.context, frame, decision.seat), decision.menu
        if isinstance(menu, Slots):
            menu = menu.listed()
        return msgspec.structs.replace(decision, prompt=prompt, menu=menu)

    def _only(self, seat: Seat) -> tuple[Decision, ...]:
        """Return the decisions of one seat without building the menus of the others."""
        decisions = self._mine.get(seat)
        if decisions is None:
            made = [
                self._made(ask, frame, seat, must)
                for ask, frame, each, must in self._summons()
                if each == seat
            ]
            decisions = self._mine[seat] = _required_first(made)
        return decisions

    def _summons(self) -> list[tuple[DecisionStep[C], Frame, Seat, bool]]:
        """List who is asked, by which step, and whether the game waits for the answer."""
        called = self._called
        if called is None:
            called = self._called = self._call()
        return called

    def _call(self) -> list[tuple[DecisionStep[C], Frame, Seat, bool]]:
        state, context = self.state, self.context
        if state.outcome is not None or not state.stack:
            return []
        summons, steps = [], self.game.steps
        for frame in state.open_frames():
            ask = steps.question(frame.step)
            if frame is not state.stack[-1] and not ask.needed(context, frame):
                continue
            answered, waits = state.answers.get(frame.window), frame.step not in steps.unwaited
            for seat in ask.seats(context, frame):
                if answered is None or seat not in answered:
                    must = waits and ask.waits(context, frame, seat)
                    summons.append((ask, frame, seat, must))
        return summons

    def decision(self, seat: Seat, window: int | None = None) -> Decision | None:
        """Return the open decision of a seat with this number, or its first; None if it has
        none."""
        for each in self.decisions_for(seat):
            if window in (None, each.window):
                return each
        return None

    def frame(self, decision: Decision) -> Frame:
        """Return the frame of a decision."""
        return self._question(decision.window)[0]

    def find(
        self, seat: Seat, action: str, window: int | None = None
    ) -> tuple[Decision, str] | None:
        """Return the decision that an action answers, and the canonical spelling of the action."""
        if not isinstance(action, str):
            raise not_a_text(action)
        for each in self.decisions_for(seat) if self.state.standing else self.decisions:
            if each.seat == seat and (window is None or window == each.window):
                exact = each.menu.canonical(action)
                if exact is not None:
                    return each, exact
        return None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.state.outcome

    # -- acting

    def apply(self, seat: Seat, action: str, window: int | None = None) -> None:
        """Apply an action in place. IllegalAction carries the refusal and changes nothing."""
        self.apply_unchecked(*self._legal(seat, action, window))

    def _legal(self, seat: Seat, action: str, window: int | None = None) -> tuple[Decision, str]:
        """Return the decision and the canonical spelling of a legal action."""
        legal = self.find(seat, action, window)
        if legal is None:
            refusal = self.explain(seat, action, window)
            assert refusal is not None
            raise IllegalAction(refusal, action, seat, self.game.info.package)
        return legal

    def apply_unchecked(self, decision: Decision, action: str) -> None:
        """Apply an action of one of `decisions`, in its canonical spelling, without checking it."""
        if self.tracks_turn:
            self._keep(decision, action)
        state, context = self.state, self.context
        frame, ask = self._question(decision.window)
        if self.logs:
            self._clear_news(decision.seat, isinstance(ask, PrivatePlan) and action != ask.stop())
        else:
            state.news, state.heard = UNHEARD, UNSET
        self._public = self._called = None
        if self._mine:
            self._mine = {}
        if ask.sealed:
            self._seal(ask, frame, decision, action)
            return
        self._decisions = None
        place = len(state.stack) - 1
        if ask.apply(context, frame, decision.seat, parse_action(action, ask.grammar)):
            remove(state, frame, place)
            if state.answers or state.plans:
                state.close(frame.window)
        self._run()

    # -- the short way: for scripts and notebooks

    def legal_actions(self, seat: Seat | None = None) -> LegalActions:
        """Return what a seat may do now; by default the first seat that the game waits for."""
        if seat is None:
            waiting = self.to_move
            if not waiting:
                return LegalActions(None, None)
            seat = waiting[0]
        else:
            self.game.check_seat(seat, self.state.options)
        for decision in self.decisions_for(seat):
            return LegalActions(seat, self.with_prompt(decision))
        return LegalActions(seat, None)

    def play(self, action: str, seat: Seat | None = None) -> None:
        """Play an action in place, by default for the first seat that the game waits for.

        IllegalAction says why an action is not allowed, and changes nothing.
        """
        self.apply(self._seat(seat, action), action)

    def parse(
        self,
        text: str,
        seat: Seat | None = None,
        language: str = "en",
        *,
        complete: bool = False,
    ) -> str:
        """Return the action that a person means by a text: abbreviated, in the words of a language,
        or in the game's own notation. IllegalAction if it means none, UserError if several.

        A text may leave out parts with a default, as units without an order hold; with `complete`
        it must not, and the UserError names what is missing."""
        from entente.kernel.position_text import parsed

        return parsed(self, self._seat(seat, text), text, language, complete=complete)

    def push(self, action: str, seat: Seat | None = None) -> None:
        """Play an action and remember the position before it, for `pop`."""
        seat = self._seat(seat, action)
        before = (
            self.state,
            self.context,
            self._decisions,
            self._public,
            self._mine,
            self.turn,
        )
        state = self.game.copy(self.state)
        self.context = self.game.context_of_copy(self.context, state)
        self.state, self._mine = state, self._mine.copy()
        try:
            self.apply(seat, action)
        except BaseException:
            self._return_to(before)
            raise
        if self._past is None:
            self._past = []
        self._past.append((Played(seat, action), before))

    def pop(self) -> Played:
        """Undo the last `push`, exactly, and return what was played; IndexError if there is
        none."""
        if not self._past:
            raise IndexError("nothing was pushed onto this position")
        played, before = self._past.pop()
        self._return_to(before)
        return played

    def _return_to(self, before: _Past[S, C]) -> None:
        self.state, self.context, self._decisions, self._public, self._mine = before[:5]
        self.turn = before[5]
        self._called = None

    def _seat(self, seat: Seat | None, action: str) -> Seat:
        """Return the seat to play for."""
        if seat is not None:
            self.game.check_seat(seat, self.state.options)
            return seat
        waiting = self.to_move
        if not waiting:
            raise IllegalAction(refuse("0", "kernel.game_over"), action, "")
        return waiting[0]

    def digest(self) -> str:
        """Return a fingerprint: equal positions have the same, in every process."""
        from entente.kernel.position_text import digest

        return digest(self)

    def text(self, seat: Seat | None = None, language: str = "en") -> str:
        """Return the position in characters, as a seat (None: a spectator) sees it."""
        from entente.kernel.position_text import as_text

        return as_text(self, seat, language)

    def svg(self, seat: Seat | None = None, language: str = "en") -> str | None:
        """Return the board as a picture, as a seat (None: a spectator) sees it; None if the game
        has no board, which the games of this package all have.

        What only the seat has, such as cards, is below the board."""
        from entente.kernel.position_text import as_svg

        return as_svg(self, seat, language)

    def _repr_svg_(self) -> str | None:
        """Show the board in a notebook, as a spectator sees it."""
        return self.svg()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the state and the name of the game, for other processes that have it installed."""
        from entente.kernel.position_text import packed

        return packed(self)

    def __copy__(self) -> Position[S, C]:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position[S, C]:
        """Copy the position; the game, which never changes, is shared."""
        return self.copy()

    def __repr__(self) -> str:
        from entente.kernel.position_text import in_one_line

        return in_one_line(self)

    def __str__(self) -> str:
        """Return the position in characters, as a spectator sees it."""
        return self.text()

    def __eq__(self, other: object) -> bool:
        """Compare everything but the log: the past of the dice and their future, too."""
        if not isinstance(other, Position):
            return NotImplemented
        from entente.kernel.position_text import is_same

        return self is other or is_same(self, other)

    def __hash__(self) -> int:
        """Return the hash of the digest. It changes when an action is played: keep copies in sets
        and dictionaries."""
        return hash(self.digest())

    # -- turns

    def turn_so_far(self, seat: Seat) -> TurnSoFar[S] | None:
        """Return what a seat has done so far this turn; None if nothing, or if the game does not
        track turns."""
        turn = self.turn
        return turn if turn is not None and turn.goes_on(seat, self.state) else None

    def _keep(self, decision: Decision, action: str) -> None:
        """Note an action that is about to be applied."""
        turn = self.turn_so_far(decision.seat) or TurnSoFar(
            decision.seat, self.game.copy(self.state)
        )
        self.turn = turn.then(OwnAction(action, decision.window, decision.step))

    def _clear_news(self, seat: Seat, is_private: bool) -> None:
        """Drop the log entries of the last action; after a private step only for its author."""
        state = self.state
        if not is_private:
            state.heard = UNSET
        elif state.heard is not UNSET:
            state.heard = state.heard.planned_by(seat)
        elif state.news:
            state.heard = Heard(tuple(state.news), (seat,))
        state.news = []

    def _seal(self, ask: DecisionStep[C], frame: Frame, decision: Decision, action: str) -> None:
        """Store a sealed answer or a plan step; the last answer resolves them all."""
        state, seat, window = self.state, decision.seat, decision.window
        if isinstance(ask, PrivatePlan) and action != ask.stop():
            add_plan_step(state, window, seat, action)
            self._ask_again(ask, frame, decision)
            return
        store_answer(state, window, seat, action)
        if self._decisions is not None:
            left = [each for each in self._decisions if each.seat != seat or each.window != window]
            for each in left:
                if each.window == window and each.must:
                    self._decisions = tuple(left)  # the decisions of the others have not changed
                    return
        elif any(f.window == window and must for _, f, _, must in self._summons()):
            return
        self._decisions = None
        resolve_sealed(self.game.steps, state, self.context, frame)
        self._run()

    def _run(self) -> None:
        """Run the rules on and drop everything cached about the previous state."""
        self.game.run(self.state, self.context)
        self._decisions = self._public = self._called = None
        if self._mine:
            self._mine = {}

    def _ask_again(self, ask: DecisionStep[C], frame: Frame, decision: Decision) -> None:
        """Rebuild one seat's decision: a private plan changes nothing for the other seats."""
        if self._decisions is None:
            return
        again = self._decision(ask, frame, decision.seat)
        name = (decision.seat, decision.window)
        self._decisions = tuple(
            again if (each.seat, each.window) == name else each for each in self.decisions
        )

    def withdraw(self, seat: Seat) -> None:
        """Withdraw a sealed answer that waits for the others, or the last step of a plan."""
        windows = withdrawable(self.state, seat)
        if not windows:
            raise IllegalAction(refuse("0", "kernel.nothing_to_withdraw"), "withdraw", seat)
        self._decisions = self._public = self._called = self.turn = None
        self._mine = {}
        if self.logs:
            self._clear_news(seat, seat not in self.state.answers.get(windows[0], {}))
        else:
            self.state.news, self.state.heard = UNHEARD, UNSET
        take_back(self.state, windows[0], seat)

    def reseed(self, seed: str, series: int) -> None:
        """Continue with another series of the game's chance."""
        self.turn = None
        self.state.chance.seed = series_seed(seed, series)
        self.game.reshuffle_hidden(self.context)

    # -- what the rules say about decisions

    def bind(self, decision: Decision) -> BoundDecision[S, C]:
        """Return an open decision together with what the rules say about it: hints, cautions, the
        default answer, what other seats see of an answer."""
        frame, step = self._question(decision.window)
        return BoundDecision(self, decision, frame, step)

    def explain(self, seat: Seat, action: str, window: int | None = None) -> Refusal | None:
        """Explain why an action is not allowed now; None if it is."""
        return explain_refusal(self, seat, action, window)

    def hint(self, action: str, seat: Seat | None = None) -> Message | None:
        """Return what a player would work out before an action, such as the odds of a battle or a
        cost, from what the seat sees; None if there is nothing. Its `args` are the figures, and
        `game.catalog("en").say` the sentence."""
        seat = self._seat(seat, action)
        decision, exact = self._legal(seat, action)
        return self.bind(decision).hint(exact)

    # -- copies and views

    def copy(self, *, log: bool = True) -> Position[S, C]:
        """Return an independent copy; with `log=False`, one that writes no log from here on."""
        state = self.game.copy(self.state)
        context = self.game.context_of_copy(self.context, state)
        twin = type(self)(self.game, state, context, self._decisions, log=log and self.logs)
        twin._mine = self._mine.copy()
        twin.tracks_turn, twin.turn = self.tracks_turn, self.turn
        return twin

    def determinize(self, seat: Seat, rng: Random, *, log: bool = True) -> Position[S, C]:
        """Return a position that `seat` cannot tell from this one, the unknown drawn at random.
        With `log=False`, for search, it writes no log and does not track the turn."""
        world = self.game.position(self.game.determinize(self.state, seat, rng))
        world.logs = log and self.logs
        world.tracks_turn = self.tracks_turn and log
        if world.tracks_turn and (turn := self.turn_so_far(seat)) is not None:
            start = self.game.determinize(turn.start, seat, Random(0))
            world.turn = TurnSoFar(seat, start, turn.done)
        return world

    def view(self, seat: Seat | None = None) -> View:
        """Return all that a seat (None: a spectator) may know."""
        if seat is not None:
            self.game.check_seat(seat, self.state.options)
        return self.game.build_view(self, seat)

    def seen(self, seat: Seat | None) -> dict[str, Any]:
        """Return the part of a view that is the same in all games."""
        state, heard = self.state, self.state.heard
        news = state.news if heard is UNSET or seat in heard.planners else heard.news
        return {
            "seat": seat,
            "to_move": self.to_move,
            "decisions": tuple([self.with_prompt(each) for each in self.decisions_for(seat)]),
            "news": tuple(m for e in news if (m := e.seen_by(seat)) is not None),
            "outcome": state.outcome,
        }

    def public(self, make: Callable[[C], dict[str, Any]]) -> dict[str, Any]:
        """Return the part of a view that is the same for every viewer. It is built once and shared:
        callers must not change it."""
        if self._public is None:
            self._public = make(self.context)
        return self._public

    @property
    def moment(self) -> object:
        """An object that stays the same as long as nothing happens; None until a view has been
        built whose public part is shared."""
        return self._public

    # -- inside

    def _question(self, window: int) -> tuple[Frame, DecisionStep[C]]:
        """Return the frame and the step of a decision."""
        state, asking = self.state, self.game.steps.asking
        if state.stack:
            frame = state.stack[-1]
            if frame.window == window:
                return frame, asking[frame.step]
        for frame in state.standing:
            if frame.window == window:
                return frame, asking[frame.step]
        raise LookupError(f"no question has the window {window} now")

    def _ask(self) -> tuple[Decision, ...]:
        state = self.state
        if state.outcome is not None or not state.stack:
            return ()
        frame = state.stack[-1]
        ask = self.game.steps.question(frame.step)
        if not (state.standing or state.answers or self._mine):
            seats = ask.seats(self.context, frame)
            if len(seats) == 1:  # the usual case: one seat, no standing decisions
                return (self._decision(ask, frame, seats[0]),)
        decisions = self._ask_one(ask, frame)
        for frame in state.standing:
            ask = self.game.steps.question(frame.step)
            if ask.needed(self.context, frame):
                decisions += self._ask_one(ask, frame)
        return _required_first(decisions)

    def _ask_one(self, ask: DecisionStep[C], frame: Frame) -> list[Decision]:
        seats = ask.seats(self.context, frame)
        if frame.window in self.state.answers:
            answered: Mapping[Seat, str] = self.state.answers[frame.window]
            seats = tuple(seat for seat in seats if seat not in answered)
        if not self._mine:
            return [self._decision(ask, frame, seat) for seat in seats]
        return [self._known(frame, seat) or self._decision(ask, frame, seat) for seat in seats]

    def _known(self, frame: Frame, seat: Seat) -> Decision | None:
        """Return a decision that was already built and has not changed."""
        return next((e for e in self._mine.get(seat, ()) if e.window == frame.window), None)

    def _decision(self, ask: DecisionStep[C], frame: Frame, seat: Seat) -> Decision:
        return self._made(ask, frame, seat, ask.waits(self.context, frame, seat))

    def _made(self, ask: DecisionStep[C], frame: Frame, seat: Seat, must: bool) -> Decision:
        """Return a decision, given whether the game waits for it."""
        context = self.context
        return Decision(
            seat,
            ask.prompt(context, frame, seat) if self.logs else UNTOLD,
            ask.rule(context, frame),
            ask.menu(context, frame, seat),
            ask.sealed,
            frame.step,
            ask.irreversible_for(context, frame, seat),
            frame.window,
            must,
            isinstance(ask, PrivatePlan),
        )


def _required_first(decisions: list[Decision]) -> tuple[Decision, ...]:
    """Return decisions in their order, those that the game waits for first."""
    required = [each for each in decisions if each.must]
    if len(required) < len(decisions):
        required += [each for each in decisions if not each.must]
    return tuple(required)


def not_a_text(action: object) -> TypeError:
    """Return the error for an action that is not a string."""
    return TypeError(f"an action is a text, such as 'vote aye': not {action!r}")
