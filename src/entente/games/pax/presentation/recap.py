"""What a page shows beside the view: treaties and drafts in the reader's language."""

from __future__ import annotations

from entente.games.pax.board import Board
from entente.games.pax.movement.reopening import in_words
from entente.games.pax.presentation.view import PaxView
from entente.games.pax.treaties.treaty_text import TreatyText, clause_text, treaty_text
from entente.kernel import Catalog
from entente.kernel.decision import Recap


class PaxRecap(Recap):
    """The texts of the treaties that this seat knows, and of the drafts before the congress; what
    it must still do before it may be ready."""

    treaties: dict[str, TreatyText]
    drafts: tuple[tuple[str, ...], ...]  # the sentences of each draft, in the order of the view
    duty: str
    reopenings: tuple[str, ...]  # why seats were asked again, in the order of the view


def recap(board: Board, view: PaxView, catalog: Catalog) -> PaxRecap:
    drafts = view.congress.drafts if view.congress else ()
    return PaxRecap(
        treaties={name: treaty_text(board, t, catalog) for name, t in view.treaties.items()},
        drafts=tuple(
            tuple(clause_text(board, clause, catalog) for clause in draft.clauses)
            for draft in drafts
        ),
        reopenings=tuple(catalog.line(in_words(why)) for why in view.reopenings),
        duty=catalog.line(view.duty) if view.duty is not None else "",
    )
