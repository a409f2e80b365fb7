"""Sheets as they come by mail, in `mail/`, each beside what a careful referee reads in it.

`NAME.en.txt` is the sheet, `NAME.en.read` the reading: the phases with the orders that were read,
and behind `!` the number of each line that was not, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import write_order, write_unit
from entente.games.diplomacy.sheets.referee import Judgement, Moved, Referee, Retreated, Wintered

MAIL = Path(__file__).parent / "mail"
BOARD = Board({})


def reading(text: str, language: str) -> Iterator[str]:
    for judged in Referee(BOARD, STANDARD, language).judge(text):
        yield from phase(judged)
        for answer in judged.answers:
            if answer.refusal is not None:
                yield f"! {answer.line.number} {answer.refusal.message.key}"


def phase(judged: Judgement) -> Iterator[str]:
    if isinstance(judged, Moved):
        yield f"= {judged.season} {judged.year}"
        position = judged.results.position
        for number, result in enumerate(judged.results.results):
            order = write_order(BOARD, position, number, result.order)
            if not order.endswith(" H"):
                yield f"{owner_name(position.units[number].power)}: {order}"
    elif isinstance(judged, Retreated):
        yield f"= {judged.season} {judged.year} retreats"
        for unit, goal in judged.goals.items():
            place = "nowhere" if goal is None else BOARD.locations[goal]
            yield f"{owner_name(unit.power)}: {write_unit(BOARD, unit)} to {place}"
    elif isinstance(judged, Wintered):
        yield f"= winter {judged.year}"
        for power, done in judged.adjusted.items():
            for unit in done.built:
                yield f"{owner_name(power)}: builds {write_unit(BOARD, unit)}"
            for unit in done.removed:
                yield f"{owner_name(power)}: loses {write_unit(BOARD, unit)}"


def owner_name(power: int) -> str:
    return BOARD.powers[power].id


@pytest.mark.parametrize("sheet", sorted(MAIL.glob("*.txt")), ids=lambda path: path.stem)
def test_a_mailed_sheet_is_read_as_a_referee_reads_it(sheet: Path) -> None:
    language = sheet.stem.rpartition(".")[2]
    read = "\n".join(reading(sheet.read_bytes().decode(), language)) + "\n"
    assert read == sheet.with_suffix(".read").read_text(encoding="utf-8")


def test_there_are_sheets_of_both_languages() -> None:
    languages = [path.stem.rpartition(".")[2] for path in MAIL.glob("*.txt")]
    assert languages.count("en") > 15
    assert languages.count("fr") > 4
