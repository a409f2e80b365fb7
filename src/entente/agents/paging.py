"""Long texts in pages, since many clients cut off what is longer."""

from __future__ import annotations

PAGE = 12_000  # characters


def paged(text: str, size: int = PAGE) -> list[str]:
    """Return the pages of a text: they end where a line ends, or at a comma or space in a line that
    is too long for a page."""
    pages, page = list[str](), ""
    for line in text.splitlines(keepends=True):
        if page and len(page) + len(line) > size >= len(line):
            pages.append(page)
            page = ""
        page += line
        while len(page) > size:
            cut = max(page.rfind(sign, 0, size) for sign in ",; ") + 1 or size
            pages.append(page[:cut])
            page = page[cut:]
    return [*pages, page] if page or not pages else pages
