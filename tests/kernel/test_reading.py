"""Reading what a person types: canonical, in either language, shortened, or unclear."""

from __future__ import annotations

import pytest

from entente.kernel import Amount, Catalog, Choose, Form, Menu, Pick, Slots
from entente.kernel.reading import read, spell

EN = Catalog(
    "en",
    {
        "names.verb.move": "move",
        "names.verb.lose": "lose",
        "names.verb.hold": "hold",
        "names.tile.germany-infantry": "German infantry",
        "names.tile.germany-artillery": "German artillery",
        "names.region.berlin": "Berlin",
        "names.region.belgium": "Kingdom of Belgium",
        "names.region.hungary": "Kingdom of Hungary",
    },
)
FR = Catalog(
    "fr",
    {
        "names.verb.move": "déplacer",
        "names.verb.lose": "perdre",
        "names.verb.hold": "tenir",
        "names.verb.pay": "payer",
        "names.verb.treaty": "traité",
        "names.tile.germany-infantry": "infanterie allemande",
        "names.tile.germany-artillery": "artillerie allemande",
        "names.region.berlin": "Berlin",
        "names.region.belgium": "royaume de Belgique",
        "names.region.hungary": "royaume de Hongrie",
    },
)
TO_BELGIUM = "move germany-infantry berlin belgium"
TO_HUNGARY = "move germany-infantry berlin hungary"
GUNS = "move germany-artillery berlin belgium"
MENU = Choose((TO_BELGIUM, TO_HUNGARY, GUNS, "hold"))
LOSSES = Pick("lose", {"germany-infantry": 3, "germany-artillery": 2}, 3)


@pytest.mark.parametrize(
    ("text", "catalog"),
    [
        (TO_BELGIUM, EN),
        (TO_BELGIUM, FR),
        ("  move   germany-infantry berlin  belgium ", EN),
        ("MOVE Germany-Infantry Berlin Belgium", EN),
        ("move german-infantry berlin kingdom-of-belgium", EN),
        ("déplacer infanterie-allemande berlin royaume-de-belgique", FR),
        ("deplacer infanterie-allemande berlin royaume-de-belgique", FR),
        ("m ger-inf ber bel", EN),
        ("mo g-i b b", EN),
        ("dép inf-all ber royaume-de-b", FR),
        ("move inf ber royaume-de-b", FR),
    ],
)
def test_a_clear_line_is_read_as_its_action(text: str, catalog: Catalog) -> None:
    assert read(text, MENU, catalog) == [TO_BELGIUM]


def test_whole_words_go_before_beginnings() -> None:
    menu = Choose(("go rome", "go rome-north", "goad rome"))
    assert read("go rome", menu, EN) == ["go rome"]
    assert read("GO ROME", menu, EN) == ["go rome"]
    assert read("go rom", menu, EN) == ["go rome", "go rome-north", "goad rome"]


def test_an_unclear_line_gives_all_that_it_may_mean() -> None:
    assert read("move ger-inf berlin kingdom", MENU, EN) == [TO_BELGIUM, TO_HUNGARY]
    assert read("m ger ber b", MENU, EN) == [TO_BELGIUM, GUNS]


@pytest.mark.parametrize(
    "text",
    ["", "  ", "—", "— — — —", "move", "move ger-inf berlin", "march", "hold fast", "tenir"],
)
def test_what_means_nothing_gives_nothing(text: str) -> None:
    assert read(text, MENU, EN) == []


# -- picks


@pytest.mark.parametrize(
    ("text", "catalog"),
    [
        ("lose germany-infantry germany-infantry germany-artillery", EN),
        ("lose germany-artillery germany-infantry germany-infantry", FR),
        ("lose ger-inf 2 ger-art", EN),
        ("lose ger-art ger-inf 2", EN),
        ("l german-inf german-art german-inf", EN),
        ("perdre infanterie-allemande 2 artillerie-allemande", FR),
        ("per inf 2 art 1", FR),
    ],
)
def test_a_pick_is_read_in_any_order_shortened_and_counted(text: str, catalog: Catalog) -> None:
    action = "lose germany-infantry germany-infantry germany-artillery"
    assert read(text, LOSSES, catalog) == [action]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "—",
        "win ger-inf 3",
        "lose",
        "lose 3",
        "lose ger-inf 4",
        "lose ger-inf 2",
        "lose ger-inf 2 ger-art 0",
        "lose ger 3",
        "lose cavalry 3",
        "lose — 3",
        "lose ger-inf 99999999999999999",
        f"lose ger-inf {'9' * 5000}",
    ],
)
def test_a_pick_that_cannot_be_gives_nothing(text: str) -> None:
    assert read(text, LOSSES, EN) == []


# -- amounts


def test_an_amount_is_read_in_either_language() -> None:
    assert read("payer 3", Amount("pay", 0, 5), FR) == ["pay 3"]
    assert read("pay 03", Amount("pay", 0, 5), FR) == ["pay 3"]
    assert read("p 3", Amount("pay", 0, 5), FR) == ["pay 3"]
    assert read("p 6", Amount("pay", 0, 5), FR) == []


def test_a_negative_amount_is_not_mistaken_for_its_opposite() -> None:
    assert read("payer -3", Amount("pay", -5, 5), FR) == ["pay -3"]
    assert read("payer 3", Amount("pay", -5, 5), FR) == ["pay 3"]
    assert read("payer -2", Choose(("pay 2", "pay -2")), FR) == ["pay -2"]


def test_an_amount_out_of_a_long_range_is_read() -> None:
    assert read("payer 5000", Amount("pay", 0, 1_000_000), FR) == ["pay 5000"]


@pytest.mark.parametrize("text", ["payer", "payer —", "payer trois", "payer 3 4", "— 3", "3", ""])
def test_an_amount_that_is_none_gives_nothing(text: str) -> None:
    assert read(text, Amount("pay", 0, 5), FR) == []


# -- the rulebook's own notation


ORDERS: Menu = Slots({"A VIE": ("A VIE H", "A VIE - TRI"), "F TRI": ("F TRI H", "F TRI - VEN")})


@pytest.mark.parametrize(
    "text",
    ["A VIE - TRI; F TRI H", "F TRI H; A VIE - TRI", "a vie - tri; f tri h", "A V - T; F T H"],
)
def test_orders_are_read_in_their_notation(text: str) -> None:
    assert read(text, ORDERS, EN) == ["A VIE - TRI; F TRI H"]


def test_a_dash_is_a_dash_and_nothing_else() -> None:
    assert read("— — — — — — —", ORDERS, EN) == []


def test_a_form_is_read_with_its_verb_in_either_language() -> None:
    menu = Form("treaty", {"with": Choose(("berlin", "belgium")), "gold": Amount("pay", 0, 2)})
    assert read("traité with=berlin; gold=pay 2", menu, FR) == ["treaty with=berlin; gold=pay 2"]
    assert read("treaty gold=pay 2;with=berlin", menu, FR) == ["treaty with=berlin; gold=pay 2"]


# -- asking why not


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("move germany-infantry berlin paris", "move germany-infantry berlin paris"),
        ("déplacer infanterie-allemande berlin paris", "move germany-infantry berlin paris"),
        ("dép inf ber royaume-de-h", "move germany-infantry berlin hungary"),
        ("perdre artillerie", "lose germany-artillery"),
        ("chanter la Marseillaise", "chanter la Marseillaise"),
        ("hold 3", "hold 3"),
        ("", ""),
    ],
)
def test_a_line_is_spelled_in_canonical_words_as_far_as_they_are_known(
    text: str, spelled: str
) -> None:
    assert spell(text, MENU, FR) == spelled


def test_choices_for_slots_are_left_in_the_notation_of_the_game() -> None:
    menu = Slots({"A VIE": ("A VIE H",)})
    assert spell("  A vie  - tri ", menu, FR) == "A vie - tri"
