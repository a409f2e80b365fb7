"""A chapter of a study as a page for a frame of another site: one position, its comments, and links
to the moves around it. It has no script."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

from entente.kernel import Catalog, View
from entente.kernel.board_picture import FAMILY, board_element
from entente.server.http.embedded_page import EmbeddedPage, frame_headers
from entente.server.studies.exporting import step_words
from entente.server.studies.info import ChapterText, NodeText
from entente.server.studies.positions import AnyGame
from entente.server.studies.tree import ROOT

STYLE = (
    "body{margin:0;font:16px/1.4 Georgia,serif;color:#332a20;background:#fbf6e9}"
    "svg{display:block;width:100%;height:auto;max-height:70vh}"
    "h1,p,nav,ul{margin:.4rem .8rem}h1{font-size:1.1rem}a{color:#1d4e85}"
    "nav{display:flex;flex-wrap:wrap;gap:.2rem 1rem}ul{padding-left:1.2rem}"
    ".comment{border-left:3px solid #8a6210;padding-left:.5rem;white-space:pre-line}"
)
_HASH = b64encode(sha256(STYLE.encode()).digest()).decode()


class EmbeddedChapter(NamedTuple):
    """What is shown of a chapter: a node of its tree, and the position there for spectators."""

    study: str  # its title
    chapter: ChapterText
    node: NodeText
    game: AnyGame
    view: View


def chapter_page(shown: EmbeddedChapter, language: str, words: Catalog) -> EmbeddedPage:
    """Return the page in a language; `words` are the server's."""
    catalog = shown.game.catalog(language)
    chapter, node = shown.chapter, shown.node
    title = f"{shown.study} · {chapter.name}"
    step = step_words(node, catalog, words) if node.id != ROOT else chapter.first_stage
    drawn = _board(shown, catalog)
    page = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f'<h1><a href="/studies/{escape(chapter.study)}/{escape(chapter.id)}?node={node.id}"'
        f' target="_blank" rel="noopener">{escape(title)}</a></h1>{drawn}'
        f"<p><strong>{escape(step)}</strong> {escape(node.glyph)}</p>"
        f"{''.join(_comments(node, language))}"
        f"{''.join(_links(shown, language, catalog, words))}</body></html>"
    )
    headers = frame_headers(f"style-src 'sha256-{_HASH}'; ")
    return EmbeddedPage(page, headers=headers)


def _board(shown: EmbeddedChapter, catalog: Catalog) -> str:
    """Draw the board; its styles become attributes, which the page's policy allows."""
    board = board_element(shown.game, shown.view, catalog, FAMILY)
    if board is None:
        return ""
    for element in board.iter():
        for declaration in element.attrib.pop("style", "").split(";"):
            name, colon, value = declaration.partition(":")
            if colon:
                element.set(name.strip(), value.strip())
    return ElementTree.tostring(board, encoding="unicode")


def _comments(node: NodeText, language: str) -> Iterator[str]:
    spoken = [each for each in node.comments if each.language == language] or node.comments
    for each in spoken:
        by = f"<strong>{escape(each.by)}:</strong> " if each.by else ""
        yield f'<p class="comment" lang="{each.language}">{by}{escape(each.text)}</p>'


def _links(
    shown: EmbeddedChapter, language: str, catalog: Catalog, words: Catalog
) -> Iterator[str]:
    """Link to the move before and to the continuations, the main one first."""
    node = shown.node
    if node.id != ROOT:
        start = _link(ROOT, language, words.get("page.start"))
        back = _link(node.parent, language, words.get("page.back"))
        yield f"<nav>{start}{back}</nav>"
    following = [each for each in shown.chapter.nodes if each.parent == node.id and each.id != ROOT]
    if following:
        yield _listed(
            _link(each.id, language, f"{step_words(each, catalog, words)} {each.glyph}".strip())
            for each in following
        )


def _link(node: int, language: str, text: str) -> str:
    return f'<a href="?node={node}&amp;lang={language}">{escape(text)}</a>'


def _listed(links: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{link}</li>' for link in links)}</ul>"
