"""Menus that make no sense are refused when they are built, while it can be seen who builds them.

They are built at every question: what is looked at here is there at once, or few.
"""

from __future__ import annotations

from collections.abc import Mapping


def is_text(choices: object) -> bool:
    """Whether somebody forgot the comma of a tuple of one, and gave a text."""
    return isinstance(choices, str)


def menu_error(menu: object, what: str) -> ValueError:
    """The error of a menu, which is named by its kind and its verb."""
    verb = getattr(menu, "verb", "")
    return ValueError(f"{type(menu).__name__}{f' {verb!r}' if verb else ''}: {what}")


def wrong_bounds(menu: object, least: int, most: int) -> ValueError:
    """The error of bounds that leave nothing between them."""
    if least > most:
        return menu_error(menu, f"`least` {least} is more than `most` {most}")
    return menu_error(menu, f"`least` {least} is less than 0")


def reject_unknown(
    menu: object, part: str, names: tuple[str, ...], known: Mapping[str, object]
) -> None:
    """Refuse names that are not among those of the menu."""
    for name in names:
        if name not in known:
            kind = "slot" if part == "seldom" else "field"
            raise menu_error(
                menu, f"`{part}` names {name!r}, which is no {kind}: {', '.join(known)}"
            )
