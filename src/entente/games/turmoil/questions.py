"""Questions: what every decision of this game has in common."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from entente.games.turmoil.things import (
    MOBILIZATION_CARD,
    NUMBER,
    STABILITY_CARD,
    STRATEGY_CARDS,
    Kinds,
    fits,
    kind_of,
)
from entente.games.turmoil.turmoil import Turmoil, frame_text, steps
from entente.kernel import (
    END,
    Ask,
    Catalog,
    Choose,
    Frame,
    Menu,
    Message,
    Refusal,
    Seat,
    refuse,
    say,
)
from entente.kernel.reading import read, spell

DONE = "done"
_NUMBER = re.compile(r"#?(\d{1,3})")


class Asking(Ask[Turmoil]):
    """A decision whose answers are verbs and things; `verbs` says what the words after each name.

    Whatever else is said or clicked gets its reason: first whether it makes sense as an answer,
    then (by `because`) why this answer is not allowed.
    """

    verbs: Mapping[str, Kinds] = {}
    secret = False  # what is answered is for the answering seat's eyes

    def answers(self, t: Turmoil, frame: Frame, seat: Seat) -> Sequence[str]:
        """Everything that a seat may do."""
        raise NotImplementedError

    def because(
        self, t: Turmoil, frame: Frame, seat: Seat, verb: str, words: list[str]
    ) -> Refusal | None:
        """Why something that makes sense may not be done."""
        raise NotImplementedError

    def instead_of(self, t: Turmoil, section: str, thing: str, wanted: Sequence[str]) -> Refusal:
        """A thing was named that is none of those wanted."""
        kind = kind_of(t.board, thing)
        return refuse(section, "refusal.asked", thing=thing, kind=kind, wanted=list(wanted))

    def no_use(self, t: Turmoil, frame: Frame, seat: Seat, things: Sequence[str]) -> Refusal | None:
        *before, thing = things
        known = not before and kind_of(t.board, thing)
        return self._why_thing(t, frame, seat, thing) if known else None

    def shown(
        self, t: Turmoil, frame: Frame, seat: Seat, action: str, viewer: Seat | None
    ) -> str | None:
        return None if self.sealed or self.secret else action

    def read(self, t: Turmoil, frame: Frame, seat: Seat, text: str, catalog: Catalog) -> list[str]:
        """A card may also be named by its bare number: `ops 23`, allowed or not."""
        words = [
            _NUMBER.sub(r"C\1", word) if _NUMBER.fullmatch(word) else word for word in text.split()
        ]
        takes_cards = any(k in STRATEGY_CARDS for kinds in self.verbs.values() for k in kinds)
        if words == text.split() or not takes_cards:
            return []
        menu, line = self.menu(t, frame, seat), " ".join(words)
        return read(line, menu, catalog) or [spell(line, menu, catalog)]

    def why_not(self, t: Turmoil, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        verb, *words = action.split() or [""]
        reason = self._misread(t, frame, seat, verb, words)
        return reason or self.because(t, frame, seat, verb, words)

    def _misread(
        self, t: Turmoil, frame: Frame, seat: Seat, verb: str, words: list[str]
    ) -> Refusal | None:
        """Why something makes no sense as an answer; None if it does."""
        section, kinds = self.rule(t, frame), self.verbs.get(verb)
        if kinds is None:
            key = "refusal.verb_here" if is_a_verb(verb) else "refusal.verb"
            return refuse(section, key, verb=verb, verbs=verbs_of(self.answers(t, frame, seat)))
        if len(words) != len(kinds):
            if not kinds:
                return refuse(section, "refusal.alone", verb=verb)
            return refuse(section, "refusal.words", verb=verb, wanted=list(kinds))
        for word, wanted in zip(words, kinds, strict=True):
            if wanted == NUMBER and word.isdecimal():
                continue
            kind = kind_of(t.board, word)
            if not kind:
                return unknown(t, section, word, wanted)
            if not fits(kind, wanted):
                if any(fits(kind, each) for each in kinds):
                    return self._why_thing(t, frame, seat, word)
                return self.instead_of(t, section, word, list(dict.fromkeys(kinds)))
        return None

    def _why_thing(self, t: Turmoil, frame: Frame, seat: Seat, thing: str) -> Refusal:
        """Why nothing can be done with a thing, whatever the verb."""
        section, answers = self.rule(t, frame), self.answers(t, frame, seat)
        kind, wanted = kind_of(t.board, thing), list[str]()
        closed = [f"{verb} {thing}" for verb, kinds in self.verbs.items() if len(kinds) == 1]
        for answer in (*answers, *closed):
            verb, *words = answer.split()
            kinds = self.verbs.get(verb, ())
            wanted += [each for each in kinds if each not in wanted and answer in answers]
            place = next((i for i, each in enumerate(kinds) if fits(kind, each)), None)
            if place is not None:
                words[place] = thing
                reason = self.because(t, frame, seat, verb, words)
                if reason is not None:
                    return reason
        if not wanted:
            return refuse(section, "refusal.decide_first", thing=thing, kind=kind)
        return self.instead_of(t, section, thing, wanted)


class Question(Asking):
    """A question to one seat: what may be chosen is listed once, by `offers`."""

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
        offers = found[1] if found and found[0].args is frame.args else self.offers(t, frame)
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

    def answers(self, t: Turmoil, frame: Frame, seat: Seat) -> Sequence[str]:
        return self.offers(t, frame)

    def because(
        self, t: Turmoil, frame: Frame, seat: Seat, verb: str, words: list[str]
    ) -> Refusal | None:
        return self.why(t, frame, verb, words)


def verbs_of(actions: Sequence[str]) -> list[str]:
    """The verbs of some actions, each once."""
    return list(dict.fromkeys(action.partition(" ")[0] for action in actions))


def unknown(t: Turmoil, section: str, word: str, wanted: str) -> Refusal:
    """A word that names nothing of this game stands where something is wanted."""
    if wanted in STRATEGY_CARDS and f"C{word}" in t.board.cards:
        return refuse(section, "refusal.card_number", card=f"C{word}")
    kind = "card" if wanted in (*STRATEGY_CARDS, STABILITY_CARD, MOBILIZATION_CARD) else wanted
    return refuse(section, f"refusal.unknown_{kind}", word=word)


def is_a_verb(word: str) -> bool:
    """Whether a word is a verb of this game at all."""
    asking = (ask for ask in steps.asking.values() if isinstance(ask, Asking))
    return word == DONE or any(word in ask.verbs for ask in asking)


def again(t: Turmoil, frame: Frame, **changes: str | int) -> None:
    """Ask the same question once more, with other particulars."""
    t.state.ask_again(frame, **changes)
