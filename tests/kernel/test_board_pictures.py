"""What the pictures of the boards show of a position."""

from __future__ import annotations

import re
from html import escape
from random import Random

import entente


def test_attrition_marks_the_industry_of_both_sides() -> None:
    position = entente.load("attrition").begin(seed="1")
    found = dict(re.findall(r'data-industry="(\w+)".*?<text[^>]*>(\d+)</text>', position.svg()))
    assert found == {side: str(value) for side, value in position.view(None).industry.items()}


def test_pax_shows_navies_fleets_and_tension() -> None:
    position = entente.load("pax").begin(seed="1")
    view, picture = position.view(None), position.svg()
    assert {*re.findall(r'data-navy="([^"]+)"', picture)} == {*view.navies}
    fleets = sum(len(seas) for seas in view.fleets.values())
    assert len(re.findall(r'data-fleet="', picture)) == fleets
    assert f"European tension {view.tension}" in picture
    assert "tension européenne" in position.svg(language="fr")


def test_diplomacy_shows_season_and_year_and_codes_above_units() -> None:
    position = entente.load("diplomacy").begin(seed="1")
    picture = position.svg()
    assert ">spring 1901</text>" in picture
    assert "printemps 1901" in position.svg(language="fr")
    assert picture.rindex(">MUN</text>") > picture.rindex("<g transform=")


def test_a_hand_is_below_the_board_of_its_seat_only() -> None:
    position = entente.load("turmoil").begin(seed="1")
    words = position.game.catalog("en")
    for seat, other in (("liberal", "authoritarian"), ("authoritarian", "liberal")):
        hand = position.view(seat).hand
        names = [escape(words.name("card", card), quote=False) for card in hand]
        shown = {viewer: position.svg(viewer) for viewer in (seat, other, None)}
        assert all(name in shown[seat] for name in names)
        assert not any(f">{card} " in shown[viewer] for viewer in (other, None) for card in hand)
        worlds = [position.determinize(seat, Random(seed)) for seed in range(2)]
        assert all(world.svg(seat) == shown[seat] for world in worlds)


def test_sealed_orders_are_below_the_map_of_their_power_only() -> None:
    position = entente.load("diplomacy").begin(seed="1")
    before = position.svg()
    position.play(position.parse("F Bre-MAO, A Mar-Spa, A Par-Bur", "france"), "france")
    assert ">A PAR - BUR</text>" in position.svg("france")
    assert ">A Par - Bou</text>" in position.svg("france", "fr")
    assert position.svg("germany") == position.svg() == before


def test_event_cards_are_below_the_board_of_their_side_only() -> None:
    position = entente.load("attrition").begin({"events": True}, seed="1")
    while not position.view("central").hand:
        position.play(position.legal_actions()[0])
    codes = [f" ({card})<" for card in position.view("central").hand]
    assert ">Vos cartes" in position.svg("central", "fr")
    assert all(code in position.svg("central", "fr") for code in codes)
    assert not any(code in position.svg("entente", "fr") for code in codes)
