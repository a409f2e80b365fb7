"""Orders as people write them (III.4, III.7), in English and in French."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation import map_names
from entente.games.diplomacy.notation.ambiguity import ReadOrder
from entente.games.diplomacy.notation.exact_reader import exact_order
from entente.games.diplomacy.notation.tolerant_reader import (
    ReadRetreat,
    read_order,
    read_place,
    read_retreat,
    read_unit_text,
    read_winter_order,
    tolerant_order,
)
from entente.games.diplomacy.notation.writing import write, write_retreat, write_winter_order
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.rules.adjustments import Adjustment, write_adjustment
from entente.games.diplomacy.rules.orders import MOVE, Order, Position, read_unit, write_order
from entente.games.diplomacy.rules.possible_orders import Menus
from entente.games.diplomacy.sheets.headings import CENTRES, UNITS
from entente.games.diplomacy.sheets.lines import LineAnswer, lines_by_power
from entente.games.diplomacy.sheets.listed_position import read_centres, read_units
from entente.games.diplomacy.sheets.movement_lines import read_lines
from entente.games.diplomacy.sheets.retreat_lines import read_retreat_lines
from entente.games.diplomacy.sheets.sheet_splitter import read_sheet
from entente.kernel import Refusal
from entente.kernel.text import LANGUAGES, catalog_of
from entente.kernel.typography import typeset
from tests.amount import amount
from tests.games.diplomacy.dense_positions import DensePosition
from tests.games.diplomacy.one_phase import read_orders, read_retreats, read_winter

BOARD = Board({})
EUROPE = Position.read(
    BOARD,
    {
        "AUSTRIA": ["A VIE", "A BUD", "F TRI", "F ALB"],
        "ENGLAND": ["A LON", "F NTH", "F MAO", "F ENG"],
        "FRANCE": ["F GAS", "F POR", "A SPA", "F LYO", "A TUS"],
        "GERMANY": ["A SIL", "A KIE", "F BAL", "F SWE"],
        "RUSSIA": ["A WAR", "F STP/SC", "F SEV", "A NWY"],
        "TURKEY": ["F CON", "A SMY"],
    },
)


def understood(text: str, language: str = "en", power: str | None = None) -> str:
    """The canonical form of an order that can be read."""
    whose = None if power is None else BOARD.power[power]
    reading = read_order(BOARD, EUROPE, whose, text, language)
    assert isinstance(reading, ReadOrder), (text, reading)
    return write_order(BOARD, EUROPE, reading.number, reading.order)


def refused(text: str, language: str = "en", power: str | None = None) -> Refusal:
    """Return why an order cannot be read; the reason can be said in both languages."""
    whose = None if power is None else BOARD.power[power]
    reading = read_order(BOARD, EUROPE, whose, text, language)
    assert isinstance(reading, Refusal), (text, reading)
    return said(reading)


def said(refusal: Refusal) -> Refusal:
    for language in LANGUAGES:
        assert catalog_of(PACKAGE, language).say(refusal.message)
    return refusal


# -- forms that are read


@pytest.mark.parametrize(
    ("text", "order"),
    [
        # places
        ("A VIE - TYR", "A VIE - TYR"),
        ("a vie-tyr", "A VIE - TYR"),
        ("A Vienna - Tyrolia", "A VIE - TYR"),
        ("A Vien - Tyrol", "A VIE - TYR"),
        ("F MID - IRS", "F MAO - IRI"),
        ("F Mid-Atlantic Ocean - Irish Sea", "F MAO - IRI"),
        ("F mid-atlantic-ocean - irish-sea", "F MAO - IRI"),
        ("F North Sea - Norwegian Sea", "F NTH - NWG"),
        ("F NorthSea - NRG", "F NTH - NWG"),
        ("F Channel - Wales", "F ENG - WAL"),
        ("F BAL - SWE", "F BAL - SWE"),
        ("A NWY S F SWE - DEN", "A NWY S F SWE - DEN"),  # not Sweden
        ("F St. Petersburg - Gulf of Bothnia", "F STP/SC - BOT"),
        ("F St Pete (sc) - Bothnia", "F STP/SC - BOT"),
        ("F Sev - Romania", "F SEV - RUM"),
        ("A BUD - Rou", "A BUD - RUM"),
        ("F AtM - Irl", "F MAO - IRI"),
        # the sign of a move
        ("A VIE->TYR", "A VIE - TYR"),
        ("A VIE → TYR", "A VIE - TYR"),
        ("A VIE – TYR", "A VIE - TYR"),
        ("A VIE to TYR", "A VIE - TYR"),
        ("A VIE moves to TYR", "A VIE - TYR"),
        ("Move A VIE to TYR", "A VIE - TYR"),
        # the unit
        ("VIE - TYR", "A VIE - TYR"),
        ("army Vienna to Tyrolia", "A VIE - TYR"),
        ("The army in Vienna goes to Tyrolia", "A VIE - TYR"),
        ("Austrian army Vienna - Tyrolia", "A VIE - TYR"),
        ("F VIE - TYR", "A VIE - TYR"),
        ("fleet Trieste - Adriatic", "F TRI - ADR"),
        # holding
        ("A VIE H", "A VIE H"),
        ("A VIE holds", "A VIE H"),
        ("A VIE stands", "A VIE H"),
        ("Hold A VIE", "A VIE H"),
        # supports
        ("A BUD S A VIE - GAL", "A BUD S A VIE - GAL"),
        ("A BUD supports VIE-GAL", "A BUD S A VIE - GAL"),
        ("A Budapest supports the army in Vienna to Galicia", "A BUD S A VIE - GAL"),
        ("A BUD S A VIE", "A BUD S A VIE"),
        ("A BUD S A VIE H", "A BUD S A VIE"),
        ("A BUD support Vienna holds", "A BUD S A VIE"),
        ("A BUD S F VIE", "A BUD S A VIE"),
        ("A SIL S Russian A WAR-PRU", "A SIL S A WAR - PRU"),
        ("A SIL S A WAR-PRU", "A SIL S A WAR - PRU"),
        ("A SIL S Turkish A WAR-PRU", "A SIL S A WAR - PRU"),
        ("A SIL S RUSSIA WAR-PRU", "A SIL S A WAR - PRU"),
        ("A SIL S A Russian Warsaw - PRU", "A SIL S A WAR - PRU"),
        # convoys
        ("F NTH C A LON - BEL", "F NTH C A LON - BEL"),
        ("F NTH convoys LON-BEL", "F NTH C A LON - BEL"),
        ("F NTH C England A LON - BEL", "F NTH C A LON - BEL"),
        ("F NTH C A LON - BEL VIA", "F NTH C A LON - BEL"),
        ("A LON - BEL VIA", "A LON - BEL VIA"),
        ("A LON - BEL by convoy", "A LON - BEL VIA"),
        ("A LON - BEL via convoy", "A LON - BEL VIA"),
        ("A LON via convoy to BEL", "A LON - BEL VIA"),
    ],
)
def test_english_forms(text: str, order: str) -> None:
    """III.4: what is badly written but clear is followed."""
    assert understood(text) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Vie-Tyr", "A VIE - TYR"),
        ("A Vienne-Tyrol", "A VIE - TYR"),
        ("A Vie va à Tyr", "A VIE - TYR"),
        (typeset("L'armée de Vienne va au Tyrol"), "A VIE - TYR"),
        ("armée Vienne vers Tyrol", "A VIE - TYR"),
        ("F Nrd-Nvn", "F NTH - NWG"),
        ("F Mer du Nord-Mer de Norvège", "F NTH - NWG"),
        ("F mer nord - mer norvege", "F NTH - NWG"),
        ("F mer-du-nord - mer-de-norvege", "F NTH - NWG"),
        ("F Man-PGa", "F ENG - WAL"),
        ("F Manche-Pays de Galles", "F ENG - WAL"),
        ("F GLi-MTy", "F LYO - TYS"),
        ("F Gli-MOc", "F LYO - WES"),
        ("F Con-Egé", "F CON - AEG"),
        ("F Con-Ege", "F CON - AEG"),
        ("F Con-Egée", "F CON - AEG"),
        ("F Bal-Baltique", "F BAL - BAL"),
        ("F Alb-Tri", "F ALB - TRI"),
        ("F AtM-AtN", "F MAO - NAO"),
        ("F AtM-NAO", "F MAO - NAO"),
        ("flotte Londres tient", "A LON H"),
        ("A Bud tient sur place", "A BUD H"),
        ("A Bud tient", "A BUD H"),
        ("A Bud H", "A BUD H"),
        ("A Vie S F Alb-Tri", "A VIE S F ALB - TRI"),
        ("A Bud soutient A Vie-Gal", "A BUD S A VIE - GAL"),
        ("A Bud supporte A Vie-Gal", "A BUD S A VIE - GAL"),
        ("A Bud S A Vie H", "A BUD S A VIE"),
        (typeset("A Bud soutient l'armée de Vienne"), "A BUD S A VIE"),
        ("A Sil S Russie A Var-Pru", "A SIL S A WAR - PRU"),
        (typeset("A Sil S l'armée russe de Varsovie vers la Prusse"), "A SIL S A WAR - PRU"),
        ('F Nrd C "Angleterre" A Lon-Bel', "F NTH C A LON - BEL"),
        (typeset("F Nrd C « Angleterre » A Lon-Bel"), "F NTH C A LON - BEL"),
        ("F Nrd C Lon-Bel", "F NTH C A LON - BEL"),
        ("F Nrd convoie A Lon-Bel", "F NTH C A LON - BEL"),
        ("A Lon-Bel par convoi", "A LON - BEL VIA"),
        ("A Lon-Bel VIA", "A LON - BEL VIA"),
        ("F Gli C A Tos-Mar", "F LYO C A TUS - MAR"),
        ("F StP (cs)-Bot", "F STP/SC - BOT"),
        ("F St-Pétersbourg (côte sud)-Golfe de Bothnie", "F STP/SC - BOT"),
        ("F Saint-Pétersbourg-Bot", "F STP/SC - BOT"),
        ("A Nge-Sue", "A NWY - SWE"),
        ("A Norvège-Suède", "A NWY - SWE"),
    ],
)
def test_french_forms(text: str, order: str) -> None:
    """III.7: the codes and words of the French edition."""
    assert understood(text, "fr") == order


@pytest.mark.parametrize(
    "text",
    [
        "F MAO - SPA/NC",
        "F MAO - SPA(nc)",
        "F MAO - Spa (nc)",
        "F MAO - spa nc",
        "F MAO - Spain north coast",
        "F MAO - Spain (north coast)",
        "F MAO - Esp cn",
        "F AtM-Esp(cn)",
        "F AtM-Espagne (côte nord)",
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_coasts(text: str, language: str) -> None:
    assert understood(text, language) == "F MAO - SPA/NC"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F GAS - SPA", "F GAS - SPA/NC"),  # 6.B.2: only one can be reached
        ("F MAO - SPA", "F MAO - SPA"),  # 6.B.1: two can; the order is void
        ("F GAS - SPA/SC", "F GAS - SPA/SC"),  # 6.B.3: out of reach; void
        ("F STP/NC - BOT", "F STP/SC - BOT"),  # 6.B.10: the fleet's own coast does not count
        ("F MAO - SPA/EC", "F MAO - SPA"),  # there is no such coast
        ("F MAO - SPA west coast", "F MAO - SPA"),
        ("F MAO - GAS/NC", "F MAO - GAS"),
        ("A TUS - PIE/NC", "A TUS - PIE"),
        ("F POR S F MAO - SPA", "F POR S F MAO - SPA"),  # 6.B.7, 6.B.15: counts for either coast
        ("F POR S F MAO - SPA/NC", "F POR S F MAO - SPA/NC"),
        ("F CON S F SEV - BUL/EC", "F CON S F SEV - BUL/EC"),
        ("F CON S A SMY - BUL/EC", "F CON S A SMY - BUL"),  # an army takes no notice of coasts
    ],
)
def test_coasts_left_out_or_wrong(text: str, order: str) -> None:
    """III.3 and the usual readings of what it does not say."""
    assert understood(text) == order


def test_support_without_a_coast_names_none() -> None:
    reading = read_order(BOARD, EUROPE, None, "F POR S F MAO - SPA")
    assert isinstance(reading, ReadOrder)
    assert reading.order.coast == -1


def test_impossible_orders_are_read() -> None:
    """The rules say why they are void, not the reader."""
    assert understood("A VIE - PAR") == "A VIE - PAR"
    assert understood("F KIE C A LON - BEL") == "A KIE C A LON - BEL"


def test_the_languages_prefer_their_own_codes() -> None:
    """A code that means one place in English and another in French."""
    board = Board(
        {
            "map.toml": {
                "province": [{"id": "TYR", "code_fr": "Gal"}, {"id": "GAL", "code_fr": "Glc"}]
            }
        }
    )
    position = Position.read(board, {"AUSTRIA": ["A VIE", "A RUM"], "ITALY": ["A VEN"]})

    def read(text: str, language: str) -> str:
        reading = read_order(board, position, None, text, language)
        assert isinstance(reading, ReadOrder)
        return write_order(board, position, reading.number, reading.order)

    assert read("A Vie-Gal", "en") == "A VIE - GAL"
    assert read("A Vie-Gal", "fr") == "A VIE - TYR"
    assert read("A Rum-Gal", "fr") == "A RUM - GAL"  # the only reading that is possible
    assert read("A Ven-Gal", "en") == "A VEN - TYR"


# -- words that may mean several places


def test_ambiguous_places_are_refused_with_their_names() -> None:
    """III.4: an ambiguous order is not followed."""
    position = Position.read(BOARD, {"ENGLAND": ["F NTH", "F NWY", "F NWG"]})
    reading = read_order(BOARD, position, 1, "F Nor H")
    assert isinstance(reading, Refusal)
    assert said(reading).section == "III.4"
    assert reading.message.key == "reading.ambiguous"
    assert reading.message.args == {"word": "Nor", "provinces": ["NTH", "NWG", "NWY"]}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Nor - Swe", "A NWY - SWE"),  # an army is there, nowhere else
        ("F MAO - Nor", ""),  # two that can be reached
        ("A LON - Bel", "A LON - BEL"),
        ("F Gol - TYS", "F LYO - TYS"),
        ("F SEV - B", ""),
    ],
)
def test_the_board_decides_between_places(text: str, order: str) -> None:
    if order:
        assert understood(text) == order
    else:
        refused(text)


def test_nor_is_ambiguous_where_two_are_in_reach() -> None:
    refusal = refused("F MAO - Nor")
    assert refusal.message.args["provinces"] == ["NAF", "NAO"]


def test_codes_win_over_beginnings() -> None:
    """TYR is Tyrolia and never the Tyrrhenian Sea, even where that would be possible."""
    assert understood("F LYO - TYR") == "F LYO - TYR"
    assert understood("F LYO - Tyrr") == "F LYO - TYS"


# -- lines that are refused


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("A PAR - BUR", "reading.nobody"),
        ("A VIE - XYZ", "reading.unknown_province"),
        ("A VIE - TRX", "reading.unknown_near"),
        ("F Ndr - HOL", "reading.unknown_near"),
        ("A VIE S A Atlantis - TRI", "reading.unknown_province"),
        ("A VIE", "reading.no_action"),
        ("A VIE S", "reading.breaks_off"),
        ("A VIE - TRI - VEN", "reading.stray_word"),
        ("hello", "reading.malformed"),
        ("- - -", "reading.malformed"),
        ("", "reading.malformed"),
        ("F NTH C A LON", "reading.convoy_goal"),
        ("A BUD S A MUN - BOH", "void.nobody_there"),
        ("F NTH C A EDI - BEL", "void.nobody_there"),
        ("BUILD A VIE", "reading.not_in_movement"),
        ("A VIE D", "reading.not_in_movement"),
        ("A VIE R TRI", "reading.not_in_movement"),
        ("WAIVE", "reading.not_in_movement"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals(text: str, key: str, language: str) -> None:
    assert refused(text, language).message.key == key


def test_an_order_for_a_foreign_unit_is_refused() -> None:
    """6.A.6."""
    refusal = refused("A WAR - PRU", power="GERMANY")
    assert refusal.message.key == "reading.not_yours"
    assert refusal.message.args == {"unit": "A WAR", "power": "RUSSIA"}


def test_an_unknown_place_comes_with_near_ones() -> None:
    assert refused("F Ndr - HOL", "fr").message.args == {"word": "Ndr", "provinces": ["ADR", "NTH"]}


@pytest.mark.parametrize(
    "text",
    ["a " * 5000, "A VIE S " * 20, "vie " * 39, "l' " * 60, "- " * 90, "A VIE - " + "x" * 900],
)
def test_endless_text_is_refused_at_once(text: str) -> None:
    refusal = refused(text)
    assert refusal.message.key in ("reading.malformed", "reading.stray_word")
    assert len(str(refusal.message.args["text"])) <= 201


def answer_everything(text: str) -> None:
    for language in LANGUAGES:
        reading = read_order(BOARD, EUROPE, None, text, language)
        if isinstance(reading, Refusal):
            said(reading)
        read_orders(BOARD, EUROPE, text, language)
        read_winter_order(BOARD, EUROPE, None, text, language)
        read_retreat(BOARD, DISLODGED, None, text, language)


@settings(max_examples=amount(8, 2_000), deadline=None)
@given(text=st.text(max_size=120))
def test_any_text_is_answered(text: str) -> None:
    """Every text yields an order or a reason."""
    answer_everything(text)


VOCABULARY = "a f vie tri nth - s c h to l de mer nord russian via nc cn spa build retire : ; . r d"


@settings(max_examples=amount(30, 2_000), deadline=None)
@given(words=st.lists(st.sampled_from(VOCABULARY.split()), max_size=14))
def test_any_order_of_words_is_answered(words: list[str]) -> None:
    answer_everything(" ".join(words))


def test_an_unknown_language_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="no such language"):
        read_order(BOARD, EUROPE, None, "A VIE H", "de")


# -- retreats

DISLODGED = {
    Unit(BOARD.power["RUSSIA"], False, BOARD.location["STP"]): (BOARD.location["MOS"],),
    Unit(BOARD.power["FRANCE"], True, BOARD.location["POR"]): (
        BOARD.location["SPA/NC"],
        BOARD.location["SPA/SC"],
    ),
    Unit(BOARD.power["FRANCE"], True, BOARD.location["GAS"]): (BOARD.location["SPA/NC"],),
    Unit(BOARD.power["TURKEY"], True, BOARD.location["BLA"]): (),
}


def retreat(text: str, language: str = "en") -> str:
    reading = read_retreat(BOARD, DISLODGED, None, text, language)
    if isinstance(reading, Refusal):
        return said(reading).message.key
    return write_retreat(BOARD, reading.unit, reading.goal, "en")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A STP - MOS", "A STP - MOS"),
        ("A STP R MOS", "A STP - MOS"),
        ("A STP retreats to Moscow", "A STP - MOS"),
        ("A StP se retire à Moscou", "A STP - MOS"),
        ("A StP-Mos", "A STP - MOS"),
        ("STP D", "A STP D"),
        ("A STP disband", "A STP D"),
        ("Disband A STP", "A STP D"),
        ("A StP se saborde", "A STP D"),
        ("F GAS - SPA", "F GAS - SPA/NC"),
        ("F POR - SPA/SC", "F POR - SPA/SC"),
        ("F POR - SPA", "reading.no_retreat"),
        ("A STP - NWY", "reading.no_retreat"),
        ("F BLA - RUM", "reading.no_retreat_at_all"),
        ("A VIE - TRI", "reading.not_dislodged"),
        ("A SER S F TRI - ALB", "reading.not_in_retreats"),
        ("F NTH C A STP - YOR", "reading.not_in_retreats"),
        ("A STP", "reading.no_action"),
        ("A STP - Atlantis", "reading.unknown_province"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_retreats(text: str, order: str, language: str) -> None:
    assert retreat(text, language) == order


def test_a_foreign_retreat_is_refused() -> None:
    reading = read_retreat(BOARD, DISLODGED, BOARD.power["TURKEY"], "A STP - MOS")
    assert isinstance(reading, Refusal)
    assert reading.message.key == "reading.not_yours"


# -- winter

WINTER_UNITS = Position.read(BOARD, {"RUSSIA": ["A GAL", "F SEV"], "AUSTRIA": ["A BUD"]})


def winter(text: str, power: str | None, language: str = "en") -> str:
    whose = None if power is None else BOARD.power[power]
    reading = read_winter_order(BOARD, WINTER_UNITS, whose, text, language)
    if isinstance(reading, Refusal):
        return said(reading).message.key
    return write_adjustment(BOARD, reading)


@pytest.mark.parametrize(
    ("text", "power", "order"),
    [
        ("BUILD A VIE", "AUSTRIA", "BUILD A VIE"),
        ("A VIE B", "AUSTRIA", "BUILD A VIE"),
        ("construit A Vie", "AUSTRIA", "BUILD A VIE"),
        ("Build army Vienna", "AUSTRIA", "BUILD A VIE"),
        ("construit une armée à Vienne", "AUSTRIA", "BUILD A VIE"),
        ("A VIE", "AUSTRIA", "BUILD A VIE"),
        ("build VIE", "AUSTRIA", "BUILD A VIE"),
        ("build VIE", None, "BUILD A VIE"),
        ("L'Autriche-Hongrie construit A Vie", None, "BUILD A VIE"),
        ("Russia removes A GAL", None, "REMOVE A GAL"),
        ("build TRI", "AUSTRIA", "reading.build_type"),
        ("build F TRI", "AUSTRIA", "BUILD F TRI"),
        ("build F STP/NC", "RUSSIA", "BUILD F STP/NC"),
        ("build STP/NC", "RUSSIA", "BUILD F STP/NC"),
        ("construit F StP (cs)", "RUSSIA", "BUILD F STP/SC"),
        ("build A STP/NC", "RUSSIA", "BUILD A STP"),
        ("build F STP", "RUSSIA", "BUILD F STP"),
        ("build F MOS", "RUSSIA", "BUILD F MOS"),
        ("build A BEL", None, "reading.whose_build"),
        ("REMOVE A GAL", "RUSSIA", "REMOVE A GAL"),
        ("A GAL D", "RUSSIA", "REMOVE A GAL"),
        ("retire A Gal", "RUSSIA", "REMOVE A GAL"),
        ("disband Galicia", "RUSSIA", "REMOVE A GAL"),
        ("A GAL", "RUSSIA", "REMOVE A GAL"),
        ("remove F GAL", "RUSSIA", "reading.other_kind"),
        ("F GAL", "RUSSIA", "reading.other_kind"),
        ("F BUD", "AUSTRIA", "reading.other_kind"),
        ("REMOVE F LYO", "RUSSIA", "reading.nobody"),
        ("REMOVE A BUD", "RUSSIA", "reading.not_yours"),
        ("WAIVE", "AUSTRIA", "WAIVE"),
        ("passe", "AUSTRIA", "WAIVE"),
        ("A GAL - VIE", "RUSSIA", "reading.not_in_winter"),
        ("build A Atlantis", "RUSSIA", "reading.unknown_province"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_winter_orders(text: str, power: str | None, order: str, language: str) -> None:
    assert winter(text, power, language) == order


# -- places and units by themselves


def test_places_and_units() -> None:
    assert read_place(BOARD, "StP (cs)", "fr") == BOARD.location["STP/SC"]
    assert read_place(BOARD, "Gulf of Lyon") == BOARD.location["LYO"]
    for text, place in (("Golfe de Botnie", "BOT"), ("Botnie", "BOT"), ("Galles", "WAL")):
        assert read_place(BOARD, text, "fr") == BOARD.location[place]
    assert isinstance(read_place(BOARD, "Nor"), Refusal)
    assert read_unit_text(BOARD, 5, "F StP/sc") == read_unit(BOARD, "RUSSIA", "F STP/SC")
    assert read_unit_text(BOARD, 0, "army Vienna") == read_unit(BOARD, "AUSTRIA", "A VIE")
    missing = read_unit_text(BOARD, 0, "Vienna")
    assert isinstance(missing, Refusal)
    assert said(missing).message.key == "reading.unit_type"
    assert isinstance(read_unit_text(BOARD, 0, "A Vie-Tri"), Refusal)


# -- what is written can be read


def random_position(rng: Random) -> Position:
    units = []
    for province in rng.sample(range(len(BOARD.provinces)), rng.randint(5, 40)):
        kind, coasts = BOARD.kind[province], BOARD.coasts[province]
        fleet = kind == "sea" or (kind == "coastal" and rng.random() < 0.5)
        location = rng.choice(coasts) if fleet and coasts else province
        units.append(Unit(rng.randrange(len(BOARD.powers)), fleet, location))
    return Position(BOARD, units)


@settings(max_examples=amount(20, 500), deadline=None)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_possible_order_is_read_as_written(language: str, seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng)
    menus = Menus(BOARD, position)
    for number, unit in enumerate(position.units):
        orders = menus.orders(number)
        for order in rng.sample(sorted(orders.values()), min(3, len(orders))):
            text = write(BOARD, position, number, order, language)
            reading = read_order(BOARD, position, unit.power, text, language)
            assert reading == ReadOrder(number, order), text


@settings(max_examples=amount(20, 500), deadline=None)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("language", LANGUAGES)
def test_impossible_moves_are_read_as_written(language: str, seed: int) -> None:
    """Anywhere on the board, as long as a fleet's coast is said where there are two."""
    rng = Random(seed)
    position = random_position(rng)
    for number, unit in enumerate(position.units):
        target = rng.randrange(len(BOARD.locations) if unit.fleet else len(BOARD.provinces))
        if unit.fleet and target < len(BOARD.provinces) and BOARD.coasts[target]:
            target = BOARD.coasts[target][0]
        if language == "fr" and BOARD.province["LVN"] in (unit.location, target):
            continue  # `Liv` is Liverpool where Livonia cannot be
        order = Order(MOVE, target)
        text = write(BOARD, position, number, order, language)
        assert read_order(BOARD, position, None, text, language) == ReadOrder(number, order), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_retreats_and_winter_orders_are_read_as_written(language: str) -> None:
    for unit, places in DISLODGED.items():
        for goal in (*places, None):
            text = write_retreat(BOARD, unit, goal, language)
            assert read_retreat(BOARD, DISLODGED, None, text, language) == ReadRetreat(unit, goal)
    austria = BOARD.power["AUSTRIA"]
    for order in (
        Adjustment("BUILD", read_unit(BOARD, "AUSTRIA", "F TRI")),
        Adjustment("REMOVE", read_unit(BOARD, "AUSTRIA", "A BUD")),
        Adjustment("WAIVE"),
    ):
        text = write_winter_order(BOARD, order, language)
        assert read_winter_order(BOARD, WINTER_UNITS, austria, text, language) == order


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("A VIE - TRI", "A Vie-Tri"),
        ("A VIE H", "A Vie H"),
        ("F NTH C A LON - BEL", "F Nrd C A Lon-Bel"),
        ("F STP/SC - BOT", "F StP(cs)-Bot"),
        ("A BUD S A VIE - TRI", "A Bud S A Vie-Tri"),
        ("A BUD S A VIE", "A Bud S A Vie"),
        ("F MAO - SPA/NC", "F AtM-Esp(cn)"),
        ("A LON - BEL VIA", "A Lon-Bel par convoi"),
    ],
)
def test_canonical_forms(english: str, french: str) -> None:
    reading = read_order(BOARD, EUROPE, None, english)
    assert isinstance(reading, ReadOrder)
    assert write(BOARD, EUROPE, reading.number, reading.order, "en") == english
    assert write(BOARD, EUROPE, reading.number, reading.order, "fr") == french


# -- sheets


def keys(answers: list[LineAnswer]) -> list[tuple[int, str]]:
    """The lines that were refused, and why."""
    return [(a.line.number, said(a.refusal).message.key) for a in answers if a.refusal is not None]


def canonical(sheet: str, position: Position, language: str = "en") -> list[str]:
    reading = read_orders(BOARD, position, sheet, language)
    assert not keys(reading.answers)
    return sorted(write_order(BOARD, position, n, order) for n, order in reading.orders.items())


def test_a_sheet_with_headings_and_comments() -> None:
    sheet = """
    # spring, first try
    Austria:
    A VIE - GAL   # over the mountains
    A BUD S A VIE-GAL; F TRI H
    - F ALB - GRE

    GERMANY (black): A SIL - BOH, A KIE H.
    Russia
    1. A WAR - MOS
    """
    assert canonical(sheet, EUROPE) == [
        "A BUD S A VIE - GAL",
        "A KIE H",
        "A SIL - BOH",
        "A VIE - GAL",
        "A WAR - MOS",
        "F ALB - GRE",
        "F TRI H",
    ]


def test_a_sheet_in_french() -> None:
    """VI, example 7, as printed; the powers follow each other in one line."""
    sheet = "Allemagne : A Pru-Var; A Sil S A Pru-Var; Russie : A Var H; A Boh-Sil."
    position = Position.read(BOARD, {"GERMANY": ["A PRU", "A SIL"], "RUSSIA": ["A WAR", "A BOH"]})
    assert canonical(sheet, position, "fr") == [
        "A BOH - SIL",
        "A PRU - WAR",
        "A SIL S A PRU - WAR",
        "A WAR H",
    ]


def test_a_full_stop_separates_but_not_in_st_petersburg() -> None:
    """V.5, example 4, as printed."""
    sheet = "Autriche : A Ser H. Russie : A Rou-Ser; A Bud S A Rou-Ser. Turquie: A Bul-Ser."
    position = Position.read(
        BOARD, {"AUSTRIA": ["A SER"], "RUSSIA": ["A RUM", "A BUD"], "TURKEY": ["A BUL"]}
    )
    assert len(canonical(sheet, position, "fr")) == 4
    assert canonical("F St. Petersburg - Bot", EUROPE) == ["F STP/SC - BOT"]


def test_bad_lines_are_answered_and_the_others_processed() -> None:
    sheet = """Austria:
    A VIE - Atlantis
    A BUD - SER
    A MUN - BOH
    A WAR - GAL
    nonsense
    Utopia:
    F TRI H"""
    reading = read_orders(BOARD, EUROPE, sheet)
    assert keys(reading.answers) == [
        (2, "reading.unknown_province"),
        (4, "reading.nobody"),
        (5, "reading.not_yours"),
        (6, "reading.unknown_power"),
        (7, "reading.unknown_power"),
    ]
    written = {write_order(BOARD, EUROPE, n, order) for n, order in reading.orders.items()}
    assert written == {"A BUD - SER", "F TRI H"}
    vienna = EUROPE.at[BOARD.province["VIE"]]
    assert reading.void[vienna].message.key == "reading.unknown_province"


def test_two_orders_for_one_unit_are_both_void() -> None:
    reading = read_orders(BOARD, EUROPE, "A VIE - GAL\nA VIE - TYR\nA BUD H")
    vienna = EUROPE.at[BOARD.province["VIE"]]
    assert keys(reading.answers) == [(1, "reading.two_orders"), (2, "reading.two_orders")]
    assert vienna not in reading.orders
    assert reading.void[vienna].message.args["orders"] == ["A VIE - GAL", "A VIE - TYR"]


def test_the_same_order_twice_is_one_order() -> None:
    assert canonical("A VIE - GAL\nVienna to Galicia", EUROPE) == ["A VIE - GAL"]


def test_an_unreadable_line_is_no_second_order() -> None:
    reading = read_orders(BOARD, EUROPE, "A VIE - GAL\nA VIE - Atlantis")
    assert len(reading.orders) == 1
    assert not reading.void
    assert keys(reading.answers) == [(2, "reading.unknown_province")]


def test_an_ambiguous_order_makes_its_unit_hold() -> None:
    """III.4."""
    reading = read_orders(BOARD, EUROPE, "F MAO - Nor")
    assert reading.void[EUROPE.at[BOARD.province["MAO"]]].message.key == "reading.ambiguous"


def test_orders_listed_by_power() -> None:
    lines = lines_by_power(BOARD, {"AUSTRIA": ["A VIE - GAL"], "RUSSIA": ["A WAR H", "A VIE H"]})
    reading = read_lines(BOARD, EUROPE, lines)
    assert len(reading.orders) == 2
    assert keys(reading.answers) == [(3, "reading.not_yours")]


def test_a_sheet_of_retreats() -> None:
    sheet = "Russie : A StP-Mos. France : F Gas-Esp ; F Por-Esp(cs) ; F Por-Esp(cn)"
    reading = read_retreats(BOARD, DISLODGED, sheet, "fr")
    assert keys(reading.answers) == [(1, "reading.two_retreats"), (1, "reading.two_retreats")]
    written = [write_retreat(BOARD, unit, goal, "en") for unit, goal in reading.orders.items()]
    assert written == ["A STP - MOS", "F GAS - SPA/NC"]


def test_a_retreat_to_a_closed_place_contradicts_one_to_an_open_place() -> None:
    """As in a movement phase, where an impossible order counts beside a possible one."""
    reading = read_retreats(BOARD, DISLODGED, "Russia: A StP-Mos; A StP-Lon")
    assert keys(reading.answers) == [(1, "reading.two_retreats"), (1, "reading.two_retreats")]
    assert not reading.orders
    alone = read_retreats(BOARD, DISLODGED, "Russia: A StP-Lon; St Petersburg to London")
    assert keys(alone.answers) == [(1, "reading.no_retreat"), (1, "reading.no_retreat")]
    unread = read_retreats(BOARD, DISLODGED, "Russia: A StP-Mos; A StP-Atlantis")
    assert keys(unread.answers) == [(1, "reading.unknown_province")]
    assert len(unread.orders) == 1


PAST_QUOTING = ["GAL", "BOH", "TYR", "BUD", "TRI", "MUN", "SER"]


def test_of_many_orders_that_contradict_each_other_five_are_quoted_and_all_counted() -> None:
    lines = [f"A VIE - {goal}" for goal in PAST_QUOTING]
    reading = read_lines(BOARD, EUROPE, lines_by_power(BOARD, {"AUSTRIA": lines * 2}))
    args = reading.void[EUROPE.at[BOARD.province["VIE"]]].message.args
    assert args == {"unit": "A VIE", "count": 7, "orders": [*lines[:5], "…"]}
    driven = {read_unit(BOARD, "AUSTRIA", "A VIE"): (BOARD.location["GAL"],)}
    fled = read_retreat_lines(BOARD, driven, lines_by_power(BOARD, {"AUSTRIA": lines}))
    assert {a.refusal.message.args["count"] for a in fled.answers if a.refusal} == {7}


def test_of_a_long_order_that_contradicts_another_the_beginning_is_quoted() -> None:
    lines = ["A VIE - GAL", "A VIE - " + " " * 10_000 + "BOH"]
    reading = read_lines(BOARD, EUROPE, lines_by_power(BOARD, {"AUSTRIA": lines}))
    orders = reading.void[EUROPE.at[BOARD.province["VIE"]]].message.args["orders"]
    assert isinstance(orders, list)
    assert all(len(order) < 100 for order in orders)


def test_a_word_is_compared_with_few_names_of_powers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also for many incomprehensible orders: each word is compared with the names of one letter,
    once as an order and once as a heading."""
    asked: list[object] = []
    real = map_names.begins

    def begins(typed: Sequence[str], name: Sequence[str]) -> bool:
        asked.append((typed, name))
        return real(typed, name)

    monkeypatch.setattr(map_names, "begins", begins)
    words = 200
    lines = [f"A ITX{number} - ITX{number}" for number in range(words)]
    read_lines(BOARD, EUROPE, lines_by_power(BOARD, {"AUSTRIA": lines}))
    assert len(asked) <= 2 * len(set(asked))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_of_other_text_shows_examples_of_the_phase(language: str) -> None:
    said = catalog_of(PACKAGE, language)
    winter_order = read_winter_order(BOARD, EUROPE, BOARD.power["RUSSIA"], "- - -", language)
    retreating = read_retreat(BOARD, DISLODGED, None, "hello", language)
    assert isinstance(winter_order, Refusal)
    assert isinstance(retreating, Refusal)
    built = {"en": "BUILD F STP/NC", "fr": "construire F Stp/cn"}[language]
    assert built in said.say(winter_order.message)
    gone = {"en": "A VIE - TYR; A VIE D", "fr": typeset("A Vie-Tyr ; A Vie dissoute")}[language]
    assert gone in said.say(retreating.message)


def test_a_sheet_of_winter_orders() -> None:
    sheet = "passe\nAutriche : A Vie; passe; A Bordeaux\nRussie : retire A Gal"
    reading = read_winter(BOARD, WINTER_UNITS, sheet, "fr")
    assert keys(reading.answers) == [(1, "reading.whose_waiver"), (2, "reading.unknown_province")]
    written = {
        BOARD.powers[power].id: [write_adjustment(BOARD, order) for order in orders]
        for power, orders in reading.orders.items()
    }
    assert written == {"AUSTRIA": ["BUILD A VIE", "WAIVE"], "RUSSIA": ["REMOVE A GAL"]}


def test_a_sheet_of_several_phases() -> None:
    sheet = """
    Units
    Austria: A Vie, F Tri
    Centres
    Austria: Bud, Vie
    Spring 1901
    Austria: A Vie-Gal
    Automne 1901
    Autriche : A Gal-Var
    Retraites : Autriche : A Gal-Sil
    Winter 1901
    Austria: build A Bud
    """
    parts = read_sheet(BOARD, sheet)
    assert [(part.phase, part.season, part.year) for part in parts] == [
        (UNITS, "", 0),
        (CENTRES, "", 0),
        (MOVEMENT, "spring", 1901),
        (MOVEMENT, "autumn", 1901),
        (RETREATS, "autumn", 1901),
        (ADJUSTMENTS, "winter", 1901),
    ]
    assert [[line.text for line in part.lines] for part in parts] == [
        ["A Vie", "F Tri"],
        ["Bud", "Vie"],
        ["A Vie-Gal"],
        ["A Gal-Var"],
        ["A Gal-Sil"],
        ["build A Bud"],
    ]
    assert all(line.power == 0 for part in parts for line in part.lines)


@pytest.mark.parametrize(
    ("heading", "phase", "season", "year"),
    [
        ("Spring 1901", MOVEMENT, "spring", 1901),
        ("PRINTEMPS 1901 :", MOVEMENT, "spring", 1901),
        ("Fall 1902", MOVEMENT, "autumn", 1902),
        ("Autumn 1902 retreats", RETREATS, "autumn", 1902),
        ("Été 1903", RETREATS, "summer", 1903),
        ("Hiver 1903", ADJUSTMENTS, "winter", 1903),
        ("Constructions/Destructions :", ADJUSTMENTS, "winter", 1901),
        ("Ajustements", ADJUSTMENTS, "winter", 1901),
        ("1902 Adjustments", ADJUSTMENTS, "winter", 1902),
    ],
)
def test_headings(heading: str, phase: str, season: str, year: int) -> None:
    """III.6: seasons, with the names that some give to retreats and adjustments."""
    part = read_sheet(BOARD, heading)[0]
    assert (part.phase, part.season, part.year) == (phase, season, year)


def test_units_and_centres_of_a_sheet() -> None:
    sheet = """Units: Russia: F StP/sc, A Mos, F War, F StP, A Bal, Kie
    Austria: A Mos
    Centres: Russia: Mos, StP, Ukr, Nor"""
    units, centres = read_sheet(BOARD, sheet)
    found, wrong = read_units(BOARD, units.lines)
    assert found == [read_unit(BOARD, "RUSSIA", text) for text in ("F STP/SC", "A MOS")]
    assert [key for _, key in keys(wrong)] == [
        "reading.unit_place",
        "reading.taken",
        "reading.unit_place",
        "reading.unit_type",
        "reading.taken",
    ]
    owned, wrong = read_centres(BOARD, centres.lines)
    assert owned[BOARD.power["RUSSIA"]].bit_count() == 2
    assert [key for _, key in keys(wrong)] == ["reading.no_centre", "reading.ambiguous"]


def test_units_need_a_power_and_a_coast() -> None:
    (part,) = read_sheet(BOARD, "Units: A Vie\nRussia: F StP")
    units, wrong = read_units(BOARD, part.lines)
    assert not units
    assert [key for _, key in keys(wrong)] == ["reading.whose_unit", "reading.unit_coast"]


@pytest.mark.parametrize(
    "text",
    [
        "vie-tri",
        "army Vienna to Trieste",
        "A Vienne va à Trieste",
        typeset("L'armée autrichienne de Vienne -> Trieste"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_of_the_guide(text: str, language: str) -> None:
    assert understood(text, language) == "A VIE - TRI"


@pytest.mark.parametrize("seed", range(40))
def test_the_quick_way_gives_what_the_tolerant_one_gives(seed: int) -> None:
    """Every possible order of a position, in its exact spelling."""
    rng = Random(seed)
    position = DensePosition(BOARD, seed).position
    menus = Menus(BOARD, position)
    for number in range(len(position.units)):
        texts = list(menus.orders(number))
        for text in rng.sample(texts, min(6, len(texts))):
            exact = exact_order(BOARD, position, None, text)
            tolerant = tolerant_order(BOARD, position, None, text, "en")
            assert exact is not None, text
            assert exact == (tolerant.number, getattr(tolerant, "order", None)), text


@pytest.mark.parametrize(
    "text",
    [
        "A PAR - MOS",
        "F BRE - PIC VIA x",
        "a par h",
        "A XXX H",
        "A PAR S A MAR - XXX",
        "F PAR H",
        "",
    ],
)
def test_the_quick_way_leaves_the_rest_to_the_tolerant_one(text: str) -> None:
    position = Position.read(BOARD, {"FRANCE": ["A PAR", "A MAR", "F BRE"]})
    assert exact_order(BOARD, position, None, text) is None
