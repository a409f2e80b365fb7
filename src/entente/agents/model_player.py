"""A player that asks a language model.

The prompt has the rules in our own words, the position as the seat sees it, and the decision with
every choice. The answer is checked against the menu; after a refusal the model gets the reason and
may answer again, a few times.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from random import Random

from entente.agents.budget import Budget
from entente.agents.endpoint import Endpoint, Model, NoReply, no_reply
from entente.agents.schema import InvalidAction, action_text
from entente.agents.seat_client import PLAYING, SeatSnapshot
from entente.agents.seat_text import LISTED, SeatText
from entente.agents.transcript import Transcript
from entente.agents.words import user_error
from entente.kernel import LANGUAGES, Slots
from entente.kernel.summary import cards
from entente.players import Player, PlayerView, make
from entente.players.player import AnyPosition
from entente.wire.prompts import prompts, submitted_answer

log = logging.getLogger("entente.players")

_ACTION = re.compile(
    r"^[\s*_`#>-]*action[*_`]*\s*:[*_`]*\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE
)
QUOTED = 300  # characters of an answer that a refusal repeats


class ModelPlayer:
    """A seat played by a model, within its budget."""

    def __init__(self, game_id: str, seed: str, model: Model) -> None:
        if model.language not in LANGUAGES:
            known = list(LANGUAGES)
            raise user_error("mistake.llm_language", name=model.language, known=known)
        self.game_id = game_id
        self.model = model
        self.endpoint = Endpoint(model)
        self.budget = Budget(model)
        self.transcript = Transcript(
            model.transcripts, game_id, seed=seed, model=model.model, url=model.url
        )
        self.fallbacks: list[str] = []  # why another player decided, see players.FallingBack
        self._after: Player | None = make(model.after, game_id, seed) if model.after else None

    def choose(self, view: PlayerView) -> str:
        if len(view.decisions) == 1 and view.decision.menu.size() == 1:
            return next(iter(view.decision.menu))
        try:
            return self._ask(view)
        except NoReply as reason:
            text = reason.text(self.model.language)
            self.transcript.write(view.seat, "unanswered", reason=text)
            if self._after is None:
                raise
            self.fallbacks.append(text)
            log.warning("%s decides instead of the model: %s", self.model.after, text)
            action = self._after.choose(view)
            self.transcript.write(view.seat, "instead", player=self.model.after, action=action)
            return action

    def _ask(self, view: PlayerView) -> str:
        """Ask until an answer is legal. Everything is computed in a determinization of the seat."""
        seat, world = view.seat, view.determinize(Random(0))
        seat_text = SeatText(world.game, seat, self.model.language)
        messages = [
            {"role": "system", "content": self._briefing(seat_text)},
            {"role": "user", "content": self._situation(seat_text, world)},
        ]
        self.transcript.write(seat, "asked", content=messages[-1]["content"])
        for _ in range(self.model.tries):
            reply = self.endpoint.ask(messages, self.budget.take)
            self.budget.note(reply.tokens)
            action, refused = self._understood(seat_text, world, reply.text)
            self.transcript.write(
                seat,
                "answered",
                reply=reply.text,
                tokens_in=reply.tokens_in,
                tokens_out=reply.tokens_out,
                seconds=reply.seconds,
                action=action,
                refused=refused,
            )
            if not refused:
                return action
            messages.append({"role": "assistant", "content": reply.text})
            messages.append({"role": "user", "content": refused})
        raise no_reply("mistake.llm_refused", tries=self.model.tries, reason=refused)

    # -- the prompt

    def _briefing(self, seat_text: SeatText) -> str:
        """Return the part of the prompt that is the same in every request of a game, so that
        endpoints can cache it."""
        words = seat_text.words
        parts = [seat_text.who(), words("llm.role"), self.model.advice, words("llm.rules")]
        return "\n\n".join(filter(None, [*parts, seat_text.all_rules(), words("llm.answer")]))

    def _situation(self, seat_text: SeatText, world: AnyPosition) -> str:
        snapshot = self._snapshot(seat_text, world)
        questions = zip(snapshot.view.decisions, snapshot.prompts, strict=True)
        parts = [
            world.game.presentation.render_text(snapshot.view, seat_text.catalog),
            seat_text.log(snapshot, len(snapshot.log)),
            seat_text.treaties(snapshot) if hasattr(snapshot.recap, "treaties") else "",
            *self._cards(seat_text, snapshot),
            *(seat_text.question(*each, LISTED) for each in questions),
            *self._how_to_answer(seat_text, snapshot),
            seat_text.words("llm.answer"),
        ]
        return "\n\n".join(filter(None, parts))

    def _snapshot(self, seat_text: SeatText, world: AnyPosition) -> SeatSnapshot:
        seat, catalog = seat_text.seat, seat_text.catalog
        view = world.view(seat)
        return SeatSnapshot(
            PLAYING,
            view,
            prompts(world, view.decisions, catalog),
            submitted_answer(world, seat, catalog),
            world.game.presentation.recap(view, (), catalog),
            [catalog.line(each) for each in view.news],
        )

    def _how_to_answer(self, seat_text: SeatText, snapshot: SeatSnapshot) -> Iterator[str]:
        """Yield how to copy an action and add its explanation; slots show a whole answer
        instead."""
        if not all(isinstance(each.menu, Slots) for each in snapshot.view.decisions):
            yield seat_text.words("llm.copy")

    def _cards(self, seat_text: SeatText, snapshot: SeatSnapshot) -> Iterator[str]:
        """Yield the cards of the hand, in full."""
        known = set(cards(seat_text.catalog))
        hand = getattr(snapshot.view, "hand", None) or ()
        yield from (seat_text.card(each) for each in hand if each in known)

    # -- what it says

    def _understood(self, seat_text: SeatText, world: AnyPosition, text: str) -> tuple[str, str]:
        """Return the action of an answer in its exact spelling, or why it is not legal."""
        answers = _ACTION.findall(text)
        if not answers:
            return "", seat_text.words("llm.no_action")
        answer = answers[-1].strip("`* ")
        try:
            action = self._line(world, seat_text, answer)
        except InvalidAction as error:
            return answer, seat_text.words("llm.shape", place=error.place or "ACTION")
        exact = world.find(seat_text.seat, action)
        if exact is not None:
            return exact[1], ""
        refusal = world.explain(seat_text.seat, action)
        assert refusal is not None  # what is on no menu is refused
        refused = seat_text.refusal(seat_text.catalog.line(refusal.message), refusal.section)
        return action, seat_text.words("llm.refused", action=action[:QUOTED], reason=refused)

    def _line(self, world: AnyPosition, seat_text: SeatText, answer: str) -> str:
        """Return a JSON object or list as the text of an action."""
        if not answer.startswith(("{", "[")):
            return answer
        try:
            value = json.loads(answer)
        except ValueError:
            return answer
        lines = []
        for decision in world.decisions_for(seat_text.seat):
            try:
                lines.append(action_text(decision.menu, value))
            except InvalidAction as error:
                problem = error
        for line in lines:
            if world.find(seat_text.seat, line) is not None:
                return line
        if not lines:
            raise problem
        return lines[0]
