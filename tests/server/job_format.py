"""The shape of what is in the queue of work: the types of tasks and results, field by field.

Workers of another version read it during an upgrade, so a change of shape needs another number
(`FORMAT` in jobs/remote_pool.py). After a change:

    python -m tests.server.job_format

stores the shape of the new number. It refuses to change the shape of a number that has one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from entente.server.jobs.remote_pool import FORMAT
from entente.server.pictures import remote
from entente.server.pictures.renderer import rendered
from entente.server.work.runner import ANALYSIS_WORK, PLAYER_WORK

FILE = Path(__file__).parent / "data" / "job_formats.json"
Shape = dict[str, Any]


def present() -> Shape:
    """Return the functions that jobs may ask for, and all types of ours in their tasks and
    results."""
    works = {**PLAYER_WORK, **ANALYSIS_WORK, remote.RENDER: rendered}
    types: dict[str, Any] = {}
    return {
        "functions": {name: _signature(work, types) for name, work in sorted(works.items())},
        "types": dict(sorted(types.items())),
    }


def _signature(work: Callable[..., Any], types: dict[str, Any]) -> list[str]:
    hints = get_type_hints(work)
    return [_spell(hint, types) for hint in hints.values()]


def _spell(hint: Any, types: dict[str, Any]) -> str:
    """Spell a type, and describe the types of ours in it."""
    if isinstance(hint, type) and not get_args(hint):
        if (fields := _fields(hint)) is not None and _name(hint) not in types:
            types[_name(hint)] = {}  # a type may contain itself
            types[_name(hint)] = {name: _spell(each, types) for name, each in fields}
        elif issubclass(hint, Enum):
            types[_name(hint)] = {each.name: repr(each.value) for each in hint}
        return _name(hint)
    inner = [_spell(each, types) for each in get_args(hint)]
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(sorted(inner))
    if not inner:
        return "..." if hint is Ellipsis else repr(hint)
    return f"{_name(get_origin(hint))}[{', '.join(inner)}]"


def _name(kind: Any) -> str:
    module = kind.__module__
    return (
        kind.__qualname__ if module in ("builtins", "typing") else f"{module}.{kind.__qualname__}"
    )


def _fields(kind: type) -> Iterator[tuple[str, Any]] | None:
    """Return the fields of a named tuple or struct in their order; None for other types."""
    if issubclass(kind, msgspec.Struct):
        names: tuple[str, ...] = kind.__struct_fields__
    elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
        names = kind._fields
    else:
        return None
    hints = get_type_hints(kind)
    return ((name, hints[name]) for name in names)


def stored() -> dict[str, Shape]:
    """Return the shapes of all numbers so far; only the last two are kept."""
    formats: dict[str, Shape] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return formats


def main() -> int:
    formats, shape = stored(), present()
    if formats.get(str(FORMAT), shape) != shape:
        print(f"format {FORMAT} has another shape: raise FORMAT in jobs/remote_pool.py first")
        return 1
    if any(int(number) > FORMAT for number in formats):
        print(f"there was a format after {FORMAT}: FORMAT never goes back")
        return 1
    formats[str(FORMAT)] = shape
    kept = dict(sorted(formats.items(), key=lambda item: int(item[0]))[-2:])
    FILE.write_text(json.dumps(kept, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
