"""The contract every game keeps, and the machinery all games share: the step stack at work."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar, cast

import msgspec

from entente.kernel.chance import Chance
from entente.kernel.decision import Decision, Outcome, Recap, View
from entente.kernel.info import CardFacts, GameInfo, Mark, Options, OptionValue, Seat
from entente.kernel.message import IllegalAction, Message, Refusal, Told, refuse, say
from entente.kernel.plate import BoardPlan, Facts, NoFacts
from entente.kernel.state import State, forget
from entente.kernel.steps import C, Steps
from entente.kernel.text import Catalog, catalog_of

S = TypeVar("S", bound=State)

_NO_DECISIONS: Mapping[Seat, Decision] = {}


class Game(ABC, Generic[S, C]):
    """A deterministic machine over decisions: options, seed and actions give every state."""

    info: GameInfo
    state_type: type[S]
    view_type: type[View] = View  # what `view` returns
    recap_type: type[Recap] | None = None  # what `recap` returns, if it does
    facts_type: type[Facts] = NoFacts  # those of its `plan`
    card_types: Mapping[str, type[msgspec.Struct]] = {}  # the rows that `cards` are of, by kind
    steps: Steps[C]

    # -- what a game provides

    @abstractmethod
    def set_up(self, options: Options, chance: Chance) -> S:
        """The first state, its first steps on the stack."""

    @abstractmethod
    def context(self, state: S) -> C:
        """What the steps of this game work with."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """A copy that shares nothing that can change. Search copies millions: keep it cheap."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """All that a seat (None: a spectator) may know; the only way out of a state."""

    @abstractmethod
    def determinize(self, state: S, seat: Seat, rng: Random) -> S:
        """A full state that `seat` cannot tell from the true one, the unknown drawn at random."""

    def seats(self, options: Mapping[str, OptionValue]) -> tuple[Seat, ...]:
        """Who plays under these options."""
        return self.info.seats

    def playing(self, state: S) -> tuple[Seat, ...]:
        """Who still plays: those whom others need to agree on an end with."""
        return self.seats(state.options)

    def redact(self, state: S, seat: Seat, action: str, viewer: Seat | None) -> str | None:
        """What `viewer` may know of an action `seat` is about to take; None: only that it acts."""
        if viewer == seat:
            return action
        decision = self.decisions(state).get(seat)
        return None if decision is not None and decision.sealed else action

    def picture(self, view: View, catalog: Catalog) -> str:
        """The position in plain text, for a terminal."""
        return msgspec.json.format(msgspec.json.encode(view), indent=2).decode()

    def sketch(self, view: View, catalog: Catalog, width: int) -> str:
        """The position for a terminal of this width; it may leave out what `picture` shows."""
        return self.picture(view, catalog)

    def supply(self, state: S, seat: Seat, action: str) -> int:
        """How many things an action could be done with, one after the other; 0: does not apply."""
        return 0

    def doubts(self) -> Sequence[Message]:
        """Where the original most likely differs from this game's data."""
        return ()

    def contradictions(self) -> Sequence[Message]:
        """Where its user's corrections contradict what the rulebook states."""
        return ()

    def marks(self) -> Sequence[Mark]:
        """The figures of this game's data that are reconstructed."""
        return ()

    def marked(self) -> Mapping[str, Sequence[Message]]:
        """The same in words, by the things that bear them: an element of the board, a card, a tile.

        Figures that no thing bears stand under the empty name.
        """
        return {}

    def overrides(self) -> Mapping[str, object]:
        """What of this game's data was replaced by its user, by file."""
        return {}

    def absence(self, state: S, seat: Seat) -> str | None:
        """What a seat's handing in nothing in time amounts to; None: the rules do not say."""
        return None

    def silence(self, state: S) -> Refusal | None:
        """Why the rules forbid the players to talk now; None: they may."""
        return None

    def read(self, state: S, seat: Seat, text: str, catalog: Catalog) -> list[str]:
        """The actions a typed line may mean in the game's own notation, where it has one."""
        return []

    def read_choices(
        self, state: S, seat: Seat, text: str, catalog: Catalog
    ) -> list[str] | Refusal:
        """As `read`, where several choices make an action: those that a text names, or why not."""
        return self.read(state, seat, text, catalog)

    def label(self, action: str) -> Message:
        """An action in words; of several choices made at once, one of them."""
        return label(action)

    def hint(self, state: S, seat: Seat, action: str) -> Message | None:
        """What a player would work out before taking an allowed action: its cost, its odds."""
        return None

    def remark(self, state: S, seat: Seat, action: str) -> Message | None:
        """What is out of the ordinary about an allowed action, to stand beside it in a list."""
        return None

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        """A board element in words, as a seat sees it; None for what is no such thing."""
        return None

    def recap(self, view: View, log: Sequence[Told], catalog: Catalog) -> Recap | None:
        """What came of late, as data for whoever draws it: results, dice, a card that was played.

        It is worked out from what this seat sees and has read, and so knows no more than it does.
        """
        return None

    def dice(self, message: Message) -> tuple[int, ...]:
        """The faces of the dice that a line of the log tells of."""
        thrown = message.args.get("dice") or message.args.get("die")
        faces = thrown if isinstance(thrown, list) else [thrown] if thrown else ()
        return tuple(int(face) for face in faces if isinstance(face, (str, int)))

    def stage(self, state: S) -> Message | None:
        """How far the game has come, as everybody knows it: its turn, round or season."""
        return None

    def plan(self, catalog: Catalog) -> BoardPlan | None:
        """The empty board, drawn, with what a client must know to lay pieces on it; None: none."""
        return None

    def cards(self) -> Sequence[CardFacts]:
        """The cards of the game; their words are the catalogue's `cards.<id>`."""
        return ()

    def elements(self, action: str) -> tuple[str, ...]:
        """The board elements an action points at, for a client to light up."""
        return tuple(action.split()[1:])

    # -- what the kernel does for it

    def start(self, options: Mapping[str, OptionValue] | None, seed: str) -> S:
        """A new game."""
        state = self.set_up(self.info.complete(options), Chance(seed))
        self._run(state, self.context(state))
        return state

    def decisions(self, state: S) -> Mapping[Seat, Decision]:
        """Who must decide now, and what; several seats at once; empty when the game is over."""
        known = state.__dict__.get("decisions")
        if known is None:
            known = state.__dict__["decisions"] = self._decisions(state)
        return cast("Mapping[Seat, Decision]", known)

    def apply(self, state: S, seat: Seat, action: str) -> None:
        """Carry out an action, in place. IllegalAction carries the refusal and changes nothing."""
        decisions = self.decisions(state)
        decision = decisions.get(seat)
        exact = decision.menu.canonical(action) if decision else None
        if decision is None or exact is None:
            refusal = self.explain(state, seat, action)
            assert refusal is not None
            raise IllegalAction(refusal, action, seat)
        forget(state)
        state.news = []
        frame, place = state.stack[-1], len(state.stack) - 1
        ask, context = self.steps.asking[frame.step], self.context(state)
        if ask.sealed:
            state.sealed = {**state.sealed, seat: exact}
            rest = {each: asked for each, asked in decisions.items() if each != seat}
            if rest:  # the others are asked what they were asked before
                state.__dict__["decisions"] = rest
                return
            answers = {each: state.sealed[each] for each in ask.seats(context, frame)}
            state.sealed = {}
            state.reveal()
            del state.stack[place]
            ask.unseal(context, frame, answers)
        elif ask.take(context, frame, seat, exact):
            del state.stack[place]
        self._run(state, context)

    def explain(self, state: S, seat: Seat, action: str) -> Refusal | None:
        """Why an action may not be taken now; None if it may."""
        decision = self.decisions(state).get(seat)
        if decision is None:
            if seat not in self.seats(state.options):
                return refuse("0", "kernel.no_such_seat", seat=seat)
            if state.outcome is not None:
                return refuse("0", "kernel.game_over")
            if seat in state.sealed:
                return refuse("0", "kernel.already_answered")
            others = list(self.decisions(state))
            return refuse("0", "kernel.not_your_decision", seats=others)
        if action in decision.menu:
            return None
        refusal = Refusal(decision.section, say("kernel.not_on_the_menu", action=action))
        if " ".join(action.split()) in decision.menu:
            return refusal  # only its spaces are wrong, and no rule says so
        frame = state.stack[-1]
        reason = self.steps.asking[frame.step].why_not(self.context(state), frame, seat, action)
        return reason or refusal

    def no_use(self, state: S, seat: Seat, things: Sequence[str]) -> Refusal | None:
        """Why a seat that decides can do nothing with the last of these things; None: not told."""
        frame = state.stack[-1]
        return self.steps.asking[frame.step].no_use(self.context(state), frame, seat, things)

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return state.outcome

    def withdraw(self, state: S, seat: Seat) -> None:
        """Take back a sealed answer that is still waiting for the others."""
        if seat not in state.sealed:
            raise IllegalAction(refuse("0", "kernel.nothing_to_withdraw"), "withdraw", seat)
        forget(state)
        state.news = []
        state.sealed = {each: answer for each, answer in state.sealed.items() if each != seat}

    def save(self, state: S) -> bytes:
        """The state as JSON."""
        return msgspec.json.encode(state)

    def load(self, data: bytes) -> S:
        """A state out of its JSON."""
        return msgspec.json.decode(data, type=self.state_type)

    def catalog(self, language: str) -> Catalog:
        """This game's words in a language."""
        return catalog_of(self.info.package, language)

    def seen(self, state: S, seat: Seat | None) -> dict[str, Any]:
        """The part of a view that is the same in all games."""
        decisions = self.decisions(state)
        return {
            "seat": seat,
            "waiting": tuple(decisions),
            "decision": decisions.get(seat) if seat is not None else None,
            "news": tuple(m for e in state.news if (m := e.seen_by(seat)) is not None),
            "outcome": state.outcome,
        }

    # -- inside

    def _run(self, state: S, context: C) -> None:
        """Run automatic steps until somebody must decide or the game is over."""
        stack = state.stack
        while stack and state.outcome is None:
            frame = stack[-1]
            ask = self.steps.asking.get(frame.step)
            if ask is None:
                stack.pop()
                self.steps.automatic[frame.step](context, frame)
            elif ask.needed(context, frame):
                # Whoever asks for the decisions can go on with what is at hand.
                state.__dict__["context"] = (id(state), context)
                return
            else:
                stack.pop()
        if state.outcome is None:
            raise RuntimeError("the flow of the game ended without an outcome")
        stack.clear()

    def _decisions(self, state: S) -> Mapping[Seat, Decision]:
        if not state.stack:
            return _NO_DECISIONS
        kept = state.__dict__.pop("context", None)
        # A copy comes with the context of the state it was made of, which is not its own.
        context: C = kept[1] if kept and kept[0] == id(state) else self.context(state)
        frame = state.stack[-1]
        ask = self.steps.asking[frame.step]
        return {
            seat: Decision(
                seat,
                ask.prompt(context, frame, seat),
                ask.rule(context, frame),
                ask.menu(context, frame, seat),
                ask.sealed,
                frame.step,
                ask.grave,
            )
            for seat in ask.seats(context, frame)
            if seat not in state.sealed
        }


def label(action: str) -> Message:
    """An action in words: the catalogue's `action.<verb>` with the action's words by number."""
    verb, *words = action.split()
    return Message(f"action.{verb}", {str(index): word for index, word in enumerate(words)})
