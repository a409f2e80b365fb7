"""A player that asks a language model.

The prompt has the rules in our own words, the position as the seat sees it, and the decision with
every choice. The answer is checked against the menu; after a refusal the model gets the reason and
may answer again, a few times.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from entente.agents.budget import Budget
from entente.agents.conversation import FALLBACK, FORCED, Answered, Conversation, Understood
from entente.agents.endpoint import Asks, Endpoint, Meter, Model, NoReply
from entente.agents.prompts import prompts_in
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


class Decided(NamedTuple):
    """A decision, and whose it is: the model's own, after refusals, or a fallback player's."""

    action: str
    by: str
    reason: str = ""
    refusals: int = 0


class Background(NamedTuple):
    """What a prompt has beside the position: rules about letters, and the letters themselves.

    `log` is what has happened since the seat was last asked; None: what the last action did.
    """

    briefing: str = ""
    letters: str = ""
    log: Sequence[str] | None = None


NOTHING = Background()


class ModelPlayer:
    """A seat played by a model, within its budget. `asks`, `meter` and `transcript` replace the
    usual ones."""

    def __init__(
        self,
        game_id: str,
        seed: str,
        model: Model,
        *,
        asks: Asks | None = None,
        meter: Meter | None = None,
        transcript: Transcript | None = None,
    ) -> None:
        if model.language not in LANGUAGES:
            known = list(LANGUAGES)
            raise user_error("mistake.llm_language", name=model.language, known=known)
        self.game_id, self.seed = game_id, seed
        self.model = model
        self.prompts = prompts_in(model.language, model.prompts)
        self.transcript = transcript or Transcript(
            model.transcripts,
            game_id,
            seed=seed,
            model=model.model,
            url=model.url,
            prompts=self.prompts.version,
        )
        self.conversation = Conversation(
            asks or Endpoint(model), meter or Budget(model), self.transcript, model, self.prompts
        )
        self.fallbacks: list[str] = []  # why another player decided, see players.FallingBack
        self._after: Player | None = make(model.after, game_id, seed) if model.after else None

    def __repr__(self) -> str:
        return f"<ModelPlayer {self.model.model} of {self.game_id}, seed {self.seed!r}>"

    def choose(self, view: PlayerView) -> str:
        return self.decide(view).action

    def decide(
        self, view: PlayerView, background: Background = NOTHING, place: str = ""
    ) -> Decided:
        """Choose an action, and say whose choice it is. `NoReply` if the model gives none and there
        is no fallback player."""
        if len(view.decisions) == 1 and view.decision.menu.size() == 1:
            return Decided(next(iter(view.decision.menu)), FORCED)
        try:
            answered = self._ask(view, background, place)
        except NoReply as reason:
            text = reason.text(self.model.language)
            self.transcript.write(view.seat, "unanswered", place=place, reason=text)
            if self._after is None:
                raise
            self.fallbacks.append(text)
            log.warning("%s decides instead of the model: %s", self.model.after, text)
            action = self._fallback(place).choose(view)
            self.transcript.write(
                view.seat, "instead", place=place, player=self.model.after, action=action
            )
            return Decided(action, FALLBACK, text)
        return Decided(answered.value, answered.by, "", answered.refusals)

    def _fallback(self, place: str) -> Player:
        """Return the fallback player. At a named place it has no past, so that a resumed game goes
        on in the same way."""
        assert self._after is not None
        if not place:
            return self._after
        return make(self.model.after, self.game_id, f"{self.seed}/{place}")

    def _ask(self, view: PlayerView, background: Background, place: str) -> Answered[str]:
        """Ask until an answer is legal. Everything is computed in a determinization of the seat."""
        seat, world = view.seat, view.determinize(Random(0))
        seat_text = SeatText(world.game, seat, self.model.language)
        return self.conversation.ask(
            seat,
            self.briefing(seat_text, background.briefing),
            self.situation(seat_text, world, background),
            lambda text: self._understood(seat_text, world, text),
            place,
        )

    # -- the prompt

    def briefing(self, seat_text: SeatText, more: str = "") -> str:
        """Return the part of the prompt that is the same in every request of a game, so that
        endpoints can cache it."""
        prompts = self.prompts
        parts = [seat_text.who(), prompts("role"), self.model.advice, prompts("rules")]
        return "\n\n".join(filter(None, [*parts, seat_text.all_rules(), more, prompts("answer")]))

    def situation(
        self, seat_text: SeatText, world: AnyPosition, background: Background = NOTHING
    ) -> str:
        """Return the position and the open questions, with all choices."""
        snapshot = self._snapshot(seat_text, world)
        questions = zip(snapshot.view.decisions, snapshot.prompts, strict=True)
        parts = [
            *self.overview(seat_text, world, background),
            *(seat_text.question(*each, LISTED) for each in questions),
            *self._how_to_answer(snapshot),
            self.prompts("answer"),
        ]
        return "\n\n".join(filter(None, parts))

    def overview(
        self, seat_text: SeatText, world: AnyPosition, background: Background
    ) -> Iterator[str]:
        """Yield the position, the news, the treaties, the hand and the letters."""
        snapshot = self._snapshot(seat_text, world)
        if background.log is not None:
            snapshot = snapshot._replace(log=background.log)
        yield world.game.presentation.render_text(snapshot.view, seat_text.catalog)
        yield seat_text.log(snapshot, len(snapshot.log))
        if hasattr(snapshot.recap, "treaties"):
            yield seat_text.treaties(snapshot)
        yield from self._cards(seat_text, snapshot)
        yield background.letters

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

    def _how_to_answer(self, snapshot: SeatSnapshot) -> Iterator[str]:
        """Yield how to copy an action and add its explanation; slots show a whole answer
        instead."""
        if not all(isinstance(each.menu, Slots) for each in snapshot.view.decisions):
            yield self.prompts("copy")

    def _cards(self, seat_text: SeatText, snapshot: SeatSnapshot) -> Iterator[str]:
        """Yield the cards of the hand, in full."""
        known = set(cards(seat_text.catalog))
        hand = getattr(snapshot.view, "hand", None) or ()
        yield from (seat_text.card(each) for each in hand if each in known)

    # -- what it says

    def _understood(self, seat_text: SeatText, world: AnyPosition, text: str) -> Understood[str]:
        """Return the action of an answer in its exact spelling, or why it is not legal."""
        answers = _ACTION.findall(text)
        if not answers:
            return Understood(None, "", self.prompts("no_action"))
        answer = answers[-1].strip("`* ")
        try:
            action = self._line(world, seat_text, answer)
        except InvalidAction as error:
            return Understood(None, answer, self.prompts("shape", place=error.place or "ACTION"))
        exact = world.find(seat_text.seat, action)
        if exact is not None:
            return Understood(exact[1], exact[1])
        refusal = world.explain(seat_text.seat, action)
        assert refusal is not None  # what is on no menu is refused
        reason = seat_text.refusal(seat_text.catalog.line(refusal.message), refusal.section)
        return Understood(
            None, action, self.prompts("refused", action=action[:QUOTED], reason=reason)
        )

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
