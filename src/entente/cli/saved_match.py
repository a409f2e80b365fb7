"""A match at the terminal and its file."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from entente.cli.common_args import Context
from entente.cli.records import read_record
from entente.kernel import Seat, UserError, seed_hash
from entente.kernel.record import AnyMatch, record_of, write

FAILURES = "entente-failures"  # the folder of games that a failure has ended


class SavedMatch:
    """A match, its players, and its record, which is written after each action."""

    def __init__(
        self, match: AnyMatch, names: Mapping[Seat, str], file: Path | None, context: Context
    ) -> None:
        self.match = match
        self.names = names
        self.file = file
        self.words, self.screen = context.words, context.screen

    def act(self, seat: Seat, action: str, window: int | None = None) -> None:
        """Take an action and store it before anything is printed about it."""
        self.match.act(seat, action, int(time.time()), window)
        self.save()

    def save(self) -> None:
        """Write the record, if there is a file for it."""
        if self.file is None:
            return
        try:
            write(self.file, record_of(self.match, self.names))
        except OSError as error:
            self._cannot_save(self.file, error)

    def save_as(self, name: str) -> None:
        """`save`: write the record to a file, and continue to use that file."""
        if not name and self.file is None:
            self.screen.line(self.words("play.save_where"))
            return
        file = Path(name).expanduser() if name else self.file
        assert file is not None
        if file.exists() and not file.is_file():
            self.screen.line(self.words("play.no_plain_file", file=str(file)))
            return
        if file != self.file and file.exists() and not self._is_this_game(file):
            self.screen.line(self.words("play.file_exists", file=str(file)))
            return
        try:
            write(file, record_of(self.match, self.names))
        except OSError as error:
            self._cannot_save(file, error)
            return
        self.file = file
        self.screen.line(self.words("play.saved", file=str(file)))

    def rescue(self) -> None:
        """Save a game that cannot continue, even without a file name."""
        if self.file is not None:
            self.save()
            return
        stem = f"{self.match.game.info.id}-{seed_hash(self.match.seed)[:8]}"
        names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
        files = (Path(FAILURES) / f"{name}.jsonl" for name in names)
        file = next(file for file in files if not file.exists() or self._is_this_game(file))
        try:
            write(file, record_of(self.match, self.names))
        except OSError as error:
            self._cannot_save(file, error)
        else:
            self.file = file

    def _cannot_save(self, file: Path, error: OSError) -> None:
        reason = error.strerror or str(error)
        self.screen.line(self.words("play.cannot_save", file=str(file), error=reason), "red")

    def _is_this_game(self, file: Path) -> bool:
        """Return whether a file holds this game, up to an earlier move."""
        try:
            kept = read_record(str(file))
        except UserError:
            return False
        same = (kept.header.game, kept.header.seed) == (self.match.game.info.id, self.match.seed)
        return same and kept.moves == self.match.moves[: len(kept.moves)]
