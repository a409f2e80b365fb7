"""Remarks in brackets behind an order (III.4): none that may say something is lost in silence."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.rules.orders import Position
from tests.games.diplomacy.one_phase import read_orders

BOARD = Board({})
GERMANY = Position.read(BOARD, {"GERMANY": ["A MUN"]})


def key_of(remark: str, order: str = "A Mun-Boh") -> str:
    """The key of the refusal, else of the note, else nothing."""
    read = read_orders(BOARD, GERMANY, f"{order} {remark}")
    (answer,) = read.answers
    why = answer.refusal or answer.note
    assert bool(read.orders) == (answer.refusal is None)
    return why.message.key if why is not None else ""


@pytest.mark.parametrize(
    "remark",
    [
        "(scratch this one)",
        "(no wait, Tyr)",
        "(possibly Tyr)",
        "(depends on Turkey)",
        "(maybe)",
        "(NO!)",
        "(strike that)",
        "(wrong, should be Sil)",
        "(disregard)",
        "[cancelled]",
        "(do not do this)",
        "(provided Austria agrees)",
        "(changed to Sil)",
        "(Plan B: Tyr)",
        "(alternatively Tyr)",
        "(draft)",
        "(barré)",
        "(non, Tyr)",
        "(peut-être)",
        "(à supprimer)",
        "(sous réserve)",
        "(oubliez)",
        "(pourvu que l'Autriche soit d'accord)",
        "(selon la Turquie)",
        "(au cas où l'Autriche part)",
        "(en attente)",
        "(not Boh)",
    ],
)
def test_a_remark_that_withdraws_an_order_or_leaves_it_open_refuses_it(remark: str) -> None:
    assert key_of(remark) == "reading.conditional"


@pytest.mark.parametrize(
    "remark",
    [
        "(I would like Tyr better)",
        "(this is for show, the true one is A Mun-Sil)",
        "(hold would be good)",
        "(sans la Silésie)",
    ],
)
def test_a_remark_with_another_place_or_order_refuses_it(remark: str) -> None:
    assert key_of(remark) == "reading.remark"


def test_a_code_that_is_the_beginning_of_a_power_may_be_a_place() -> None:
    position = Position.read(BOARD, {"FRANCE": ["F BRE"]})
    read = read_orders(BOARD, position, "F Bre-Mao (Eng)")
    assert read.orders == {}


@pytest.mark.parametrize(
    "remark",
    ["(preferably)", "(I hope)", "(not Tyr!)", "(plutôt que le Tyrol)", "(ça va ?)"],
)
def test_every_other_remark_is_reported_and_the_order_followed(remark: str) -> None:
    assert key_of(remark) == "reading.remark_unread"


@pytest.mark.parametrize(
    "remark",
    [
        "(please!)",
        "(bounce)",
        "(*void*)",
        "(*no convoy*)",
        "(Germany)",
        "(as agreed with Italy)",
        "(comme convenu avec l'Italie)",
        "[dislodged]",
    ],
)
def test_harmless_remarks_are_not_reported(remark: str) -> None:
    assert key_of(remark) == ""
