"""Names on drawn boards: how wide they are and where they are broken."""

from __future__ import annotations

import pytest

from entente.kernel.board_svg import Label, Lettering, fit_label, fits, label_svg, line, text_width

ROOM = Label(0, 0, 100, [15, 12])


def test_accents_do_not_count() -> None:
    assert text_width("Égée", 12) == text_width("Egee", 12)


def test_wide_letters_are_wider() -> None:
    assert text_width("MW", 10) > 2 * text_width("il", 10)


@pytest.mark.parametrize(
    ("name", "lines", "size"),
    [
        ("Paris", ["Paris"], 15),
        ("Bretagne/Normandie", ["Bretagne/", "Normandie"], 12),
        ("Saint-Pétersbourg", ["Saint-", "Pétersbourg"], 12),
        ("Austro-Hungarian Catholic Church", ["Austro-Hungarian", "Catholic Church"], 12),
        ("Constantinople", ["Constantinople"], 12),
    ],
)
def test_a_name_takes_as_few_lines_as_fit(name: str, lines: list[str], size: float) -> None:
    assert fit_label(name, ROOM) == Lettering(lines, size)
    assert fits(fit_label(name, ROOM), ROOM)


def test_a_name_that_fits_nowhere_takes_all_lines() -> None:
    name = "Donaudampfschifffahrtsgesellschaft"
    assert fit_label(name, ROOM) == Lettering([name], 12)
    assert not fits(fit_label(name, ROOM), ROOM)


def test_letters_are_escaped() -> None:
    assert "&lt;Paris&gt;" in label_svg("<Paris>", ROOM, "name")


def test_a_line_turns_roundly() -> None:
    assert line([(0, 0), (10, 0)]) == "M0 0L10 0"
    assert line([(0, 0), (10, 0), (10, 10)], 2) == "M0 0L8 0Q10 0 10 2L10 10"
