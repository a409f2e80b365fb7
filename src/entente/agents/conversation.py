"""One question to a model: it may answer several times, until an answer can be used."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

import msgspec

from entente.agents.endpoint import Asks, Messages, Meter, Model, NoReply, no_reply
from entente.agents.prompts import Prompts
from entente.agents.transcript import Transcript
from entente.kernel import Seat

T = TypeVar("T")

MODEL, RETRY, FALLBACK = "model", "retry", "fallback"  # whose answer it is
FORCED, BOT = "forced", "bot"


class Understood(NamedTuple, Generic[T]):
    """What an answer means, or why it cannot be used; `shown` is what of it was read."""

    value: T | None
    shown: str
    refused: str = ""


class Answered(NamedTuple, Generic[T]):
    """A usable answer: the first one (`MODEL`) or a later one (`RETRY`)."""

    value: T
    by: str
    refusals: int = 0


class Conversation:
    """Asks the model of a seat and writes the transcript."""

    def __init__(
        self, asks: Asks, meter: Meter, transcript: Transcript, model: Model, prompts: Prompts
    ) -> None:
        self.asks, self.meter, self.transcript = asks, meter, transcript
        self.model, self.prompts = model, prompts
        self._briefing = ""

    def ask(
        self,
        seat: Seat,
        briefing: str,
        question: str,
        understand: Callable[[str], Understood[T]],
        place: str = "",
    ) -> Answered[T]:
        """Ask until an answer can be used; `NoReply` after too many. `place` says where in the game
        it is, for the transcript."""
        messages = [
            {"role": "system", "content": briefing},
            {"role": "user", "content": question},
        ]
        version = self.prompts.version
        if briefing != self._briefing:  # the same in a whole game
            self._briefing = briefing
            self.transcript.write(seat, "briefing", prompts=version, content=briefing)
        self.transcript.write(seat, "asked", place=place, prompts=version, content=question)
        refused = ""
        for attempt in range(self.model.tries):
            digest = digest_of(messages)
            try:
                reply = self.asks.ask(messages, self.meter, place)
            except NoReply as error:
                reason = error.text(self.model.language)
                self.transcript.write(seat, "failed", place=place, digest=digest, reason=reason)
                raise
            if reply.is_cut:
                read: Understood[T] = Understood(None, "", self.prompts("cut"))
            elif reply.declined:
                read = Understood(None, "", self.prompts("declined"))
            else:
                read = understand(reply.text)
            refused = read.refused
            self.transcript.write(
                seat,
                "answered",
                place=place,
                digest=digest,
                reply=reply.text,
                tokens_in=reply.tokens_in,
                tokens_out=reply.tokens_out,
                seconds=reply.seconds,
                attempts=reply.attempts,
                cut=reply.is_cut,
                declined=reply.declined,
                action=read.shown,
                refused=refused,
            )
            if read.value is not None and not refused:
                return Answered(read.value, RETRY if attempt else MODEL, attempt)
            messages.append({"role": "assistant", "content": reply.text})
            messages.append({"role": "user", "content": refused})
        raise no_reply("mistake.llm_refused", tries=self.model.tries, reason=refused)


def digest_of(messages: Messages) -> str:
    """Return a short hash of a request."""
    return sha256(msgspec.json.encode(messages)).hexdigest()[:16]
