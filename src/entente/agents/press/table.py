"""One game between models and computer players, with letters, from its journal to its end.

All seats write and decide on the same position, and a round of letters is delivered when all have
written; so the game does not depend on who is quicker. What the journal has is not asked again: an
interrupted game goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from entente.agents.conversation import BOT, FALLBACK, MODEL, RETRY
from entente.agents.endpoint import Asks, Model, NoReply
from entente.agents.model_player import Background, ModelPlayer
from entente.agents.press.correspondent import Writing, correspond, letters_text, press_rules
from entente.agents.press.desk import LetterDesk, NewLetter, PressLimits
from entente.agents.press.journal import Chose, End, Explained, Head, Journal, Spoke
from entente.agents.press.spending import CapReached, SeatMeter, Spending
from entente.agents.prompts import prompts_in
from entente.agents.transcript import Transcript, transcript_name
from entente.arena.game_runner import MAX_DECISIONS, DecisionLimitReached
from entente.kernel import IllegalAction, Match, Options, Outcome, Seat
from entente.kernel.record import AnyGame
from entente.players import (
    Explains,
    Player,
    PlayerView,
    make,
    message_text,
    wants_to_act,
)
from entente.players.letters import COUNTER, DECLINE, NewOffer, Season, SeasonPlan
from entente.players.negotiators import create_negotiator, negotiates, rules_of
from entente.wire.press import PressProblem

LOG_LINES = 60  # of what has happened since the last turn, in a prompt
MOST_OFFERS = 4  # of a computer player in a season
JOURNAL, TRANSCRIPTS = "journal.jsonl", "transcripts"

T = TypeVar("T")
Progress = Callable[[str], None]


class GameEntry(NamedTuple):
    """A game to be played: its key among others, its seed, and the player of each seat."""

    name: str
    game: AnyGame
    options: Options
    seed: str
    players: Mapping[Seat, str]
    models: Mapping[Seat, Model]
    press: PressLimits


class PressTable:
    """A game in progress. `asks` replaces the endpoints, to replay transcripts."""

    def __init__(
        self,
        entry: GameEntry,
        folder: Path,
        spending: Spending,
        *,
        asks: Callable[[Seat], Asks] | None = None,
        most_decisions: int = MAX_DECISIONS,
        progress: Progress = lambda _: None,
    ) -> None:
        game_id = entry.game.info.id
        self.entry, self.folder, self.spending = entry, folder, spending
        self.most_decisions, self.progress = most_decisions, progress
        self.match: Match[Any, Any] = Match(entry.game, entry.options, seed=entry.seed)
        self.seats = self.match.seats
        self.rules = rules_of(game_id)
        language = next((each.language for each in entry.models.values()), "en")
        self.desk = LetterDesk(self.seats, entry.press, language)
        self.catalog = entry.game.catalog(language)
        self.journal = Journal(folder / JOURNAL, self._head())
        self.notes = dict[Seat, str]()
        self.models = {
            seat: self._model_player(seat, model, asks) for seat, model in entry.models.items()
        }
        self.bots = [seat for seat in self.seats if seat not in entry.models]
        for seat in self.bots:
            self._bot(seat)  # an unknown player is refused before the game
        self.negotiators = [seat for seat in self.bots if negotiates(entry.players[seat], game_id)]
        self._plans = dict[Seat, tuple[str, SeasonPlan]]()
        self._read = dict[Seat, int]()  # moves made when a seat was last asked
        self._not_sent = dict[Seat, list[str]]()
        self._last_step = ""

    def _head(self) -> Head:
        entry = self.entry
        return Head(
            entry.game.info.id,
            entry.game.info.version,
            self.match.options,
            entry.seed,
            dict(entry.players),
            {seat: model.model for seat, model in entry.models.items()},
            {
                seat: prompts_in(model.language, model.prompts).version
                for seat, model in entry.models.items()
            },
            entry.press,
        )

    def _model_player(
        self, seat: Seat, model: Model, asks: Callable[[Seat], Asks] | None
    ) -> ModelPlayer:
        entry, game_id = self.entry, self.entry.game.info.id
        prompts = prompts_in(model.language, model.prompts)
        transcript = Transcript(
            str(self.folder / TRANSCRIPTS),
            game_id,
            transcript_name(game_id, entry.seed, seat, model.model),
            seed=entry.seed,
            model=model.model,
            url=model.url,
            prompts=prompts.version,
        )
        return ModelPlayer(
            game_id,
            f"{entry.seed}/{seat}",
            model,
            asks=asks(seat) if asks else None,
            meter=SeatMeter(self.spending, entry.name, seat, model),
            transcript=transcript,
        )

    # -- playing

    def play(self) -> Outcome:
        """Play to the end. Raise `NoReply` if a model without a fallback player gives no answer,
        `CapReached` if the money does not suffice; the game can be continued then."""
        with ThreadPoolExecutor(max_workers=max(len(self.models), 1)) as threads:
            while self.match.state.outcome is None:
                if len(self.match.moves) >= self.most_decisions:
                    raise DecisionLimitReached(f"no end after {self.most_decisions} decisions")
                self._step(threads)
        outcome: Outcome = self.match.state.outcome
        if self.journal.end is None:
            end = End(outcome.winners, dict(outcome.scores), self.catalog.line(outcome.reason))
            self.journal.write(end)
        return outcome

    def play_step(self) -> None:
        """Play the decisions that are made at the same time, with the letters before them."""
        with ThreadPoolExecutor(max_workers=max(len(self.models), 1)) as threads:
            self._step(threads)

    def _step(self, threads: Executor) -> None:
        """Play the decisions that are made at the same time."""
        position, turn = self.match.position, len(self.match.moves)
        if self._is_press_due():
            self._hold_press(threads)
        facts = None
        if self.rules is not None and self.rules.can_negotiate(position):
            facts = self.rules.facts(position)
        seats = self._asked()
        chosen = self._gather(threads, {seat: self._choice(seat, turn) for seat in seats})
        for seat in seats:
            self._act(turn, chosen[seat])
        if facts is not None:
            actions = {seat: chosen[seat].action for seat in seats}
            self.desk.seasons.append(Season(facts, actions))
            self._plans.clear()

    def _asked(self) -> list[Seat]:
        """Return the seats that decide now: all of a sealed question, or one."""
        position = self.match.position
        required = position.required_by_seat()
        if not required:
            raise DecisionLimitReached("the game waits for no one")
        if all(decision.sealed for decision in required.values()):
            return list(required)
        last = self.match.moves[-1].seat if self.match.moves else None
        for seat in self.bots:  # those with an offer to answer come first, once each
            name = self.entry.players[seat]
            if (
                seat != last
                and seat not in required
                and wants_to_act(name, position, seat)
                and position.decisions_for(seat)
            ):
                return [seat]
        return [next(iter(required))]

    def _choice(self, seat: Seat, turn: int) -> Callable[[], Chose]:
        known = self.journal.chosen.get((turn, seat))
        if known is not None:
            return lambda: known
        return lambda: self._choose(seat, turn)

    def _choose(self, seat: Seat, turn: int) -> Chose:
        begun = time.perf_counter()
        view = PlayerView(self.match.position, seat)
        if seat in self.models:
            decided = self.models[seat].decide(view, self._background(seat), f"{turn} decision")
            action, by, reason, refusals = decided
        else:
            action, by, reason, refusals = self._bot_action(seat, view), BOT, "", 0
        seconds = round(time.perf_counter() - begun, 3)
        line = Chose(turn, seat, action, by, reason, refusals, seconds)
        self.journal.write(line)
        self.progress(f"{self.stage}: {self.catalog.name('seat', seat)}")
        return line

    def _act(self, turn: int, chose: Chose) -> None:
        seat = chose.seat
        explained = self._explanation(seat, chose.action) if seat in self.bots else None
        try:
            self.match.act(seat, chose.action)
        except IllegalAction:  # the rules have changed since the journal was written
            raise DecisionLimitReached(f"{seat}: {chose.action} is no longer legal") from None
        self._read[seat] = turn
        if explained is not None:
            self.desk.post(seat, explained, turn, 0, self.stage)
            if turn not in self.journal.explained:
                self.journal.write(Explained(turn, seat, explained))

    def _bot(self, seat: Seat) -> Player:
        """Return a computer player for one decision: it remembers nothing, so that a resumed game
        goes on in the same way."""
        seed = f"{self.entry.seed}/{seat}/{len(self.match.moves)}"
        return make(self.entry.players[seat], self.entry.game.info.id, seed)

    def _explanation(self, seat: Seat, action: str) -> NewLetter | None:
        """Return the letter with which a computer player explains an action to another seat."""
        player = self._bot(seat)
        if not isinstance(player, Explains):
            return None
        message = player.explain(PlayerView(self.match.position, seat), action)
        if message is None:
            return None
        return NewLetter((message.to,), message_text(self.entry.game, message, self.desk.language))

    def _gather(self, threads: Executor, work: Mapping[Seat, Callable[[], T]]) -> dict[Seat, T]:
        """Let the models of some seats work in threads and the others here. A failure waits until
        all are done, so that no paid answer is lost; the limit of money comes first."""
        futures: dict[Seat, Future[T]] = {
            seat: threads.submit(do) for seat, do in work.items() if seat in self.models
        }
        here = {seat: do() for seat, do in work.items() if seat not in futures}
        errors = [error for each in futures.values() if (error := each.exception()) is not None]
        for error in sorted(errors, key=lambda each: not isinstance(each, CapReached)):
            raise error
        return {seat: futures[seat].result() if seat in futures else here[seat] for seat in work}

    @property
    def stage(self) -> str:
        """The stage of the game, in words."""
        message = self.entry.game.presentation.stage(self.match.state)
        return self.catalog.say(message) if message is not None else ""

    # -- what a model reads

    def _background(self, seat: Seat) -> Background:
        model = self.models[seat]
        press = self.entry.press
        if not press.rounds or not self.entry.game.info.press_steps:
            return Background(log=self._news(seat))
        return Background(
            press_rules(model.prompts, press, can_propose=self.rules is not None),
            letters_text(
                model.prompts,
                self.desk.shown(seat, self.match.position, self.rules),
                self.notes.get(seat, ""),
                self._not_sent.get(seat, ()),
            ),
            self._news(seat),
        )

    def _news(self, seat: Seat) -> list[str]:
        """Return what has happened since the seat was last asked."""
        since = self._read.get(seat, -1) + 1
        return [self.catalog.line(each) for each in self.match.log_for(seat, since)][-LOG_LINES:]

    # -- letters

    def _is_press_due(self) -> bool:
        """Whether letters are written now: at each sealed question about orders, or when a phase of
        talks begins."""
        position, entry = self.match.position, self.entry
        top = position.state.top
        step = "" if top is None else top.step
        before, self._last_step = self._last_step, step
        if step not in entry.game.info.press_steps or not entry.press.rounds:
            return False
        sealed = all(each.sealed for each in position.required_by_seat().values())
        return sealed or step != before

    def _hold_press(self, threads: Executor) -> None:
        """Hold the rounds of letters before a decision."""
        position, turn = self.match.position, len(self.match.moves)
        seats = [seat for seat in self.seats if position.decisions_for(seat)]
        if len(seats) < 2:
            return
        speaking = [seat for seat in seats if seat in self.models or seat in self.negotiators]
        for round_ in range(1, self.entry.press.rounds + 2):
            is_closing = round_ > self.entry.press.rounds  # only computers answer
            work = {
                seat: self._speech(seat, turn, round_, seats)
                for seat in speaking
                if not is_closing or seat in self.negotiators
            }
            spoken = self._gather(threads, work)
            for seat in work:
                self._deliver(spoken[seat])

    def _speech(self, seat: Seat, turn: int, round_: int, seats: list[Seat]) -> Callable[[], Spoke]:
        known = self.journal.spoken.get((turn, round_, seat))
        if known is not None:
            return lambda: known
        if seat in self.models:
            return lambda: self._model_speaks(seat, turn, round_, seats)
        return lambda: self._bot_speaks(seat, turn, round_)

    def _deliver(self, spoke: Spoke) -> None:
        for letter in spoke.letters:
            self.desk.post(spoke.seat, letter, spoke.turn, spoke.round, self.stage)
        for number, answer in spoke.answers.items():
            self.desk.answer(spoke.seat, number, answer)
        if spoke.by in (MODEL, RETRY):
            self.notes[spoke.seat] = spoke.notes
        self._not_sent[spoke.seat] = spoke.not_sent

    def _model_speaks(self, seat: Seat, turn: int, round_: int, seats: list[Seat]) -> Spoke:
        view = PlayerView(self.match.position, seat)
        player, place = self.models[seat], f"{turn} letters {round_}"
        try:
            answered = correspond(
                player, view, self._background(seat), self.entry.press, round_, seats, place
            )
        except NoReply as error:
            reason = error.text(player.model.language)
            player.transcript.write(seat, "silent", place=place, reason=reason)
            line = Spoke(turn, round_, seat, FALLBACK, reason=reason)
        else:
            line = self._checked(seat, turn, round_, answered.value)
            by, refusals = answered.by, answered.refusals
            line = Spoke(
                turn,
                round_,
                seat,
                by,
                line.letters,
                line.answers,
                line.notes,
                line.not_sent,
                refusals=refusals,
            )
        self.journal.write(line)
        self.progress(f"{self.stage}: {self.catalog.name('seat', seat)}")
        return line

    def _checked(self, seat: Seat, turn: int, round_: int, writing: Writing) -> Spoke:
        """Return what of a model's letters may be sent."""
        letters, answers, not_sent = list[NewLetter](), dict[int, str](), list(writing.not_sent)
        for letter in writing.letters:
            try:
                letters.append(self.desk.checked(self.match.position, seat, letter))
            except PressProblem as problem:
                not_sent.append(f"{letter.text[:40]}…: {self.desk.refusal(problem)}")
        for number, answer in writing.answers.items():
            try:
                answers[self.desk.answerable(seat, number, answer)] = answer
            except PressProblem as problem:
                not_sent.append(self.desk.refusal(problem))
        notes = self.notes.get(seat, "") if writing.notes is None else writing.notes
        return Spoke(turn, round_, seat, MODEL, letters, answers, notes, not_sent)

    # -- computer players that negotiate

    def _bot_speaks(self, seat: Seat, turn: int, round_: int) -> Spoke:
        """Propose in the first round; answer open proposals in every later one."""
        offers, answers = list[NewOffer](), dict[int, str]()
        letters = self.desk.letters_of(seat)
        if round_ == 1:
            offers += self._plan(seat).offers
        else:
            view = PlayerView(self.match.position, seat)
            negotiator = self._negotiator(seat)
            assert self.rules is not None
            facts = self.rules.facts(self.match.position)
            for offer in letters.offers:
                is_open = offer.season == letters.now and seat not in offer.answers
                if not is_open or not self.rules.concerns(facts, offer, seat):
                    continue
                reply = negotiator.reply(view, letters, offer.number)
                can_counter = round_ <= self.entry.press.rounds
                counters = reply.answer == COUNTER
                answers[offer.number] = DECLINE if counters and not can_counter else reply.answer
                if counters and can_counter:
                    offers.append(NewOffer(offer.sender, reply.items, reply.grounds))
        sent = sum(e.sender == seat and e.season == letters.now for e in letters.offers)
        new = [NewLetter((each.to,), "", each.items) for each in offers]
        line = Spoke(turn, round_, seat, BOT, new[: max(MOST_OFFERS - sent, 0)], answers)
        self.journal.write(line)
        return line

    def _bot_action(self, seat: Seat, view: PlayerView) -> str:
        rules, position = self.rules, self.match.position
        is_talking = seat in self.negotiators and self.entry.press.rounds > 0
        if is_talking and rules is not None and rules.can_negotiate(position):
            return self._plan(seat).action
        return self._bot(seat).choose(view)

    def _plan(self, seat: Seat) -> SeasonPlan:
        """Return the plan of a computer player; a new one if something else binds it."""
        assert self.rules is not None
        letters = self.desk.letters_of(seat)
        bound = self.rules.binding(letters, self.rules.facts(self.match.position), seat)
        known = self._plans.get(seat)
        if known is None or known[0] != bound:
            view = PlayerView(self.match.position, seat)
            known = self._plans[seat] = (bound, self._negotiator(seat).plan(view, letters))
        return known[1]

    def _negotiator(self, seat: Seat) -> Any:
        entry = self.entry
        return create_negotiator(entry.players[seat], entry.game.info.id, f"{entry.seed}/{seat}")
