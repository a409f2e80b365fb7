"""The figures of the yardstick and its tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from benchmarks.yardstick_games import Played
from benchmarks.yardstick_matches import ALL_SOLOS, MATCHES, SHARE, SOLOS, WON, Goal, Match
from entente.arena.intervals import share as share_of_games
from entente.arena.intervals import standard_error
from entente.arena.ratings import ratings
from entente.kernel import Seat

FULL = 100.0  # per cent
TWO = 2  # players


class Seating(NamedTuple):
    """A player's seat in a finished game."""

    game: Played
    seat: Seat

    @property
    def share(self) -> float:
        ending = self.game.result.ending
        return ending.scores.get(self.seat, 0.0) if ending else 0.0

    @property
    def won(self) -> bool:
        ending = self.game.result.ending
        return ending is not None and ending.winners == (self.seat,)


class Figures(NamedTuple):
    """The results of a player in a match; every seat of a game counts."""

    games: int
    failures: int
    share: float
    error: float  # standard error of the share
    standing: float
    wins: int
    lost: int  # games that another player won alone
    shared: int
    survived: int
    solos: int  # games that any player won alone
    seconds_a_move: float
    longest: float
    by_seat: dict[Seat, tuple[int, int]]  # games won alone, and games

    def won_as(self, seat: Seat) -> float:
        """Return the share of games won, of those in a seat if it is named."""
        wins, games = self.by_seat.get(seat, (0, 0)) if seat else (self.wins, self.games)
        return wins / games if games else 0.0


def figures(player: str, games: Sequence[Played]) -> Figures | None:
    """Return the figures of a player; None without a finished game."""
    seated = [
        Seating(game, seat)
        for game in games
        for seat, name in game.result.players.items()
        if name == player and game.result.ending is not None
    ]
    if not seated:
        return None
    ended = {(game.match, game.number): game for game, _ in seated}.values()
    solos = sum(len(_winners(game)) == 1 for game in ended)
    wins = sum(each.won for each in seated)
    lost = sum(len(_winners(each.game)) == 1 and not each.won for each in seated)
    shares = [each.share for each in seated]
    times = [each.game.result.thought[each.seat] for each in seated]
    decisions = sum(each.decisions for each in times)
    return Figures(
        games=len(ended),
        failures=sum(game.result.fault is not None for game in games),
        share=fmean(shares),
        error=standard_error(shares),
        standing=fmean(each.game.standing.get(each.seat, 0.0) for each in seated),
        wins=wins,
        lost=lost,
        shared=len(seated) - wins - lost,
        survived=sum(each.seat in each.game.survivors for each in seated),
        solos=solos,
        seconds_a_move=sum(each.seconds for each in times) / max(1, decisions),
        longest=max(each.longest for each in times),
        by_seat={
            seat: (
                sum(each.won for each in seated if each.seat == seat),
                sum(each.seat == seat for each in seated),
            )
            for seat in dict.fromkeys(each.seat for each in seated)
        },
    )


def _winners(game: Played) -> tuple[Seat, ...]:
    return game.result.ending.winners if game.result.ending else ()


def reached(goal: Goal, mine: Figures) -> bool:
    """Return whether the figures reach a goal."""
    values = {
        SHARE: mine.share,
        SOLOS: mine.wins / mine.games,
        ALL_SOLOS: mine.solos / mine.games,
        WON: mine.won_as(goal.seat),
    }
    return goal.is_reached(values[goal.figure])


def markdown(played: Iterable[Played]) -> list[str]:
    """Return all tables; a match without games and goals is left out."""
    by_match: dict[str, list[Played]] = {match.name: [] for match in MATCHES}
    for game in played:
        by_match.setdefault(game.match, []).append(game)
    seven = [match for match in MATCHES if match.game == "diplomacy" and not match.mixed]
    lines = ["### Diplomacy: one against six", "", *_one_against_six(seven, by_match)]
    for match in MATCHES:
        if match.mixed:
            lines += ["", "### Diplomacy: seven different players", ""]
            lines += _mixed(match, by_match[match.name])
    others = [match for match in MATCHES if match.game != "diplomacy"]
    lines += ["", "### Other games", "", *_others(others, by_match)]
    return lines


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _per_cent(part: float, whole: float = 1.0) -> str:
    return f"{FULL * part / whole:.0f} %"


def _goal_cells(match: Match, mine: Figures | None) -> tuple[str, str]:
    """Return the goals of a match, and whether each is reached."""
    if not match.goals:
        return "", ""
    texts = "; ".join(goal.text for goal in match.goals)
    if mine is None:
        return texts, "not measured"
    verdicts = ["reached" if reached(goal, mine) else "**not reached**" for goal in match.goals]
    return texts, "; ".join(verdicts)


def _title(match: Match) -> str:
    lone, *others = match.players
    note = f", {match.note}" if match.note else ""
    if match.is_equal:
        return f"{len(match.players)} × {lone}{note}"
    among = f"{len(others)} × " if len(others) > 1 else ""
    return f"{lone} – {among}{others[0]}{note}"


def _one_against_six(matches: Sequence[Match], by_match: dict[str, list[Played]]) -> list[str]:
    lines = [
        _row(
            *("match", "until", "games", "share ± s.e.", "centres", "solos", "lost to a solo"),
            *("draws", "survived", "a move", "longest", "goal", ""),
        ),
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |",
    ]
    for match in matches:
        mine = figures(match.players[0], by_match[match.name])
        goal, verdict = _goal_cells(match, mine)
        year = str(match.options["end_year"])
        if mine is None:
            if goal:
                lines.append(_row(_title(match), year, "0", *["–"] * 8, goal, verdict))
            continue
        seats = mine.games * (len(match.players) if match.is_equal else 1)
        lines.append(
            _row(
                _title(match),
                year,
                f"{mine.games:,}" + (f" ({mine.failures} failed)" if mine.failures else ""),
                f"{FULL * mine.share:.1f} % ± {FULL * mine.error:.1f}",
                f"{mine.standing:.1f}",
                _per_cent(mine.solos if match.is_equal else mine.wins, mine.games),
                "–" if match.is_equal else _per_cent(mine.lost, mine.games),
                _per_cent(mine.games - mine.solos, mine.games),
                _per_cent(mine.survived, seats),
                f"{1000 * mine.seconds_a_move:,.0f} ms",
                f"{mine.longest:.1f} s",
                goal,
                verdict,
            )
        )
    return lines


def _mixed(match: Match, games: Sequence[Played]) -> list[str]:
    """Return the players of a mixed table, best first."""
    rated = ratings(game.result for game in sorted(games, key=lambda each: each.number))
    lines = [
        _row("player", "games", "share ± s.e.", "centres", "solos", "survived", "rating"),
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    by_player = [(name, figures(name, games)) for name in match.players]
    known = [(name, mine) for name, mine in by_player if mine is not None]
    for name, mine in sorted(known, key=lambda each: -rated[each[0]].mean):
        rating = rated[name]
        lines.append(
            _row(
                name,
                f"{mine.games:,}",
                f"{FULL * mine.share:.1f} % ± {FULL * mine.error:.1f}",
                f"{mine.standing:.1f}",
                _per_cent(mine.wins, mine.games),
                _per_cent(mine.survived, mine.games),
                f"{rating.mean:.1f} ± {rating.high - rating.mean:.1f}",
            )
        )
    return lines if known else ["Not measured yet."]


def _others(matches: Sequence[Match], by_match: dict[str, list[Played]]) -> list[str]:
    """Return the matches of the other games, with the interval of the games won; if one player has
    all seats, of those that the first seat won."""
    lines = [
        _row("game", "match", "games", "won", "95 %", "score", "by seat", "longest", "goal", ""),
        "| --- | --- | ---: | ---: | ---: | ---: | --- | ---: | --- | --- |",
    ]
    for match in matches:
        mine = figures(match.players[0], by_match[match.name])
        goal, verdict = _goal_cells(match, mine)
        if mine is None:
            if goal:
                lines.append(_row(match.game, _title(match), "0", *["–"] * 5, goal, verdict))
            continue
        wins = next(iter(mine.by_seat.values()))[0] if match.is_equal else mine.wins
        sure = share_of_games(wins, mine.games)
        lines.append(
            _row(
                match.game,
                _title(match),
                f"{mine.games:,}" + (f" ({mine.failures} failed)" if mine.failures else ""),
                _per_cent(wins, mine.games),
                f"{FULL * sure.low:.0f}–{FULL * sure.high:.0f}",
                f"{mine.share:.2f}",
                _seats(mine) if len(match.players) == TWO else "",
                f"{mine.longest:.1f} s",
                goal,
                verdict,
            )
        )
    return lines


def _seats(mine: Figures) -> str:
    """Return the games won in each seat."""
    seats = sorted(mine.by_seat.items())
    return ", ".join(f"{seat} {_per_cent(wins, games)}" for seat, (wins, games) in seats if games)


def costs(played: Iterable[Played]) -> list[str]:
    """Return how long the games of each match took, in processor seconds of thinking."""
    by_match = dict[str, list[float]]()
    for game in played:
        seconds = sum(each.seconds for each in game.result.thought.values())
        by_match.setdefault(game.match, []).append(seconds)
    return [
        f"{name:36}{len(times):5} games, {fmean(times):8.1f} s a game, longest {max(times):8.1f} s"
        for name, times in sorted(by_match.items())
    ]
