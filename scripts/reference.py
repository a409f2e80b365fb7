"""Write the pages of the API reference, one for each list of public names.

    python -m scripts.reference

The lists are the `__all__` of packages; `mkdocs build` fills the pages with the signatures and
docstrings. Classes that both users and authors of games need are on the page of users with what
they need; the other members are on the page of the kernel (`FOR_AUTHORS`). The fields of views are
tables.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import isclass, isroutine
from pathlib import Path
from textwrap import dedent
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import UnsetType

from entente.kernel import View

FOLDER = Path(__file__).parents[1] / "docs"


KERNEL = "reference-kernel.md"
# What no script, player or notebook needs of these classes: it serves games, servers and clients.
FOR_AUTHORS = {
    "entente.kernel.game.Game": (
        "set_up context copy build_view resample_hidden reshuffle_hidden context_of_copy kinds "
        "playing points year start determinize view check_seat vocabulary grammar things run "
        "data data_digest overrides"
    ),
    "entente.kernel.match.Match": (
        "from_start first restore since opened states_kept before reseed shown_since takes_back "
        "open_to_undo undoes repeat known_to"
    ),
    "entente.kernel.position.Position": (
        "with_prompt frame find bind withdraw reseed turn_so_far seen decision moment public"
    ),
}


class Page(NamedTuple):
    """A page: its file, its title, its introduction, and the packages it lists.

    `whole`: members without a docstring are shown too. `tables`: fields are in tables.
    `inherited`: members of base classes are shown too.
    """

    file: str
    title: str
    about: str
    packages: tuple[str, ...]
    whole: bool = False
    tables: bool = False
    inherited: bool = False


PAGES = (
    Page(
        "reference.md",
        "API reference",
        "The names of `import entente`: to play, study and program games. "
        "[The library](library.md) introduces them. Other pages: [views](reference-views.md), "
        "[players](reference-players.md), [the arena](reference-arena.md), "
        "[environments](reference-envs.md), and, for authors of games, "
        "[the kernel](reference-kernel.md). Names that no page lists, such as the modules of a "
        "game, can be imported and may change in any release.",
        ("entente",),
    ),
    Page(
        "reference-views.md",
        "API reference: views",
        "What a seat may know, field by field: `position.view(seat)` returns one of these four "
        "views, `None` is a spectator. `from entente.views import TurmoilView` imports its type. "
        "All views have the fields of [`View`][entente.kernel.decision.View], too: `seat`, "
        "`to_move`, `decisions`, `news` and `outcome`. The ids in them are those of actions; "
        '`game.catalog("en").name("card", "C1")` is the name of a thing. The other '
        "classes are parts of views. An optional field whose type ends with `Unset` is "
        "`msgspec.UNSET` where it does not apply.",
        ("entente.views",),
        tables=True,
    ),
    Page(
        "reference-players.md",
        "API reference: players",
        "Computer players: `entente.players`. [Write your own player](own-player.md) introduces "
        "them.",
        ("entente.players",),
    ),
    Page(
        "reference-arena.md",
        "API reference: the arena",
        "Many games between players: `entente.arena`. [The arena](arena.md) introduces it.",
        ("entente.arena",),
    ),
    Page(
        "reference-envs.md",
        "API reference: environments",
        "Environments for learning: [PettingZoo](pettingzoo.md), [Gymnasium](gymnasium.md), "
        "[OpenSpiel](openspiel.md), and what they share. [Environments](environments.md) "
        "introduces them. Each name is imported from its module, such as `entente.envs.env_state`. "
        "Methods of the libraries' own interfaces are described there.",
        (
            "entente.envs.env_state",
            "entente.envs.arrays",
            "entente.envs.pettingzoo",
            "entente.envs.gymnasium",
            "entente.envs.vector_env",
            "entente.envs.masked_vector_env",
            "entente.envs.openspiel",
            "entente.envs.episodes",
            "entente.envs.policy_player",
        ),
        inherited=True,
    ),
    Page(
        KERNEL,
        "API reference: the kernel",
        "What games are built on: `entente.kernel`. [How a game is built](how-a-game-is-built.md) "
        "introduces it.",
        ("entente.kernel",),
        whole=True,
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

    @property
    def for_authors(self) -> list[str]:
        """The members that only authors of games need."""
        return FOR_AUTHORS.get(self.place, "").split()


class Field(NamedTuple):
    """A field of a class: its name, its type, and its docstring."""

    name: str
    type: str
    doc: str


def public_names(package: str) -> list[Public]:
    """Return what a package lists: functions first, sorted without regard to case."""
    module = import_module(package)
    names = [name for name in module.__all__ if not name.startswith("__")]
    found = [Public(name, getattr(module, name)) for name in names]
    return sorted(found, key=lambda each: (isclass(each.value), each.name.lower()))


def names_of(page: Page) -> list[Public]:
    """Return what a page lists, views before their parts."""
    names = [each for package in page.packages for each in public_names(package)]
    return sorted(names, key=lambda each: page.tables and not issubclass(each.value, View))


@cache
def fields(owner: type) -> tuple[Field, ...]:
    """Return the public fields that a class declares."""
    [node] = ast.parse(dedent(inspect.getsource(owner))).body
    assert isinstance(node, ast.ClassDef)
    hints, found = get_type_hints(owner), []
    for statement, after in zip(node.body, [*node.body[1:], None], strict=True):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        name = statement.target.id
        if not name.startswith("_") and "ClassVar" not in ast.unparse(statement.annotation):
            found.append(Field(name, spelled(hints[name]), _docstring(after)))
    return tuple(found)


def _docstring(statement: ast.stmt | None) -> str:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return " ".join(str(statement.value.value).split())
    return ""


def page_text(page: Page, elsewhere: dict[str, str]) -> str:
    """Return a page; what another page documents is linked there."""
    return "\n".join(_lines(page, elsewhere))


def _lines(page: Page, elsewhere: dict[str, str]) -> Iterator[str]:
    yield f"# {page.title}"
    yield ""
    yield page.about
    others, values = list[str](), list[str]()
    for each in names_of(page):
        if not each.is_documented:
            values.append(f"`{each.name}`")
        elif elsewhere.get(each.place, page.file) != page.file:
            others.append(f"[`{each.name}`][{each.place}]")
        elif page.tables:
            yield from _table(each)
        else:
            yield from _block(each, page)
    if page.file == KERNEL:
        yield from _members_for_authors()
    for head, names in (("On other pages", others), ("Constants and types", values)):
        if names:
            yield ""
            yield f"{head}: {', '.join(names)}."
    yield ""


def _block(each: Public, page: Page) -> Iterator[str]:
    """Yield the block that mkdocstrings fills."""
    yield ""
    yield f"::: {each.place}"
    if page.whole:
        return
    hidden = "|".join(each.for_authors)
    filters = ["!^_", *([f"!^({hidden})$"] if hidden else [])]
    yield "    options:"
    yield "      show_if_no_docstring: false"
    yield f"      filters: {filters}"
    if page.inherited:
        yield "      inherited_members: true"


def _table(each: Public) -> Iterator[str]:
    """Yield the fields of a class as a table."""
    yield from ("", f"## {each.name}", "", f"{each.value.__doc__}", "")
    yield from ("| field | type | meaning |", "| --- | --- | --- |")
    for field in fields(each.value):
        yield f"| `{field.name}` | `{field.type}` | {field.doc} |"
    for name, value in vars(each.value).items():
        if isinstance(value, property):
            type_ = spelled(get_type_hints(value.fget)["return"])
            yield f"| `{name}` | `{type_}` | {inspect.getdoc(value)} |"


def spelled(type_: Any) -> str:
    """Spell a type with its aliases resolved: ids are texts."""
    origin, inner = get_origin(type_), get_args(type_)
    if origin in (Union, UnionType):
        return " | ".join(map(spelled, inner))
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, inner))}]"
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(spelled, inner))}]"
    names = {type(None): "None", UnsetType: "Unset", Ellipsis: "..."}
    return names.get(type_) or type_.__name__


def _members_for_authors() -> Iterator[str]:
    for place in FOR_AUTHORS:
        name = place.rpartition(".")[2]
        yield ""
        yield f"## Members of `{name}` for authors of games and servers"
        yield ""
        yield f"The others are on [another page][{place}]."
        for member in FOR_AUTHORS[place].split():
            yield from ("", f"::: {place}.{member}", "    options:", "      heading_level: 3")


def pages() -> dict[str, str]:
    """Return the text of each page, by file."""
    elsewhere = dict[str, str]()
    for page in PAGES:
        for each in names_of(page):
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
