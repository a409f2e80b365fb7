"""Annotate a finished game: its turning points become comments on its moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.kernel import Catalog, say
from entente.kernel.story_text import StoryTurningPoint
from entente.kernel.text import catalog_of
from entente.server.studies.store import NewComment
from entente.server.study.evaluation_graph import TurningPoint


def turning_comments(
    language: str,
    catalog: Catalog,
    nodes: Mapping[int, int],
    story: Sequence[StoryTurningPoint],
    engine: Sequence[TurningPoint],
) -> list[NewComment]:
    """Return the comments in a language; `nodes` maps moves to the nodes they belong to.

    `story` are the turning points of the game's report, with their causes, `engine` those of the
    estimated chances.
    """
    words = catalog_of("entente.server", language)
    texts: dict[int, list[str]] = {}
    for told in story:
        if told.move in nodes:
            sentences = " ".join([told.text, *told.causes])
            texts.setdefault(nodes[told.move], []).append(sentences)
    for point in engine:
        if point.move in nodes:
            seat = catalog.name("seat", point.gains)
            line = words.line(
                say("chapter.turning", seat=seat, before=point.before, after=point.after)
            )
            texts.setdefault(nodes[point.move], []).append(line)
    return [
        NewComment(node, language, "\n".join(lines), computer=True)
        for node, lines in sorted(texts.items())
    ]
