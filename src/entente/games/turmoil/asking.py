"""Questions: what every decision of this game has in common."""

from __future__ import annotations

from collections.abc import Sequence

from entente.games.turmoil.turmoil import Turmoil, frame_text, steps
from entente.kernel import END, Ask, Choose, Frame, Menu, Message, Refusal, Seat, refuse, say

DONE = "done"


class Question(Ask[Turmoil]):
    """A question to one seat: what may be chosen is listed once, by `offers`.

    `verbs` says for each verb how many words follow it.
    """

    verbs: dict[str, int] = {}

    def seats(self, t: Turmoil, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("side"),)

    def offers(self, t: Turmoil, frame: Frame) -> Sequence[str]:
        """Everything that may be done."""
        raise NotImplementedError

    def do(self, t: Turmoil, frame: Frame, verb: str, words: list[str]) -> bool:
        """Carry a choice out; END or STAY."""
        raise NotImplementedError

    def why(self, t: Turmoil, frame: Frame, verb: str, words: list[str]) -> Refusal | None:
        """Why something that makes sense may not be done."""
        return None

    def needed(self, t: Turmoil, frame: Frame) -> bool:
        offers = self.offers(t, frame)
        t.offered = (frame, offers)
        return bool(offers)

    def menu(self, t: Turmoil, frame: Frame, seat: Seat) -> Menu:
        found = t.offered
        offers = found[1] if found and found[0] is frame else self.offers(t, frame)
        return Choose(tuple(offers))

    def prompt(self, t: Turmoil, frame: Frame, seat: Seat) -> Message:
        """The question, and which card it comes from."""
        card = frame_text(frame, "card")
        return say(f"prompt.{frame.step}", card=card) if card else say(f"prompt.{frame.step}")

    def take(self, t: Turmoil, frame: Frame, seat: Seat, action: str) -> bool:
        if action == DONE:
            return END
        verb, *words = action.split()
        return self.do(t, frame, verb, words)

    def why_not(self, t: Turmoil, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        section = self.rule(t, frame)
        verb, *words = action.split() or [""]
        if verb not in self.verbs:
            known = list(dict.fromkeys(offer.split()[0] for offer in self.offers(t, frame)))
            key = "refusal.verb_here" if is_a_verb(verb) else "refusal.verb"
            return refuse(section, key, verb=verb, verbs=known)
        if len(words) != self.verbs[verb]:
            return refuse(section, "refusal.words", verb=verb, count=self.verbs[verb])
        return self.why(t, frame, verb, words)


def is_a_verb(word: str) -> bool:
    """Whether a word is a verb of this game at all."""
    return any(word in ask.verbs for ask in steps.asking.values() if isinstance(ask, Question))


def again(t: Turmoil, frame: Frame, **changes: str | int) -> None:
    """Ask the same question once more, with other particulars."""
    t.state.stack[-1] = Frame(frame.step, {**frame.args, **changes})
