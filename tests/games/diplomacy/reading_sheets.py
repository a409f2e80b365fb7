"""What the referee makes of a sheet, in short: what was done, and which lines were not followed."""

from __future__ import annotations

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation.order_catalog import OrderCatalog
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import HOLD, write_order, write_unit
from entente.games.diplomacy.sheets.referee import Moved, Referee, Wintered
from entente.games.diplomacy.sheets.referee_report import RefereeReport
from entente.kernel.text import LANGUAGES, catalog_of

BOARD = Board({})


def judge(sheet: str) -> tuple[list[str], list[tuple[int, str]]]:
    """Return what was done, and the lines that were not followed with the keys of the reasons."""
    done, remarks = [], []
    for judged in Referee(BOARD, STANDARD).judge(sheet):
        for language in LANGUAGES:
            texts = catalog_of(PACKAGE, language)
            assert list(RefereeReport(BOARD, OrderCatalog(BOARD, texts)).lines(judged)) is not None
        for answer in judged.answers:
            if answer.is_lost and answer.refusal is not None:
                remarks.append((answer.line.number, answer.refusal.message.key.split(".")[1]))
        if isinstance(judged, Moved):
            position = judged.results.position
            done += [
                write_order(BOARD, position, number, result.order)
                for number, result in enumerate(judged.results.results)
                if result.order.kind != HOLD and result.outcome != "void"
            ]
        elif isinstance(judged, Wintered):
            for adjusted in judged.adjusted.values():
                done += [f"+{write_unit(BOARD, unit)}" for unit in adjusted.built]
                done += [f"-{write_unit(BOARD, unit)}" for unit in adjusted.removed]
    return done, remarks
