"""A match of new weights against old ones, between players that are otherwise the same."""

from __future__ import annotations

from pathlib import Path

import msgspec

from entente.arena.fitting.games import FitGame, Progress, run_all, weighted_game
from entente.arena.fitting.linear import LinearFit
from entente.arena.fitting.paired_play import PairedFit
from entente.arena.intervals import Share, share
from entente.kernel import Options, registry

NEW, OLD = "new", "old"


class FitMatch(msgspec.Struct, frozen=True):
    """The new weights against the old. `even` is the share of wins among equals."""

    games: int
    wins: int
    draws: int
    share: Share
    even: float = 0.5

    @property
    def better(self) -> bool:
        """Whether the whole interval is above an even share."""
        return self.share.low > self.even


def match(
    fitted: LinearFit | PairedFit,
    options: Options,
    games: int,
    seed: str,
    workers: int,
    progress: Progress,
) -> FitMatch:
    """Play one player with the new weights among players with the old ones, in every seat with the
    same seeds, in games that were not used for fitting."""
    seats = registry.load(fitted.game).seats(options)
    weights = {NEW: fitted.weights, OLD: fitted.old}
    work = [
        FitGame(
            fitted.game,
            options,
            f"{seed}-match-{number}",
            {each: NEW if each == seat else OLD for each in seats},
            weights,
        )
        for number in range(-(-games // len(seats)))
        for seat in seats
    ]
    scores = run_all(score_of_new, work, workers, progress)
    wins, draws = sum(won for won, _ in scores), sum(drawn for _, drawn in scores)
    return FitMatch(len(scores), wins, draws, share(wins, len(scores)), 1 / len(seats))


def score_of_new(work: FitGame) -> tuple[int, int]:
    """Return whether the player with the new weights won alone, and whether the win was shared."""
    winners = weighted_game(work).play().winners
    new = next(seat for seat, name in work.players.items() if name == NEW)
    return int(winners == (new,)), int(len(winners) != 1)


def write(file: Path, fitted: LinearFit | PairedFit, against: FitMatch, command: str) -> None:
    """Write the weights with their source and the command that finds them."""
    file.parent.mkdir(parents=True, exist_ok=True)
    result = {"command": command, "fitted": fitted, "match": against, "better": against.better}
    file.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
