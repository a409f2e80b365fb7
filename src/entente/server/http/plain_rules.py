"""The rules as plain pages, for browsers without JavaScript."""

from __future__ import annotations

from html import escape

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from entente.kernel.text import LANGUAGES, catalog_of
from entente.server import library
from entente.server.http.error_responses import SERVER, reader_language
from entente.server.problem import Problem

router = APIRouter(include_in_schema=False)


@router.get("/rules")
def list_rules(request: Request, lang: str = "") -> HTMLResponse:
    """Serve links to the rules of the installed games."""
    language = _language(request, lang)
    heading = catalog_of(SERVER, language).get("page.rules")
    return _page(language, heading, "/rules", _links(language))


@router.get("/rules/{game_id}")
def show_rules(request: Request, game_id: str, lang: str = "") -> HTMLResponse:
    """Serve our summary of a game's rules on one page; for an unknown game, links to the others."""
    language = _language(request, lang)
    try:
        game = library.find(game_id)
    except Problem as problem:
        sentence = catalog_of(SERVER, language).line(problem.message)
        return _page(language, sentence, "/rules", _links(language), problem.status)
    rules, title = library.rules(game, language), library.about(game, language).title
    parts = [
        f'<h2 id="{escape(each.number)}">{escape(f"{each.number} {each.title}")}</h2>'
        + "".join(f"<p>{_lines(block)}</p>" for block in each.text.split("\n\n") if block)
        for each in rules.sections
    ]
    return _page(language, title, f"/rules/{game_id}", "\n".join(parts))


def to_plain_rules(path: str, language: str) -> str:
    """Return what leads a browser without JavaScript from a page to the plain rules."""
    match path.strip("/").split("/"):
        case ["games", game_id, "rules"]:
            to = f"/rules/{game_id}?lang={language}"
            refresh = f'<meta http-equiv="refresh" content="0; url={escape(to)}" />'
            return f"<noscript>{refresh}</noscript>"
    return ""


def _language(request: Request, lang: str) -> str:
    return lang if lang in LANGUAGES else reader_language(request)


def _links(language: str) -> str:
    """Return a list of links to the rules of the installed games."""
    links = [
        f'<li><a href="/rules/{each.id}?lang={language}">{escape(each.title)}</a></li>'
        for each in library.games(language)
    ]
    return f"<ul>{''.join(links)}</ul>"


def _lines(block: str) -> str:
    return "<br>\n".join(escape(line) for line in block.split("\n"))


def _page(language: str, title: str, path: str, body: str, status: int = 200) -> HTMLResponse:
    others = " · ".join(
        f'<a href="{path}?lang={each}" lang="{each}">{each.upper()}</a>' for each in LANGUAGES
    )
    return HTMLResponse(
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Entente</title></head>\n"
        f'<body><p><a href="/rules?lang={language}">Entente</a> · {others}</p>\n'
        f"<h1>{escape(title)}</h1>\n{body}\n</body></html>\n",
        status,
        headers={"cache-control": "no-cache", "vary": "accept-language"},
    )
