"""The fonts of pictures that are rendered as pixels: EB Garamond (SIL Open Font License)."""

from __future__ import annotations

from importlib.resources import files


def font_files() -> list[str]:
    """Return the paths of the fonts; those of the machine are not used, so that all look alike."""
    folder = files("entente.fonts")
    return sorted(str(each) for each in folder.iterdir() if each.name.endswith(".ttf"))
