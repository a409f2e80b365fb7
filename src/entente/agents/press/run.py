"""Games with letters as a tournament of the arena: seats rotate, finished games are kept, and what
was interrupted goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Event
from typing import NamedTuple

import msgspec

from entente.agents.conversation import FALLBACK
from entente.agents.endpoint import KEY, Model, NoReply, read_model
from entente.agents.press.accounts import (
    ACCOUNT,
    GameAccount,
    account_of,
    read_account,
    write_account,
)
from entente.agents.press.desk import PressLimits
from entente.agents.press.pages import write_game_page
from entente.agents.press.prices import Prices
from entente.agents.press.replay import is_finished, replay
from entente.agents.press.spending import CapReached, Spending
from entente.agents.press.table import GameEntry, PressTable
from entente.agents.prompts import prompts_in
from entente.agents.words import user_error
from entente.arena.bots import is_bot
from entente.arena.executors import Games, Work
from entente.arena.game_runner import ThinkingTime
from entente.arena.results import Ending, Fault, GameResult, read
from entente.arena.schedule import Fixture, Tournament, schedule
from entente.arena.tournament_run import TournamentRun
from entente.kernel import Seat, UserError

ANSWER_TOKENS = 8000  # the most of one answer, where the model has no limit of its own
GAMES, RESULTS, SPENDING, REPORT = "games", "results.jsonl", "spending.sqlite", "report.html"
LLM = "llm"
# Settings that change what a model answers; with others the results do not belong together.
TELLING = (
    "url", "model", "tries", "after", "advice", "language", "extra", "answer_tokens"
)  # fmt: skip


class Stopped(Exception):
    """Another game has stopped the run."""


class PressRun(NamedTuple):
    """What the games of a run share."""

    tournament: Tournament
    models: Mapping[str, Model]  # by the name of the player
    press: PressLimits
    folder: Path
    spending: Spending
    language: str = "en"

    def entry(self, fixture: Fixture) -> GameEntry:
        """Return a game of the tournament."""
        variant = fixture.key.variant
        return GameEntry(
            name_of(fixture),
            self.tournament.loaded(variant),
            self.tournament.variants[variant].options,
            fixture.seed,
            fixture.players,
            {s: self.models[name] for s, name in fixture.players.items() if name in self.models},
            self.press,
        )

    def folder_of(self, fixture: Fixture) -> Path:
        return self.folder / GAMES / name_of(fixture)

    def accounts(self, games: int) -> list[GameAccount]:
        """Return the accounts of the games that were begun, in order."""
        fixtures = islice(schedule(self.tournament, games), games)
        folders = [self.folder_of(fixture) for fixture in fixtures]
        return [read_account(each) for each in folders if (each / ACCOUNT).exists()]


def name_of(fixture: Fixture) -> str:
    """Return the name of a game: its round, variant, meeting and seating."""
    return "-".join(map(str, fixture.key))


def is_model(name: str) -> bool:
    """Whether a player is a language model."""
    return name.partition(":")[0] == LLM


def model_of(name: str) -> Model:
    """Return the model of a player, with a limit on its answers: without one nothing could be said
    about its price."""
    model = read_model(name.partition(":")[2])
    if not model.answer_tokens:
        model = msgspec.structs.replace(model, answer_tokens=ANSWER_TOKENS)
    return msgspec.structs.replace(model, transcripts="")


def origin_of(model: Model) -> str:
    """Return what distinguishes a model's settings and prompts."""
    settings = {name: getattr(model, name) for name in TELLING}
    digest = sha256(msgspec.json.encode(settings, order="deterministic")).hexdigest()[:10]
    return f"{digest} prompts {prompts_in(model.language, model.prompts).version}"


def executor(
    run: PressRun, workers: int, progress: Callable[[str], None] = lambda _: None
) -> Callable[[list[Work]], Games]:
    """Return an executor for `arena.run_tournament`, which plays some games at once."""

    def play(work: list[Work]) -> Games:
        stop = Event()
        with ThreadPoolExecutor(max_workers=workers) as threads:
            try:
                futures = [threads.submit(_play, run, each[1], stop, progress) for each in work]
                yield from _results(as_completed(futures))
            finally:
                stop.set()  # the games under way end after their next step
                threads.shutdown(cancel_futures=True)

    return play


def _results(futures: Iterator[Future[GameResult]]) -> Iterator[GameResult]:
    """Yield the games as they finish. An error that stops the run is raised once those that were
    under way have stopped, so that none is lost."""
    stopping: BaseException | None = None
    for each in futures:
        if each.cancelled():
            continue
        error = each.exception()
        if error is None:
            yield each.result()
        elif stopping is None or isinstance(stopping, Stopped):
            stopping = error
    if stopping is not None:
        raise stopping


def _play(
    run: PressRun, fixture: Fixture, stop: Event, progress: Callable[[str], None]
) -> GameResult:
    """Play one game, write its account and its page."""

    def step(text: str) -> None:
        progress(f"{name_of(fixture)} {text}")
        if stop.is_set():
            raise Stopped

    entry, folder = run.entry(fixture), run.folder_of(fixture)
    if stop.is_set():
        raise Stopped
    table = PressTable(
        entry,
        folder,
        run.spending,
        most_decisions=run.tournament.most_decisions,
        progress=step,
    )
    ending = fault = None
    try:
        outcome = table.play()
    except (CapReached, NoReply, Stopped, UserError):
        stop.set()
        _write(table, folder, run.language)
        raise
    except Exception as error:  # noqa: BLE001  counted and recorded, as in the arena
        fault = Fault(f"{type(error).__name__}: {error}", None, str(folder))
    else:
        ending = Ending(outcome.winners, outcome.scores, outcome.reason.key)
    _write(table, folder, run.language)
    return _result(fixture, table, ending, fault)


def _write(table: PressTable, folder: Path, language: str) -> None:
    account = account_of(table)
    write_account(folder, account)
    write_game_page(table.entry, folder, account, language)


def _result(
    fixture: Fixture, table: PressTable, ending: Ending | None, fault: Fault | None
) -> GameResult:
    thought = {seat: ThinkingTime() for seat in fixture.players}
    fallbacks = dict[Seat, int]()
    for chose in table.journal.chosen.values():
        thought[chose.seat].add(chose.seconds)
        if chose.by == FALLBACK:
            fallbacks[chose.seat] = fallbacks.get(chose.seat, 0) + 1
    decisions = len(table.match.moves)
    key, seed = fixture.key, fixture.seed
    return GameResult(key, seed, fixture.players, decisions, ending, fault, {}, thought, fallbacks)


def models_of(names: Sequence[str]) -> dict[str, Model]:
    """Return the models among the players; UserError if there are none, or a player is not
    installed."""
    for name in names:
        if is_bot(name) or name.rpartition(":")[0].endswith(".py"):
            raise user_error("mistake.llm_press_player", name=name)
    models = {name: model_of(name) for name in dict.fromkeys(names) if is_model(name)}
    if not models:
        raise user_error("mistake.llm_none")
    return models


def check_prices(models: Iterable[Model], prices: Prices, *, has_cap: bool) -> None:
    """Raise UserError if a model has no price, or costs something and there is no limit."""
    costs = prices.of(model.model for model in models)
    is_free = all(price.input == price.output == 0 for price in costs.values())
    if not has_cap and not is_free:
        raise user_error("mistake.llm_budget", currency=prices.currency)


def replay_all(run: PressRun, games: int) -> dict[Path, int]:
    """Play the finished games again from their transcripts; return how many lines of each journal
    differ."""
    fixtures = islice(schedule(run.tournament, games), games)
    found = {
        folder: len(replay(run.entry(fixture), folder))
        for fixture in fixtures
        if is_finished(folder := run.folder_of(fixture))
    }
    if not found:
        raise user_error("mistake.llm_no_transcripts", folder=str(run.folder))
    return found


def check_ready(run: PressRun) -> None:
    """Raise UserError if a model needs a key that is not set."""
    for name, model in run.models.items():
        if model.key != KEY and not os.environ.get(model.key):
            raise user_error("mistake.llm_key", name=name, variable=model.key)


def so_far(run: PressRun, games: int) -> TournamentRun:
    """Return the games of a run that has stopped."""
    file = run.folder / RESULTS
    played = read(file)[1] if file.exists() else []
    return TournamentRun(run.tournament, played, games, balanced=False)
