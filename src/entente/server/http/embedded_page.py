"""Pages that other sites may show in a frame. They have no script, and no cookies matter."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from fastapi import Response

STYLE = "body{margin:0}img{display:block;width:100%;height:auto}"
_HASH = b64encode(sha256(STYLE.encode()).digest()).decode()
REFRESH = 60  # seconds after which a live board is loaded again


def frame_headers(policy: str = "") -> dict[str, str]:
    """Return the headers that let any site show a page in a frame."""
    return {
        "content-security-policy": (
            f"default-src 'none'; {policy}base-uri 'none'; frame-ancestors *"
        ),
        "cross-origin-resource-policy": "cross-origin",
        "x-frame-options": "ALLOWALL",
    }


class EmbeddedPage(Response):
    """A page that other sites may show in a frame; it has no script and no cookies matter."""

    media_type = "text/html; charset=utf-8"


def picture_page(
    title: str, description: str, language: str, picture: str, link: str
) -> EmbeddedPage:
    """Return a page with a picture that is loaded again every minute, and leads to its page."""
    page = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="refresh" content="{REFRESH}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f'<a href="{escape(link)}" target="_blank" rel="noopener">'
        f'<img src="{escape(picture)}" width="1200" height="630" '
        f'alt="{escape(f"{title}. {description}")}"></a></body></html>'
    )
    headers = frame_headers(f"img-src 'self'; style-src 'sha256-{_HASH}'; ")
    return EmbeddedPage(page, headers=headers)
