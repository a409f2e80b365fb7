"""The figures of a tournament as tables in a language, for the terminal and the report."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from entente.arena.intervals import Share
from entente.arena.ratings import Rating
from entente.arena.standings import Standing, Table, WinRecord
from entente.arena.tournament_run import TournamentRun
from entente.kernel import Message, Seat
from entente.kernel.message import Argument
from entente.kernel.record import AnyGame
from entente.kernel.text import catalog_of

PACKAGE = "entente.arena"
DASH = "–"


class ReportTable(NamedTuple):
    """A table to show; the first `words` columns are text, the others figures."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1


class TableWriter:
    """The texts of the arena and of a game, in one language."""

    def __init__(self, game: AnyGame, language: str) -> None:
        self.game = game
        self.language = language
        self._own = catalog_of(PACKAGE, language)
        self._game = game.catalog(language)

    def words(self, key: str, **args: Argument) -> str:
        """Return a text of the arena."""
        return self._own.say(Message(key, args))

    # -- single things

    @property
    def title(self) -> str:
        """Return the title of the report."""
        return self.words("report.title", game=self._game.get("info.title"))

    def played(self, run: TournamentRun) -> str:
        if not run.balanced:
            return self.words("report.played_some", count=len(run.games))
        return self.words("report.played", count=len(run.games))

    def interim(self, run: TournamentRun) -> str:
        """Return the number of games still missing; empty if there are none."""
        if run.finished:
            return ""
        return self.words("report.interim", done=len(run.games), planned=run.planned)

    def seat(self, seat: Seat) -> str:
        return self._game.name("seat", seat)

    def ending(self, reason: str) -> str:
        """Return how a game ended, in the game's short form if it has one."""
        short = f"outcome.short.{reason.rpartition('.')[2]}"
        return self._game.texts.get(short, reason)

    def number(self, value: float, places: int = 0) -> str:
        text = f"{value:.{places}f}"
        return text.replace(".", ",") if self.language == "fr" else text

    def percent(self, rate: float) -> str:
        return f"{self.number(100 * rate, 1)} %"

    def interval(self, share: Share) -> str:
        return f"{self.number(100 * share.low, 1)}{DASH}{self.number(100 * share.high, 1)}"

    def seconds(self, value: float) -> str:
        """Return a time that may be long or very short."""
        if value >= 1:
            return f"{self.number(value, 1 if value >= 10 else 2)} s"
        return f"{self.number(1000 * value, 0 if value >= 0.01 else 2)} ms"

    # -- sheets

    def standings(self, table: Table) -> ReportTable:
        """Return all players, the best first."""
        rated = any(each.rating for each in table.standings)
        head = [self.words("report.player"), *self._fared_head()]
        head += [self.words("report.rating")] if rated else []
        head.append(self.words("report.mean_score"))
        rows = [self._standing(each, rated=rated) for each in table.standings]
        return ReportTable(self.words("report.standings"), head, rows)

    def _standing(self, each: Standing, *, rated: bool) -> list[str]:
        rating = [self._rating(each.rating)] if rated else []
        return [each.player, *self._fared(each.fared), *rating, self.number(each.mean_score, 3)]

    def _rating(self, rating: Rating | None) -> str:
        if rating is None:
            return DASH
        half = (rating.high - rating.low) / 2
        return f"{self.number(rating.mean, 1)} ± {self.number(half, 1)}"

    def by_seat(self, table: Table) -> ReportTable:
        """Return each seat over all players, and each player in it."""
        head = [self.words("report.seat"), self.words("report.player"), *self._fared_head()]
        all_ = self.words("report.all_players")
        rows = [[self.seat(e.seat), e.player or all_, *self._fared(e.fared)] for e in table.by_seat]
        return ReportTable(self.words("report.by_seat"), head, rows, words=2)

    def meetings(self, table: Table) -> ReportTable:
        """Return each player against each other."""
        head = [self.words("report.player"), self.words("report.against"), *self._fared_head()]
        rows = [[e.player, e.other, *self._fared(e.fared)] for e in table.meetings]
        return ReportTable(self.words("report.meetings"), head, rows, words=2)

    def variants(self, tables: Sequence[Table]) -> ReportTable:
        """Return each seat under each variant."""
        head = [self.words("report.variant"), self.words("report.seat"), *self._fared_head()]
        head += [self.words("report.mean_length")]
        rows = [
            [
                table.variant.name,
                self.seat(each.seat),
                *self._fared(each.fared),
                self.number(table.mean_length, 1),
            ]
            for table in tables
            for each in table.seat_totals
        ]
        return ReportTable(self.words("report.variants"), head, rows, words=2)

    def endings(self, table: Table) -> ReportTable:
        """Return the frequency of each ending."""
        rows = [
            [self.ending(reason), str(count), self.percent(count / table.ended)]
            for reason, count in table.endings.items()
        ]
        head = [self.words("report.ending"), self.words("report.games"), self.words("report.part")]
        return ReportTable(self.words("report.endings"), head, rows)

    def lengths(self, table: Table) -> ReportTable:
        """Return the lengths of games in decisions."""
        keys = ("shortest", "median", "mean_length", "longest")
        of = table.lengths
        figures = (min(of), median(of), table.mean_length, max(of)) if of else ()
        rows = [
            [self.words(f"report.{key}"), self.number(value, 1)]
            for key, value in zip(keys, figures, strict=False)
        ]
        head = [self.words("report.decisions"), ""]
        return ReportTable(self.words("report.lengths"), head, rows)

    def times(self, table: Table) -> ReportTable:
        """Return the thinking times of players, and how often they failed."""
        keys = ("player", "moves", "a_move", "slowest", "failed", "lapses", "fallbacks")
        rows = [
            [
                each.player,
                str(each.decisions),
                self.seconds(each.seconds_a_move) if each.longest else DASH,
                self.seconds(each.longest) if each.longest else DASH,
                str(each.fared.failures),
                str(each.lapses),
                self.fallbacks(each),
            ]
            for each in table.standings
        ]
        head = [self.words(f"report.{key}") for key in keys]
        return ReportTable(self.words("report.times"), head, rows)

    def fallbacks(self, standing: Standing) -> str:
        """Return how many of a player's decisions were not its own."""
        if not standing.fallbacks:
            return "0"
        return self.words("report.of", count=standing.fallbacks, all=standing.decisions)

    def failures(self, table: Table) -> ReportTable:
        """Return the failed games and the players at fault."""
        rules = self.words("report.nobody")
        rows = [[e.player or rules, e.error, e.record] for e in table.failures]
        head = [self.words(f"report.{key}") for key in ("player", "error", "record")]
        return ReportTable(self.words("report.failures", count=len(rows)), head, rows, words=3)

    def lapses(self, table: Table) -> ReportTable:
        """Return the errors that players recovered from."""
        rows = [[e.player, e.error, str(e.times)] for e in table.lapses]
        head = [self.words(f"report.{key}") for key in ("player", "error", "times_met")]
        count = sum(each.times for each in table.lapses)
        return ReportTable(self.words("report.lapses_met", count=count), head, rows, words=2)

    def _fared_head(self) -> list[str]:
        keys = ("games", "wins", "draws", "losses", "share", "interval")
        return [self.words(f"report.{key}") for key in keys]

    def _fared(self, fared: WinRecord) -> list[str]:
        counts = (fared.games, fared.wins, fared.draws, fared.losses)
        return [*map(str, counts), self.percent(fared.share.rate), self.interval(fared.share)]
