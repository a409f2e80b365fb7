"""Menus on the screen."""

from __future__ import annotations

import pytest

from entente.cli.common_args import Context
from entente.cli.menus import (
    Choice,
    groups,
    in_words,
    numbered,
    shortened,
    show_all,
    show_menu,
    thing,
)
from entente.cli.screen import Screen
from entente.cli.words import Words
from entente.kernel import Amount, Catalog, Choose, Form, Menu, Pick, Slots, registry
from entente.kernel.typography import typeset

CATALOG = registry.load("attrition").catalog("en")
REGIONS = ("rhineland", "vienna", "hungary", "belgium", "poland", "istanbul", "sofia", "paris")


def shown(menu: Menu, capsys: pytest.CaptureFixture[str], language: str = "en") -> str:
    game = registry.load("attrition")
    show_menu(menu, game.catalog(language), Context(Words(language), Screen()))
    return capsys.readouterr().out


def long_menu() -> Choose:
    tiles = ("germany-infantry", "germany-artillery", "germany-airplane")
    starts = ("berlin", "vienna")
    moves = [f"move {t} {s} {r}" for s in starts for t in tiles for r in REGIONS]
    return Choose((*moves, "done"))


def test_choices_are_numbered_sentences_with_their_typed_form(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = shown(Choose(("mobilise germany-infantry berlin", "done")), capsys)
    first, second = out.splitlines()
    assert "1  Mobilise the German infantry in Berlin" in first
    assert first.endswith("mobilise german-infantry berlin")
    assert "2  Done" in second


def test_a_long_menu_is_shortened_but_keeps_every_group_and_its_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    menu = long_menu()
    out = shown(menu, capsys)
    assert len(out.splitlines()) < len(menu.actions)
    assert f"{len(menu.actions)} choices: " in out
    assert f"{len(menu.actions)}  Done" in out
    for tile in ("infantry", "artillery", "airplane"):
        assert f"more: “list german-{tile}”" in out


def test_groups_are_made_by_the_first_words() -> None:
    choices = [Choice(n, action) for n, action in enumerate(long_menu().actions, start=1)]
    assert [group.head for group in groups(choices)] == [
        "move germany-infantry",
        "move germany-artillery",
        "move germany-airplane",
        "done",
    ]


def test_many_things_are_grouped_by_their_verb_alone() -> None:
    actions = [f"mobilise tile-{n} berlin" for n in range(30)]
    choices = [Choice(n, action) for n, action in enumerate(actions, start=1)]
    assert [group.head for group in groups(choices)] == ["mobilise"]


def test_a_large_pick_shows_the_things_and_an_example_that_can_be_typed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    menu = Pick("lose", {"germany-infantry": 3, "germany-artillery": 3, "france-infantry": 9}, 4)
    out = shown(menu, capsys)
    assert "choose 4 of these" in out
    assert "German infantry × 3" in out
    assert "1 1 1 2, or lose german-infantry 3 german-artillery" in out


def test_a_small_pick_is_a_numbered_list(capsys: pytest.CaptureFixture[str]) -> None:
    menu = Pick("lose", {"germany-infantry": 2, "germany-artillery": 1}, 2)
    assert "1  Lose: 2 German infantry  " in shown(menu, capsys)
    assert "Lose: 1 German infantry and 1 German artillery" in shown(menu, capsys)
    assert typeset("Perdre : ") in shown(menu, capsys, "fr")


def test_amounts_slots_and_forms_say_what_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "a number from 2 to 9" in shown(Amount("pay", 2, 9), capsys)
    orders: dict[str, tuple[str, ...]] = {
        f"A {place}": (f"A {place} H", f"A {place} - TRI") for place in ("VIE", "BUD", "GAL", "TYR")
    }
    out = shown(Slots(orders), capsys)
    assert "one choice for each of these 4" in out
    assert "for example: A VIE H; A BUD H; A GAL H; A TYR H" in out
    form = Form(
        "treaty",
        {"with": Choose(("france", "italy")), "gold": Amount("pay", 0, 20)},
        optional=("gold",),
    )
    out = shown(form, capsys)
    assert "gold (optional)" in out
    assert "for example: treaty with=france; gold=pay 0" in out


def test_which_menus_are_chosen_by_number() -> None:
    assert numbered(Choose(("a", "b"))) == ("a", "b")
    assert numbered(Amount("pay", 1, 3)) == ()
    assert numbered(Pick("lose", {"a": 9, "b": 9, "c": 9}, 9)) == ()
    assert len(numbered(Pick("lose", {"a": 1, "b": 1}, 1))) == 2


def test_an_action_without_a_sentence_is_shown_as_it_is_written() -> None:
    assert in_words("dance berlin", CATALOG) == "dance berlin"


def test_a_shortened_form_means_one_thing_only() -> None:
    menu = Choose(("move germany-infantry berlin poland", "move germany-artillery berlin poland"))
    assert shortened(menu.actions[0], menu, CATALOG) == "mov ger-inf ber pol"
    twins = Choose(("battle moscow", "battle moscow_north"))
    assert shortened(twins.actions[1], twins, CATALOG) is None


def test_a_choice_that_does_not_fit_goes_on_below_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("entente.cli.screen.at_terminal", lambda: True)
    menu = Choose(("mobilise austria_hungary-infantry vienna", "done"))
    assert shown(menu, capsys).splitlines()[:3] == [
        "   1  Mobilise the Austro-Hungarian",
        "      infantry in Vienna",
        "   2  Done",
    ]


def test_a_field_is_not_called_like_a_kind_of_words() -> None:
    names = {"names.word_kind.place": "a place", "names.field.place": "where"}
    assert thing("place", Catalog("en", names)) == "where"
    assert thing("place", Catalog("en", {"names.word_kind.place": "a place"})) == "place"


def test_choices_are_found_by_what_is_typed_for_them(capsys: pytest.CaptureFixture[str]) -> None:
    """`sail` is said as `faire naviguer une escadre…`, and `naviguer` is what a Frenchman types."""
    pax = registry.load("pax").catalog("fr")
    menu = Choose(("sail 3 algiers guiana", "ready", "place aden interest"))
    for word in ("naviguer", "NAVIGUER 3", "escadre", "sail"):
        show_all(menu, word, pax, Context(Words("fr"), Screen()))
        found = capsys.readouterr().out.splitlines()
        assert len(found) == 1, word
        assert "escadre de 3" in found[0]
