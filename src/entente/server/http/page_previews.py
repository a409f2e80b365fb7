"""The preview tags of our pages (Open Graph and Twitter cards)."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import unquote

from entente.server.people import accounts
from entente.server.pictures.card import HEIGHT, WIDTH
from entente.server.pictures.previews import (
    Preview,
    game_preview,
    person_preview,
    site_preview,
    table_preview,
)
from entente.server.services import Services

# `/tables/new` is a page of its own; a table has a longer id.
_TABLE = re.compile(r"^/tables/([A-Za-z0-9_-]{6,40})(/story)?/?$")
_OFFER = re.compile(r"^/take/([A-Za-z0-9_-]{6,40})/[^/]+/?$")
_PERSON = re.compile(r"^/people/([^/]{1,240})/?$")
_GAME = re.compile(r"^/games/([a-z_0-9]{1,40})(/|$)")

_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_DESCRIPTION = re.compile(r'<meta\s+name="description"[^>]*>')
LOCALES = {"en": "en_GB", "fr": "fr_FR"}


def needs_database(path: str) -> bool:
    """Return whether the preview of a page is made from stored data."""
    return any(pattern.match(path) for pattern in (_TABLE, _OFFER, _PERSON))


def page_preview(services: Services, path: str, language: str) -> Preview:
    """Return the preview of a page; that of the site if the page has none of its own."""
    preview: Preview | None = None
    if match := _TABLE.match(path) or _OFFER.match(path):
        with services.sessions() as session:
            public, offer = services.settings.public_pages, path.startswith("/take/")
            preview = table_preview(session, match[1], offer=offer, public=public)
    elif match := _GAME.match(path):
        preview = game_preview(match[1], language)
    elif match := _PERSON.match(path):
        with services.sessions() as session:
            preview = person_preview(accounts.named(session, unquote(match[1])), language)
    return preview or site_preview(language)


def with_preview(page: str, preview: Preview, base: str, path: str) -> str:
    """Return a page with the tags of a preview. The address of an offered seat stays out."""
    title = preview.title if preview.title == "Entente" else f"{preview.title} · Entente"
    shown = "/" if _OFFER.match(path) else path
    tags = {
        "og:type": "website",
        "og:site_name": "Entente",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": f"{base}{shown}",
        "og:locale": LOCALES.get(preview.language, preview.language),
    }
    names = {"twitter:card": "summary", "description": preview.description}
    if preview.picture is not None:
        tags |= {
            "og:image": f"{base}{preview.picture}",
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": preview.title,
        }
        names["twitter:card"] = "summary_large_image"
    lines = [
        f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()
    ]
    lines += [f'<meta name="{name}" content="{escape(value)}" />' for name, value in names.items()]
    heading = f"<title>{escape(title)}</title>"
    page = _TITLE.sub(lambda _: heading, page, count=1)
    page = _DESCRIPTION.sub("", page, count=1)
    return page.replace("</head>", "\n    ".join(["", *lines]) + "\n  </head>", 1)
