"""How people write orders, in mails and on forums, and what must not be taken for it."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation.ambiguity import ReadOrder
from entente.games.diplomacy.notation.tolerant_reader import (
    read_order,
    read_retreat,
    read_winter_order,
)
from entente.games.diplomacy.notation.writing import write_retreat
from entente.games.diplomacy.rules.adjustments import write_adjustment
from entente.games.diplomacy.rules.orders import Position, write_order
from entente.kernel import Refusal
from entente.kernel.text import LANGUAGES, catalog_of

BOARD = Board({})
EUROPE = Position.read(
    BOARD,
    {
        "AUSTRIA": ["A VIE", "A BUD", "F TRI", "F ALB"],
        "ENGLAND": ["A LON", "F NTH", "F MAO", "F ENG", "A LVP"],
        "FRANCE": ["F GAS", "A PAR", "A MAR", "F LYO", "F ION", "A TUN"],
        "GERMANY": ["A SIL", "A KIE", "F BAL", "A MUN", "F HEL"],
        "RUSSIA": ["A WAR", "F STP/SC", "F SEV", "A NWY"],
        "TURKEY": ["F CON", "A SMY"],
        "ITALY": ["A ROM"],
    },
)


def read(text: str, language: str = "en") -> str:
    """The order in its canonical spelling, or the key of the refusal."""
    reading = read_order(BOARD, EUROPE, None, text, language)
    if isinstance(reading, ReadOrder):
        return write_order(BOARD, EUROPE, reading.number, reading.order)
    for each in LANGUAGES:
        assert catalog_of(PACKAGE, each).say(reading.message)
    return reading.message.key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "order"),
    [
        # supports
        ("A Mun sup A Kie - Ber", "A MUN S A KIE - BER"),
        ("A Mun supp. A Kie - Ber", "A MUN S A KIE - BER"),
        ("A Mun appuie A Kie - Ber", "A MUN S A KIE - BER"),
        ("A Munich soutient A Kiel - Berlin", "A MUN S A KIE - BER"),
        ("A Munich soutient l'attaque de Kiel sur Berlin", "A MUN S A KIE - BER"),
        ("A Mun en soutien de A Kie vers Ber", "A MUN S A KIE - BER"),
        ("The army at Munich support move to Berlin from Kiel", "A MUN S A KIE - BER"),
        ("A Mun support move from Kie to Ber", "A MUN S A KIE - BER"),
        ("A Mun soutient vers Berlin depuis Kiel", "A MUN S A KIE - BER"),
        ("A Mun support hold to Kie", "A MUN S A KIE"),
        ("A Mun supports A Kie in place", "A MUN S A KIE"),
        ("A Mun soutient A Kie sur place", "A MUN S A KIE"),
        # moves
        ("A Mun se déplace en Bohême", "A MUN - BOH"),
        ("A Mun se déplace vers Berlin", "A MUN - BER"),
        ("L'armée de Munich à Berlin", "A MUN - BER"),
        ("A Mun moves -> Ber", "A MUN - BER"),
        ("A Mun ➔ Boh", "A MUN - BOH"),
        ("A Mun => Boh", "A MUN - BOH"),
        ("A Mun --> Boh", "A MUN - BOH"),
        ("A Mun\u2011Boh", "A MUN - BOH"),
        ("A\u00a0Mun\u202f–\u00a0Boh", "A MUN - BOH"),
        ("A Mun\u200b-Boh", "A MUN - BOH"),
        ("Armée Munich vers Bourgogne", "A MUN - BUR"),
        ("ﬂotte Golfe du Lion vers Mer Tyrrhénienne", "F LYO - TYS"),
        # holds
        ("A Mun holding", "A MUN H"),
        ("A Mun ne bouge pas", "A MUN H"),
        ("A Mun maintient sa position", "A MUN H"),
        # convoys
        ("F Nth convoy to Nwy from Lon", "F NTH C A LON - NWY"),
        ("The fleet at North Sea convoy to Norway from London", "F NTH C A LON - NWY"),
        ("A Lon - Nth - Nwy", "A LON - NWY VIA"),
        ("A Lon - Nwy via Nth", "A LON - NWY VIA"),
        ("A Lon - Nwy (via North Sea)", "A LON - NWY VIA"),
        ("A Tun - Nap via F Ion", "A TUN - NAP VIA"),
        ("A Lon - Nwy convoyed by F Nth", "A LON - NWY VIA"),
        ("A Lon - Nwy par Mer du Nord", "A LON - NWY VIA"),
        ("F Nth C A Lon - Nth - Nwy", "F NTH C A LON - NWY"),
        # coasts
        ("F Mao - Spa (North)", "F MAO - SPA/NC"),
        ("F Mao - Spa/NCS", "F MAO - SPA/NC"),
        ("F Mao - Spa (S)", "F MAO - SPA/SC"),
        ("F Mao - Spa-sc", "F MAO - SPA/SC"),
        ("F Mao - SpaNC", "F MAO - SPA/NC"),
        ("F Mao - Espagne nord", "F MAO - SPA/NC"),
        ("F Mao - Spa (n.c.)", "F MAO - SPA/NC"),
        ("F Mao - Esp c.n.", "F MAO - SPA/NC"),
        ("F Con - MNo", "F CON - BLA"),
        ("F Mao - WMed", "F MAO - WES"),
        ("F GdL - WMed", "F LYO - WES"),
        ("A Lvp - Yks", "A LVP - YOR"),
        ("A Mun T", "A MUN H"),
        ("A Mun helps A Kie - Ber", "A MUN S A KIE - BER"),
        ("A Mun backs up A Kie", "A MUN S A KIE"),
        ("F Nth con A Lon-Nwy", "F NTH C A LON - NWY"),
        # places
        ("F N. Sea - Hol", "F NTH - HOL"),
        ("A Roma - Ven", "A ROM - VEN"),
        ("A Liv - Yor", "A LVP - YOR"),
        ("A War - Liv", "A WAR - LVN"),
        # remarks
        ("A Mun - Boh (please!)", "A MUN - BOH"),
        ("A Mun - Boh [as agreed, thanks Tom; see you]", "A MUN - BOH"),
        ("A Mun - Boh (*bounce*)", "A MUN - BOH"),
        ("A Mun - Boh (Germany)", "A MUN - BOH"),
        ("A Mun - Boh (ça va ?)", "A MUN - BOH"),
    ],
)
def test_common_wordings(text: str, order: str, language: str) -> None:
    assert read(text, language) == order


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("A Mun support move to Ber", "reading.breaks_off"),  # from where?
        ("A Mun supports Ber from Kie", "reading.stray_word"),  # the move, or the unit?
        ("F Nth convoy to Nwy", "reading.breaks_off"),  # half a convoy, no move to Norway
        ("A Par - Bur - Mun", "reading.stray_word"),  # no way over land
        ("A Mun - Boh via Tyr", "reading.stray_word"),
        ("A Tun - Nap via Bla", "reading.no_route"),
        ("F Nth - Nwg - Nwy", "reading.fleet_route"),
        ("A Mun - Boh (if Vienna agrees)", "reading.conditional"),
        ("A Mun - Boh (si Vienne est d'accord)", "reading.conditional"),
        ("A Mun - Boh (or Tyr)", "reading.conditional"),
        ("A Mun - Boh (Tyr)", "reading.stray_word"),  # which of the two?
        ("A Mun - Boh (thanks", "reading.stray_word"),
        ("A Mun - Boh or Tyr", "reading.stray_word"),
        ("A Mun does not move", "reading.stray_word_near"),
        ("~~A Mun - Boh~~", "reading.struck_out"),
        ("A Mun - Boh?", "reading.question"),
        ("A Mun a Ber", "reading.stray_word"),  # an army in Berlin?
        ("A Mun (S) A Kie - Ber", "reading.stray_word"),
        ("+ A Mun", "reading.not_in_movement"),
        ("A Mun A Kie", "reading.stray_word"),
        ("A Mun - Boh/Tyr", "reading.stray_word"),
    ],
)
def test_similar_wordings_are_refused(text: str, key: str, language: str) -> None:
    assert read(text, language) == key


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F Gas - Atlantique Nord", "F GAS - NAO"),  # not the Mid-Atlantic, north
        ("F Gas - North Atlantic", "F GAS - NAO"),
        ("F Eng - Afrique du Nord", "F ENG - NAF"),
        ("A Bud - Roma", "A BUD - ROM"),  # not Romania, though it could go there
    ],
)
def test_a_name_is_not_bent_to_what_is_possible(text: str, order: str) -> None:
    assert read(text, "fr") == order


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("A Mun frobnicates Ber", "frobnicates"),
        ("A Mun - Ber quickly", "quickly"),
        ("A Vie - Tri - Ven", "- Ven"),
        ("A Mun suports A Kie - Ber", "suports"),
    ],
)
def test_a_refusal_names_the_word(text: str, word: str) -> None:
    reading = read_order(BOARD, EUROPE, None, text)
    assert isinstance(reading, Refusal)
    assert reading.message.args["word"] == word


@pytest.mark.parametrize(
    ("text", "word", "places"),
    [
        ("F Nth - Norh Sea", "Norh Sea", ["NTH"]),
        ("F Nth - Norwegan Sea", "Norwegan Sea", ["NWG"]),
        ("F Gas - Mid Atlantc Ocean", "Mid Atlantc Ocean", ["MAO"]),
        ("F Lyo - Gulf of Lyonn", "Gulf of Lyonn", ["LYO"]),
        ("A Mun - Berln", "Berln", ["BER"]),
        ("F Con - Constantinopel", "Constantinopel", ["CON"]),
    ],
)
def test_places_that_may_have_been_meant(text: str, word: str, places: list[str]) -> None:
    reading = read_order(BOARD, EUROPE, None, text)
    assert isinstance(reading, Refusal)
    assert reading.message.args == {"word": word, "provinces": places}


def test_liv_is_ambiguous_where_it_can_be_both() -> None:
    position = Position.read(BOARD, {"ENGLAND": ["A DEN", "F NTH", "F BAL", "F NWG", "F NAO"]})
    reading = read_order(BOARD, position, None, "A Den - Liv")
    assert isinstance(reading, Refusal)
    assert reading.message.args == {"word": "Liv", "provinces": ["LVN", "LVP"]}


# -- retreats

DISLODGED = {
    Unit(BOARD.power["AUSTRIA"], False, BOARD.location["VIE"]): (BOARD.location["TYR"],),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Vie - OTB", "A VIE D"),
        ("A Vie OTB", "A VIE D"),
        ("A Vie retreats off the board", "A VIE D"),
        ("A Vie destroyed", "A VIE D"),
        ("A Vie disperse", "A VIE D"),
        ("A Vienne est détruite", "A VIE D"),
        ("Retreat A Vie - Tyr", "A VIE - TYR"),
        ("Retraite A Vie -> Tyr", "A VIE - TYR"),
        ("A Vie R -> Tyr", "A VIE - TYR"),
        ("A Vienne se replie au Tyrol", "A VIE - TYR"),
        ("A Vie retreat to Tyrolia", "A VIE - TYR"),
        ("A Vie - Adr - Ven", "reading.retreat_by_sea"),
        ("A Vie retreats", "reading.breaks_off"),
        ("A Vie holds", "reading.not_in_retreats"),
    ],
)
def test_retreats(text: str, order: str, language: str) -> None:
    reading = read_retreat(BOARD, DISLODGED, None, text, language)
    if isinstance(reading, Refusal):
        assert reading.message.key == order
    else:
        assert write_retreat(BOARD, reading.unit, reading.goal, "en") == order


# -- winter

WINTER = Position.read(BOARD, {"TURKEY": ["A CON", "F AEG"], "RUSSIA": ["A GAL"]})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("destroy F Aeg", "REMOVE F AEG"),
        ("F Aeg OTB", "REMOVE F AEG"),
        ("retire la flotte de la Mer Égée", "REMOVE F AEG"),
        ("+ A Ank", "BUILD A ANK"),
        ("+ A Con", "BUILD A CON"),  # which is there already: reported later
        ("nouvelle armée à Ankara", "BUILD A ANK"),
        ("construction : A Ankara", "BUILD A ANK"),
        ("F Con", "reading.other_kind"),
        ("remove F Con", "reading.other_kind"),
        ("A Con", "REMOVE A CON"),
        ("no build", "WAIVE"),
        ("passe son tour", "WAIVE"),
        ("Russia waives", "reading.malformed_winter"),  # whose waiver is for the sheet to say
    ],
)
def test_winter_orders(text: str, order: str, language: str) -> None:
    reading = read_winter_order(BOARD, WINTER, BOARD.power["TURKEY"], text, language)
    key = reading.message.key if isinstance(reading, Refusal) else write_adjustment(BOARD, reading)
    assert key == order
