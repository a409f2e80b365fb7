"""`entente diplomacy import`: convert saved games of other programs to records."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from entente.cli.common_args import Context, read_options
from entente.cli.files import read_bytes
from entente.cli.user_error import user_error
from entente.games.diplomacy.exchange import (
    Imported,
    games_in,
    import_game,
    phase_name,
    read_game,
)
from entente.games.diplomacy.game import Diplomacy
from entente.kernel import Options, UserError
from entente.kernel.record import dump, record_of


def import_games(arguments: argparse.Namespace, context: Context) -> int:
    """Import every game of a file; return 1 if some of several games could not be imported."""
    game = Diplomacy({})
    work = GameImporter(game, read_options(game, arguments), context, follow=arguments.follow)
    file, save = str(arguments.file), Path(arguments.save)
    try:
        games = games_in(read_bytes(file))
        if len(games) == 1:
            work.write(games[0], save)
            return 0
    except UserError as error:
        if error.package == "entente.cli":
            raise
        raise user_error("diplomacy.not_imported", error, path=file) from None
    return work.write_all(games, file, save)


class GameImporter:
    """The import of the games of one file."""

    def __init__(
        self, game: Diplomacy, options: Options, context: Context, *, follow: bool
    ) -> None:
        self.game = game
        self.options = options
        self.context = context
        self.follow = follow

    def write_all(self, games: list[bytes], file: str, save: Path) -> int:
        """Write several games, each to a numbered record; a refused one does not stop the
        others."""
        count, refused = len(games), 0
        paths = [numbered(save, number, count) for number in range(1, count + 1)]
        for path in paths:
            refuse_existing(path)
        for number, (data, path) in enumerate(zip(games, paths, strict=True), start=1):
            self._line("diplomacy.game_of", number=number, count=count)
            try:
                self.write(data, path)
            except UserError as error:
                if error.package == "entente.cli":
                    raise
                refused += 1
                why = user_error("diplomacy.game_not_imported", error, path=file, number=number)
                self.context.screen.line(why.text(self.context.language))
        self._line("diplomacy.games_imported", count=count - refused, refused=refused)
        return 1 if refused else 0

    def write(self, data: bytes, path: Path) -> None:
        """Write one game to its record or, if it continues after a difference, to several."""
        refuse_existing(path)
        saved = read_game(self.game.board, data)
        imported = import_game(self.game, saved, self.options, follow=self.follow)
        self._print_divergences(imported)
        self._print_left_out(imported)
        for match, file in zip(imported.matches, stretches(path, imported), strict=True):
            write_file(file, dump(record_of(match)))
            self._line("diplomacy.imported", path=str(file), moves=len(match.moves))
        if imported.open_end:
            self._line("diplomacy.open_end")

    def _print_divergences(self, imported: Imported) -> None:
        if self.follow:
            self._line("diplomacy.divergences", count=len(imported.divergences))
        catalog = self.game.catalog(self.context.language)
        for divergence in imported.divergences:
            for line in divergence.lines(catalog):
                self.context.screen.line(f"  {line}")

    def _print_left_out(self, imported: Imported) -> None:
        orders = imported.left_out_besides()
        if orders:
            self._line("diplomacy.left_out", count=len(orders))
        catalog = self.game.catalog(self.context.language)
        for order in orders:
            self.context.screen.line(f"  {order.line(catalog)}")

    def _line(self, key: str, /, **args: str | int) -> None:
        self.context.screen.line(self.context.words(key, **args))


def numbered(path: Path, number: int, count: int) -> Path:
    """Return `games-03.jsonl` for the third of forty games of `games.jsonl`."""
    return path.with_stem(f"{path.stem}-{number:0{len(str(count))}}")


def stretches(path: Path, imported: Imported) -> Iterator[Path]:
    """Yield the records with their file names: the first has the requested name, the others add
    where they begin."""
    for number, match in enumerate(imported.matches):
        begins = phase_name(match.from_start().state)
        yield path.with_stem(f"{path.stem}-from-{begins}") if number else path


def refuse_existing(path: Path) -> None:
    if path.exists():
        raise user_error("diplomacy.exists", path=str(path))


def write_file(path: Path, data: bytes) -> None:
    """Write a file that does not exist yet."""
    refuse_existing(path)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise user_error("diplomacy.cannot_write", path=str(path), reason=str(error)) from None
