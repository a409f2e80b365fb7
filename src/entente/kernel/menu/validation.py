"""Reject malformed menus when they are built, so that the traceback shows who built them.

Menus are built at every decision: only cheap checks are made here.
"""

from __future__ import annotations

from collections.abc import Mapping


def is_text(choices: object) -> bool:
    """Return whether choices are a string: a forgotten comma in a tuple of one."""
    return isinstance(choices, str)


def menu_error(menu: object, what: str) -> ValueError:
    """Return the error for a menu, named by its type and verb."""
    verb = getattr(menu, "verb", "")
    return ValueError(f"{type(menu).__name__}{f' {verb!r}' if verb else ''}: {what}")


def wrong_bounds(menu: object, least: int, most: int) -> ValueError:
    """Return the error for bounds that allow nothing."""
    if least > most:
        return menu_error(menu, f"`least` {least} is more than `most` {most}")
    return menu_error(menu, f"`least` {least} is less than 0")


def reject_unknown(
    menu: object, part: str, names: tuple[str, ...], known: Mapping[str, object]
) -> None:
    """Reject names that are not among the menu's own."""
    for name in names:
        if name not in known:
            kind = "slot" if part == "seldom" else "field"
            raise menu_error(
                menu, f"`{part}` names {name!r}, which is not a {kind}: {', '.join(known)}"
            )
