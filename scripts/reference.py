"""Write the pages of the API reference, one for each list of public names.

    python -m scripts.reference

The lists are the `__all__` of the packages; `mkdocs build` fills the pages with the signatures and
docstrings.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from inspect import isclass, isroutine
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parents[1] / "docs"


class Page(NamedTuple):
    """A page: its file, its title, its introduction, and the package it lists."""

    file: str
    title: str
    about: str
    package: str


PAGES = (
    Page(
        "reference.md",
        "API reference",
        "The names of `import entente`. [The library](library.md) introduces them. Other pages: "
        "[the kernel](reference-kernel.md), which games are built on, "
        "[players](reference-players.md), and [the arena](reference-arena.md); the "
        "[environments](environments.md) have the interfaces of their libraries. Names that no "
        "page lists are private and may change in any release.",
        "entente",
    ),
    Page(
        "reference-kernel.md",
        "API reference: the kernel",
        "What games are built on: `entente.kernel`. [How a game is built](how-a-game-is-built.md) "
        "introduces it.",
        "entente.kernel",
    ),
    Page(
        "reference-players.md",
        "API reference: players",
        "Computer players: `entente.players`. [Write your own player](own-player.md) introduces "
        "them.",
        "entente.players",
    ),
    Page(
        "reference-arena.md",
        "API reference: the arena",
        "Many games between players: `entente.arena`. [The arena](arena.md) introduces it.",
        "entente.arena",
    ),
)


class Public(NamedTuple):
    """A public name and what it stands for."""

    name: str
    value: Any

    @property
    def is_documented(self) -> bool:
        """Whether it is a class or a function; constants and types are listed by name."""
        ours = str(getattr(self.value, "__module__", "")).startswith("entente.")
        return ours and (isclass(self.value) or isroutine(self.value))

    @property
    def place(self) -> str:
        """Where it is defined."""
        return f"{self.value.__module__}.{self.value.__qualname__}"


def public_names(package: str) -> list[Public]:
    """Return what a package lists: functions first, sorted without regard to case."""
    module = import_module(package)
    names = [name for name in module.__all__ if not name.startswith("__")]
    found = [Public(name, getattr(module, name)) for name in names]
    return sorted(found, key=lambda each: (isclass(each.value), each.name.lower()))


def page_text(page: Page, elsewhere: dict[str, str]) -> str:
    """Return a page; what another page documents is linked there."""
    return "\n".join(_lines(page, elsewhere))


def _lines(page: Page, elsewhere: dict[str, str]) -> Iterator[str]:
    yield f"# {page.title}"
    yield ""
    yield page.about
    others, values = list[str](), list[str]()
    for each in public_names(page.package):
        if not each.is_documented:
            values.append(f"`{each.name}`")
        elif elsewhere.get(each.place, page.file) != page.file:
            others.append(f"[`{each.name}`][{each.place}]")
        else:
            yield ""
            yield f"::: {each.place}"
    for head, names in (("On other pages", others), ("Constants and types", values)):
        if names:
            yield ""
            yield f"{head}: {', '.join(names)}."
    yield ""


def pages() -> dict[str, str]:
    """Return the text of each page, by file."""
    elsewhere = dict[str, str]()
    for page in PAGES:
        for each in public_names(page.package):
            if each.is_documented:
                elsewhere.setdefault(each.place, page.file)
    return {page.file: page_text(page, elsewhere) for page in PAGES}


def main() -> int:
    """Write the pages."""
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
