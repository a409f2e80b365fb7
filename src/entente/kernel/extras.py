"""Optional dependencies: the error for a missing one says how to install its extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from entente.kernel.message import say
from entente.kernel.user_error import UserError

DISTRIBUTION = "entente-games"  # the name on the package index; the import name is `entente`
SERVER = "server"
OURS = "entente"
HERE = __file__


class MissingExtra(UserError, ModuleNotFoundError):
    """A package of an extra is not installed; the text says how to install it.

    Attributes:
        extra: The extra.
        name: The package.
    """

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(
            say("mistake.extra", package=package, extra=extra, command=install_command(extra))
        )
        self.extra = extra
        self.name = package


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Raise MissingExtra where code in this block imports a package that is not installed."""
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        package = (error.name or "?").partition(".")[0]
        if package == OURS:  # our own mistake
            raise
        raise MissingExtra(extra, package) from None


def install_command(extra: str) -> str:
    """Return the command that installs an extra, for this kind of installation."""
    if not is_clone():
        return f'pip install "{DISTRIBUTION}[{extra}]"'
    return "make play" if extra == SERVER else f"make extras EXTRAS={extra}"


def is_clone() -> bool:
    """Return whether Entente runs from a clone of its repository."""
    root = Path(HERE).resolve().parents[3]
    return all((root / name).is_file() for name in ("Makefile", "pyproject.toml"))
