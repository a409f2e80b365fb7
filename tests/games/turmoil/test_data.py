"""The data: the published figures, what an owner may correct, and what is refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from entente.games.turmoil.events import EVENTS
from entente.games.turmoil.game import EuropeInTurmoil
from entente.games.turmoil.mobilization import MOBILIZATION
from entente.games.turmoil.stability import STABILITY
from entente.kernel import ReconstructedValue, registry, say
from entente.kernel.data import DataError, read_folder
from entente.kernel.text import LANGUAGES, Catalog
from entente.kernel.typography import typeset
from tests.games.turmoil.table import A, L, Table

GAME = Table().game
BOARD = GAME.board
SPACES_FILE, CARDS_FILE, TRACKS_FILE = "spaces.toml", "cards.toml", "tracks.toml"
REGIONS = ("france", "germany", "austria_hungary", "russia", "balkans")

# Number : OPs, side (A, L, N either, S scoring), era (v, e, g), * removed, _ lasting, ! red title.
CARDS = """
1:4Av*  2:1Lv*_  3:2Lv*  4:2Av*_  5:2Nv_  6:0Sv  7:0Sv  8:0Sv  9:3Lv*  10:3Lv*_!  11:2Lv  12:3Le*
13:2Av  14:3Lv*  15:3Lv*_  16:4Nv_  17:2Nv  18:3Av*  19:3Lv*_!  20:3Av*  21:3Av*  22:2Lv  23:3Av*
24:3Av*  25:2Av_  26:2Lv*_  27:3Av*_  28:1Av*  29:3Av*_  30:2Av  31:2Av*  32:4Le*  33:2Lv  34:2Av
35:3Av*_  36:3Lv*_  37:2Av  38:3Lv  39:3Le  40:2Nv  41:3Le*_  42:4Ae  43:0Se  44:2Ae*  45:3Ae*
46:4Le*  47:2Le*_!  48:3Ae*_!  49:2Ae*_  50:2Ae*_  51:2Le*_  52:3Ae*  53:0Se  54:3Ae*  55:4Le
56:2Ne*  57:2Ne*  58:1Le*_  59:1Ae*  60:2Le*  61:3Ag*_  62:3Le*  63:4Le*_!  64:4Le*  65:2Ae*
66:2Le*  67:2Le  68:4Ae*_  69:2Ae*  70:2Le*_  71:2Le  72:3Ae  73:2Ae  74:3Ae*_  75:2Le*_!
76:3Le*_  77:2Ae*  78:5Lv*_!  79:3Le*_!  80:3Ae*  81:1Ag*  82:3Ag*  83:1Ag*  84:2Lg*_  85:3Ag*
86:3Lg*  87:2Ag*_  88:1Ag*_  89:2Ag*  90:2Lg*  91:4Lg*  92:3Lg*  93:2Ag*_  94:2Lg*_  95:5Ag*_
96:3Ag*_  97:3Le*  98:2Ag*_  99:3Lg*  100:3Ag  101:3Lg*_  102:3Ag*_  103:2Ag*_  104:2Lg  105:3Le*
106:2Ag*  107:4Ag*  108:3Ag*  109:2Ag*_  110:2Lg*
"""

# Space, region, stability, kind, icons, Liberal and Authoritarian SP at the start (3.2, 3.3).
SPACES = """
brittany_normandy france 2 normal farmer 0 0
picardy france 2 normal worker 2 0
beau_monde france 3 battleground bourgeoisie 1 0
french_writers france 3 battleground intellectual 2 0
french_catholic_church france 4 battleground church 0 4
fauvism france 1 normal intellectual 0 0
paris france 2 battleground government 1 0
french_armed_forces france 4 battleground army 0 1
bordeaux france 3 normal farmer 0 0
dijon france 2 normal worker 0 0
nice france 2 normal farmer 0 0
colonials france 3 battleground bourgeoisie,annex 0 1
hanover_oldenburg germany 2 normal church 0 0
kiel germany 3 battleground army 0 0
jugendstil germany 2 normal intellectual 0 1
east_prussia germany 4 battleground farmer,army 0 1
imperial_army germany 4 battleground army 0 3
wilhelm_ii germany 5 battleground monarch 0 5
berlin germany 3 normal government 0 0
silesia germany 2 normal worker 0 0
alsace_lorraine germany 3 battleground annex,worker 0 0
industrialists germany 2 normal bourgeoisie 0 0
saxony germany 3 normal worker 0 1
bavaria germany 3 normal worker 2 0
bohemia austria_hungary 2 normal worker 0 0
moravia austria_hungary 2 normal worker 0 0
galicia_przemysl austria_hungary 2 normal army 0 0
viennese_secession austria_hungary 1 normal intellectual 0 0
vienna austria_hungary 3 battleground government 0 0
budapest austria_hungary 2 battleground government 0 0
alto_adige austria_hungary 2 normal annex 0 0
trieste austria_hungary 3 normal bourgeoisie 1 0
ah_catholic_church austria_hungary 3 normal church 0 0
dual_monarchy austria_hungary 2 normal monarch 0 1
transylvania austria_hungary 2 normal farmer 0 0
croatia austria_hungary 3 normal farmer 0 0
finland russia 2 normal annex 0 0
siberia russia 5 normal intellectual 2 0
saint_petersburg russia 3 battleground government 0 0
russian_bourgeoisie russia 2 normal bourgeoisie 2 0
baltic_states russia 2 normal worker 0 0
nicolas_ii russia 4 battleground monarch 0 4
moscow russia 3 battleground government 0 0
symbolism russia 1 normal intellectual 0 0
poland russia 3 battleground annex 0 0
tsarist_army russia 3 battleground army 0 0
belarus russia 2 normal farmer 0 0
ukraine russia 2 normal farmer 0 0
orthodox_church russia 3 battleground church 0 0
crimea russia 2 normal farmer 0 0
bosnia balkans 3 battleground annex,intellectual 0 0
serbia balkans 3 battleground annex,army 0 0
romania balkans 3 battleground worker 1 0
montenegro balkans 2 normal annex,monarch 0 0
bulgaria balkans 3 battleground farmer 0 1
macedonia balkans 2 battleground annex,church 0 0
greece balkans 2 normal bourgeoisie 2 0
norway independent 2 normal annex 0 0
sweden independent 3 normal monarch 0 0
denmark independent 2 normal intellectual 0 0
netherlands independent 3 normal government 1 0
belgium independent 3 normal worker 0 1
switzerland independent 5 normal bourgeoisie 1 0
spain_portugal independent 2 normal farmer 0 0
morocco independent 3 normal annex 0 0
algeria independent 3 normal annex 0 1
tunisia independent 2 normal annex 0 0
italy independent 3 normal monarch 0 0
libya independent 2 normal annex 0 0
constantinople independent 3 normal monarch 0 0
"""

# Each link once.
LINKS = """
ah_catholic_church: croatia trieste vienna
algeria: colonials morocco tunisia
alsace_lorraine: bavaria french_armed_forces french_catholic_church imperial_army wilhelm_ii
alto_adige: italy switzerland vienna
baltic_states: east_prussia finland poland saint_petersburg
bavaria: bohemia industrialists saxony switzerland
beau_monde: fauvism paris
belarus: tsarist_army ukraine
belgium: great_britain imperial_army netherlands picardy
berlin: east_prussia jugendstil wilhelm_ii
bohemia: moravia saxony vienna
bordeaux: paris spain_portugal
bosnia: croatia montenegro serbia trieste
brittany_normandy: great_britain paris picardy
budapest: dual_monarchy galicia_przemysl transylvania vienna
bulgaria: constantinople macedonia romania serbia
colonials: morocco paris tunisia
constantinople: crimea greece macedonia ottoman_empire
crimea: orthodox_church ottoman_empire romania tsarist_army ukraine
croatia: serbia trieste vienna
denmark: kiel norway sweden
dijon: paris switzerland
dual_monarchy: vienna
east_prussia: poland
egypt: greece libya
fauvism: paris
finland: norway saint_petersburg sweden
french_armed_forces: french_catholic_church paris
french_catholic_church: french_writers paris
french_writers: paris
galicia_przemysl: moravia tsarist_army
great_britain: netherlands
greece: macedonia montenegro
hanover_oldenburg: imperial_army kiel netherlands wilhelm_ii
imperial_army: wilhelm_ii
industrialists: saxony wilhelm_ii
italy: libya montenegro nice trieste tunisia
kiel: norway sweden wilhelm_ii
libya: tunisia
macedonia: serbia
montenegro: serbia
moravia: silesia vienna
morocco: spain_portugal
moscow: nicolas_ii siberia symbolism
nice: paris
nicolas_ii: saint_petersburg tsarist_army
norway: sweden
orthodox_church: romania transylvania tsarist_army
paris: picardy
poland: silesia tsarist_army
romania: serbia transylvania
russian_bourgeoisie: saint_petersburg
saxony: silesia wilhelm_ii
tsarist_army: ukraine
vienna: viennese_secession
"""

NEEDS = {63: {78}, 65: {63, 79}, 66: {10}, 79: {19}, 92: {47, 48}, 93: {47, 48}}
BARRED = "4:83 5:41 10:95 18:74 20:76 26:61 37:41 55:95 58:88 66:95 68:94 75:81 76:101 92:93"
BARRED_BY = {int(card): {int(by)} for card, by in (pair.split(":") for pair in BARRED.split())}
PRIORITIES = {
    "austria_hungary": {"A1": 2, "A2": 5, "A3": 6},
    "balkans": {"B1": 0, "B2": 3, "B3": 3},
    "britain": {"E1": 8, "E2": 4, "E3": 6, "E4": 6, "E5": 7},
    "france": {"F1": 5, "F2": 1, "F3": 2, "F4": 1, "F5": 1},
    "germany": {"G1": 4, "G2": 0, "G3": 1, "G4": 3, "G5": 3, "G6": 3},
    "italy": {"I1": 5, "I2": 1, "I3": 7, "I4": 4},
    "ottoman_empire": {"O1": 4, "O2": 7, "O3": 4, "O4": 7},
    "russia": {"R1": 4, "R2": 2, "R3": 6, "R4": 4, "R5": 5},
}


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def patched(file: str, **tables: Any) -> EuropeInTurmoil:
    game = registry.load("turmoil", {file: tables})
    assert isinstance(game, EuropeInTurmoil)
    return game


def table_of(game: EuropeInTurmoil) -> Table:
    """A table at which a corrected game is played."""
    table = Table()
    table.game = game
    return table


# -- the map


def test_seventy_spaces_with_the_published_figures() -> None:
    """2.1, 3.2, 3.3, with the errata."""
    assert len(BOARD.spaces) == 70
    found = [
        [
            *(row.id, row.region, str(row.stability)),
            "battleground" if row.battleground else "normal",
            ",".join(row.icons),
            *(str(row.liberal), str(row.authoritarian)),
        ]
        for row in BOARD.rows.values()
    ]
    assert found == rows(SPACES)


def test_the_support_at_the_start_adds_up() -> None:
    """3.2: 25 Authoritarian SP; 3.3: 18 Liberal SP."""
    assert sum(row.authoritarian for row in BOARD.rows.values()) == 25
    assert sum(row.liberal for row in BOARD.rows.values()) == 18


def test_132_links_each_of_them_both_ways() -> None:
    """2.1.4."""
    wanted = {
        frozenset((place.rstrip(":"), other)) for place, *others in rows(LINKS) for other in others
    }
    assert len(wanted) == 132
    assert len(BOARD.tables.spaces.link) == 132
    assert {frozenset((link.a, link.b)) for link in BOARD.tables.spaces.link} == wanted
    for place, near in BOARD.near.items():
        assert {frozenset((place, other)) for other in near} <= wanted
        assert all(place in BOARD.near[other] for other in near)


def test_the_boxes_belong_to_a_side() -> None:
    """6.2.4."""
    assert BOARD.boxes == {"great_britain": L, "egypt": L, "ottoman_empire": A}


@pytest.mark.parametrize(
    ("region", "spaces", "battlegrounds"),
    [
        ("france", 12, 6),
        ("germany", 12, 5),
        ("austria_hungary", 12, 2),
        ("russia", 14, 6),
        ("balkans", 7, 5),
        ("independent", 13, 0),
    ],
)
def test_the_regions_have_their_size(region: str, spaces: int, battlegrounds: int) -> None:
    there = BOARD.land(0).regions[region]
    assert len(there) == spaces
    assert len(BOARD.battlegrounds.intersection(there)) == battlegrounds


@pytest.mark.parametrize(
    ("region", "independents"),
    [
        ("france", "belgium switzerland spain_portugal morocco algeria tunisia italy"),
        ("germany", "norway sweden denmark netherlands belgium switzerland"),
        ("austria_hungary", "switzerland italy"),
        ("russia", "norway sweden constantinople"),
        ("balkans", "italy constantinople"),
    ],
)
def test_the_independent_spaces_adjacent_to_a_region(region: str, independents: str) -> None:
    """10.1.4 and section 15: Libya is never one of them, boxes neither."""
    assert set(BOARD.land(0).independents[region]) == set(independents.split())


def test_the_icons_fit_the_cards() -> None:
    """One Church space a region, one Monarch but in France, Government but in the Balkans."""
    icons = {
        (region, icon): [s for s in BOARD.land(0).regions[region] if icon in BOARD.icons[s]]
        for region in REGIONS
        for icon in ("church", "monarch", "government")
    }
    assert all(len(icons[region, "church"]) == 1 for region in REGIONS)
    assert [region for region in REGIONS if not icons[region, "monarch"]] == ["france"]
    assert [region for region in REGIONS if not icons[region, "government"]] == ["balkans"]
    assert BOARD.icons["switzerland"] == {"bourgeoisie"}


# -- the cards


def test_110_cards_with_the_published_figures() -> None:
    """2.2."""
    sides = {"A": A, "L": L, "N": "neutral", "S": "scoring"}
    eras = {"v": "victorian", "e": "edwardian", "g": "georgian"}
    wanted = dict(entry.split(":") for entry in CARDS.split())
    assert len(wanted) == len(BOARD.cards) == 110
    for number, text in wanted.items():
        row = BOARD.cards[f"C{number}"]
        assert (row.ops, row.side, row.era) == (int(text[0]), sides[text[1]], eras[text[2]]), number
        flags = text[3:]
        assert (row.removed, row.lasting, row.red) == ("*" in flags, "_" in flags, "!" in flags)


def test_the_cards_by_era_and_side() -> None:
    assert Counter(row.era for row in BOARD.cards.values()) == {
        "victorian": 38,
        "edwardian": 43,
        "georgian": 29,
    }
    assert Counter(row.side for row in BOARD.cards.values()) == {
        A: 53,
        L: 46,
        "neutral": 6,
        "scoring": 5,
    }


def test_every_region_has_its_scoring_card() -> None:
    assert BOARD.scoring_cards == {
        "france": "C6",
        "austria_hungary": "C7",
        "russia": "C8",
        "balkans": "C43",
        "germany": "C53",
    }


def test_the_prerequisites_and_bars_of_a_card() -> None:
    """Arms Traders (100) depends on two cards and is a condition of its own."""
    needs, bars = {}, {}
    for number in range(1, 111):
        row = BOARD.cards[f"C{number}"]
        needs[number] = {int(card[1:]) for card in row.needs}
        bars[number] = {int(card[1:]) for card in row.barred_by}
    assert {number: cards for number, cards in needs.items() if cards} == NEEDS
    assert {number: cards for number, cards in bars.items() if cards} == BARRED_BY


def test_twenty_stability_cards() -> None:
    """2.3."""
    assert BOARD.stability_cards == {
        L: tuple(f"S{number}" for number in range(1, 11)),
        A: tuple(f"S{number}" for number in range(11, 21)),
    }


def test_thirty_five_mobilization_cards() -> None:
    """2.4, 8.4.4."""
    found: dict[str, dict[str, int]] = {}
    for row in BOARD.mobilization.values():
        found.setdefault(row.nation, {})[row.id] = row.priority
    assert len(BOARD.mobilization) == 35
    assert found == PRIORITIES
    france_first = {row.id for row in BOARD.mobilization.values() if row.france_first}
    assert france_first == {"E2", "G4", "I4"}


def test_every_card_has_an_effect() -> None:
    scoring = set(BOARD.scoring_cards.values())
    assert set(EVENTS) == set(BOARD.cards) - scoring
    assert set(STABILITY) == {card for cards in BOARD.stability_cards.values() for card in cards}
    assert set(MOBILIZATION) == set(BOARD.mobilization)


# -- tracks


def test_the_naval_boxes() -> None:
    needed = [BOARD.needed[number] for number in range(1, 14)]
    assert needed == [4, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 9, 10]


def test_the_scoring_values() -> None:
    values = {row.id: (row.presence, row.domination, row.control) for row in BOARD.values.values()}
    large, small = (3, 6, 9), (2, 4, 6)
    assert values == {
        "france": large,
        "germany": large,
        "russia": large,
        "austria_hungary": small,
        "balkans": small,
    }


def test_the_status_numbers() -> None:
    """8.2.4: the number in the leftmost open box, 0 when the track is full."""
    assert BOARD.status == {1: -4, 2: -3, 3: -2, 4: -1, 5: 0}


def test_the_war_markers() -> None:
    """8.4.2, 8.2.4."""
    markers = BOARD.markers.values()
    assert {m.id: m.war for m in markers if m.side == A} == {
        **dict.fromkeys(("three_emperor_league", "dual_alliance", "triple_alliance"), 2),
        **dict.fromkeys(("schlieffen", "german_army_expansion", "von_bethmann_hollweg"), 1),
    }
    liberal = ("franco_russian_alliance", "entente_cordiale", "us_interventionism")
    assert {m.id: m.war for m in markers if m.side == L} == dict.fromkeys(liberal, 2)
    assert {m.id for m in markers if not m.side} == {
        *("russian_collapse", "splendid_isolation", "perfidious_italy", "balkan_wars")
    }
    assert {m.id: m.crisis for m in markers if m.crisis} == {
        "three_emperor_league": -2,
        "balkan_wars": 1,
    }


# -- words for the cards


def every_card() -> list[str]:
    stability = [card for side in (L, A) for card in BOARD.stability_cards[side]]
    return [*BOARD.cards, *stability, *BOARD.mobilization]


def kind_of(card: str) -> str:
    if card in BOARD.cards:
        return "card"
    return "mobilization" if card in BOARD.mobilization else "stability"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_a_year_line_and_a_text(language: str) -> None:
    catalog = GAME.catalog(language)
    for card in every_card():
        for part in ("name", "year", "text"):
            assert catalog.get(f"cards.{card}.{part}").strip(), f"{card} {part}"
        assert catalog.name(kind_of(card), card) == catalog.get(f"cards.{card}.name")


def test_the_names_in_the_code_are_those_of_the_cards() -> None:
    catalog = GAME.catalog("en")
    assert {card: event.title for card, event in EVENTS.items()} == {
        card: catalog.name("card", card) for card in EVENTS
    }


WORDS = {
    "en": {
        "victorian": "Victorian era",
        "edwardian": "Edwardian era",
        "georgian": "Georgian era",
        "scoring": "scoring card",
        A: "Authoritarian event",
        L: "Liberal event",
        "neutral": "event of either side",
        "0": "no OPs",
        "removed": "removed after the event",
        "lasting": "stays in effect",
        "red": "prerequisite",
        "priority": "priority",
    },
    "fr": {
        "victorian": "Ère victorienne",
        "edwardian": "Ère édouardienne",
        "georgian": "Ère géorgienne",
        "scoring": "carte de pointage",
        A: "événement autoritaire",
        L: "événement libéral",
        "neutral": typeset("événement de l'un ou l'autre camp"),
        "0": "sans OP",
        "removed": typeset("retirée après l'événement"),
        "lasting": "reste en vigueur",
        "red": "carte préalable",
        "priority": "priorité",
    },
}


def year_line(card: str, language: str) -> str:
    row, words = BOARD.cards[card], WORDS[language]
    plural = "s" if language == "en" and row.ops > 1 else ""  # French initials have no plural
    ops = f"{row.ops} OP{plural}" if row.ops else words["0"]
    flags = [words[flag] for flag in ("removed", "lasting", "red") if getattr(row, flag)]
    if card == "C70":
        flags.remove(words["lasting"])
    return ", ".join([words[row.era], ops, words[row.side], *flags])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_year_line_says_what_the_data_say(language: str) -> None:
    """Winston Churchill (70) is underlined, but nothing of it lasts (PROVENANCE 12)."""
    catalog = GAME.catalog(language)
    for card in BOARD.cards:
        assert catalog.get(f"cards.{card}.year") == year_line(card, language)
    for row in BOARD.mobilization.values():
        line = catalog.get(f"cards.{row.id}.year")
        assert catalog.name("nation", row.nation) in line
        assert f"{WORDS[language]['priority']} {row.priority}" in line


# -- corrections are used in play


def test_another_ops_value_is_spent() -> None:
    table = table_of(patched(CARDS_FILE, card=[{"id": "C13", "ops": 4}]))
    table.give(A, 13).to_play(A).do("ops C13", *["place wilhelm_ii"] * 4)
    assert table.sp("wilhelm_ii") == (0, 9)
    assert BOARD.cards["C13"].ops == 2, "the game as published is untouched"


def test_another_stability_number_changes_control_of_a_space() -> None:
    table = table_of(patched(SPACES_FILE, space=[{"id": "paris", "stability": 4}]))
    assert table.put("paris", 3, 0).holder("paris") == ""
    assert table.put("paris", 4, 0).holder("paris") == L
    assert Table().put("paris", 3, 0).holder("paris") == L


def test_other_support_at_the_start_is_set_up() -> None:
    game = patched(SPACES_FILE, space=[{"id": "switzerland", "liberal": 3}])
    assert game.start(None, "0").support[L]["switzerland"] == 3


@pytest.mark.parametrize(
    ("a", "b"),
    [("french_armed_forces", "imperial_army"), ("imperial_army", "french_armed_forces")],
)
def test_a_link_added_is_in_reach(a: str, b: str) -> None:
    """6.1.2, over the link that the designer's notes speak of."""
    table = table_of(patched(SPACES_FILE, link=[{"a": a, "b": b}]))
    table.clear().put("french_armed_forces", 0, 1).give(A, 13).to_play(A).do("ops C13")
    assert "place imperial_army" in table.menu
    plain = Table().clear().put("french_armed_forces", 0, 1).give(A, 13).to_play(A).do("ops C13")
    assert "place imperial_army" not in plain.menu


@pytest.mark.parametrize(("a", "b"), [("paris", "nice"), ("nice", "paris")])
def test_a_removed_link_is_out_of_reach_in_both_directions(a: str, b: str) -> None:
    table = table_of(patched(SPACES_FILE, link=[{"a": a, "b": b, "remove": True}]))
    table.clear().put("paris", 1, 0).give(L, 22).to_play(L).do("ops C22")
    assert "place nice" not in table.menu
    assert "place dijon" in table.menu


@pytest.mark.parametrize(("die", "box"), [(6, 1), (5, 0)])
def test_another_naval_number_must_be_reached(die: int, box: int) -> None:
    """6.3.2: 2 OP and 1 for an own event make 9 with a 6."""
    table = table_of(patched(TRACKS_FILE, naval_box=[{"number": 1, "needed": 9}]))
    table.give(L, 22).to_play(L).dice(die).do("naval C22")
    assert table.state.navy[L] == box


def test_another_status_number_is_added_to_crisis_rolls() -> None:
    """8.3.1: a 6, Tension 3 and status 0 in place of -4, less 2 for the League: 7 is war."""
    table = table_of(patched(TRACKS_FILE, status=[{"markers": 1, "modifier": 0}]))
    table.set(tension=2).dice(6).event(1, A)
    assert table.log_lines("crisis") == [{"die": 6, "tension": 3, "status": -2, "total": 7}]
    assert table.log_lines("outbreak")


def test_other_scoring_values_are_scored() -> None:
    """10.1.2: presence 5 in place of 3, for Picardy."""
    table = table_of(patched(TRACKS_FILE, region=[{"id": "france", "presence": 5}])).clear()
    table.put("picardy", 2, 0).give(A, 6, 13).to_play(A).dice(1).do("score C6")
    table.choose(authoritarian="choose S17", liberal="choose S9")
    assert table.state.vp == 5


def test_another_war_marker_value_is_added_to_the_war_dice() -> None:
    """8.4.2."""
    table = table_of(patched(TRACKS_FILE, marker=[{"id": "dual_alliance", "war": 5}])).clear()
    track = ["russian_collapse", "dual_alliance", "entente_cordiale", "balkan_wars"]
    table.set(tension=6, track=track).dice(6, 1, 1).event(1, A)
    assert [line["modifier"] for line in table.log_lines("war_die")] == [5, 2]


def test_the_corrections_are_kept_with_the_game() -> None:
    patch = {CARDS_FILE: {"card": [{"id": "C13", "ops": 3}]}}
    assert registry.load("turmoil", patch).overrides() == patch
    assert GAME.overrides() == {}


def test_a_folder_of_corrections_is_played_with(tmp_path: Path) -> None:
    folder = tmp_path / "turmoil"
    folder.mkdir()
    text = '[[card]]\nid = "C13"\nops = 3\n'
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    game = registry.load("turmoil", read_folder(tmp_path, "turmoil", GAME.info.package))
    assert isinstance(game, EuropeInTurmoil)
    assert game.board.cards["C13"].ops == 3


# -- marks and doubts


def test_the_reconstructed_figures_are_marked() -> None:
    """PROVENANCE: two links, two status numbers, and the mobilization cards but for five."""
    marks = GAME.presentation.reconstructed_values()
    link = ("algeria", "tunisia")
    assert ReconstructedValue(SPACES_FILE, "link", "algeria tunisia", True, "link", link) in marks
    assert (
        ReconstructedValue(SPACES_FILE, "link", "italy libya", True, "link", ("italy", "libya"))
        in marks
    )
    assert ReconstructedValue(TRACKS_FILE, "status 2", "modifier", -3, "status", ("2",)) in marks
    assert ReconstructedValue(TRACKS_FILE, "status 4", "modifier", -1, "status", ("4",)) in marks
    confirmed = {"A3", "B2", "F5", "G4", "I2"}
    priorities = {card: number for cards in PRIORITIES.values() for card, number in cards.items()}
    mobilization = [
        ReconstructedValue(
            CARDS_FILE, f"mobilization {card}", "priority", number, "priority", (card,)
        )
        for card, number in priorities.items()
        if card not in confirmed
    ]
    assert [mark for mark in marks if mark.file == CARDS_FILE] == mobilization
    assert len(marks) == 2 + 2 + 30


@pytest.mark.parametrize(
    ("file", "table", "row", "mark"),
    [
        (SPACES_FILE, "link", {"a": "algeria", "b": "tunisia"}, ("link", "algeria tunisia")),
        (SPACES_FILE, "link", {"a": "tunisia", "b": "algeria"}, ("link", "algeria tunisia")),
        (
            SPACES_FILE,
            "link",
            {"a": "libya", "b": "italy", "remove": True},
            ("link", "italy libya"),
        ),
        (TRACKS_FILE, "status", {"markers": 2, "modifier": -3}, ("status 2", "modifier")),
        (TRACKS_FILE, "status", {"markers": 4, "modifier": 0}, ("status 4", "modifier")),
        (CARDS_FILE, "mobilization", {"id": "A1", "priority": 3}, ("mobilization A1", "priority")),
    ],
)
def test_a_value_corrected_by_an_owner_is_no_longer_reconstructed(
    file: str, table: str, row: dict[str, Any], mark: tuple[str, str]
) -> None:
    assert mark in {(each.table, each.key) for each in GAME.presentation.reconstructed_values()}
    marks = {
        (each.table, each.key)
        for each in patched(file, **{table: [row]}).presentation.reconstructed_values()
    }
    assert mark not in marks
    assert len(marks) == len(GAME.presentation.reconstructed_values()) - 1


def test_the_doubts_are_listed_and_can_be_read() -> None:
    doubts = GAME.presentation.data_caveats()
    assert say("data.map") in doubts
    assert say("data.mobilization") in doubts
    absent = say("data.open_absent", a="french_armed_forces", b="imperial_army")
    assert absent in doubts
    assert say("data.open_present", a="algeria", b="tunisia") in doubts
    assert say("data.open_present", a="italy", b="libya") in doubts
    assert GAME.catalog("en").say(absent).startswith("French Armed Forces – Imperial Army: no link")
    for language in LANGUAGES:
        assert all(GAME.catalog(language).say(doubt) for doubt in doubts)


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ({"a": "french_armed_forces", "b": "imperial_army"}, "data.open_absent"),
        ({"a": "algeria", "b": "tunisia", "remove": True}, "data.open_present"),
    ],
)
def test_a_link_that_its_owner_has_settled_is_no_longer_in_doubt(
    row: dict[str, Any], key: str
) -> None:
    """Otherwise the list says of a link that it is there, or not, and it is the other way round."""
    doubts = patched(SPACES_FILE, link=[row]).presentation.data_caveats()
    assert say(key, a=row["a"], b=row["b"]) not in doubts


# -- mistakes


def refused(file: str, tables: dict[str, Any]) -> DataError:
    with pytest.raises(DataError) as caught:
        registry.load("turmoil", {file: tables})
    return caught.value


NEW_SPACE = {
    "id": "warsaw",
    "region": "russia",
    "stability": 2,
    "battleground": False,
    "icons": ["annex"],
    "authoritarian": 0,
    "liberal": 0,
    "x": 1,
    "y": 1,
}
NOT_ADDED = (
    "this row does not exist: rows can be changed here, not added",
    typeset("cette ligne n'existe pas : les lignes peuvent être modifiées, pas ajoutées"),
)
NOT_REMOVED = (
    "this row is needed: rows can be changed here, not removed",
    typeset("cette ligne est nécessaire : les lignes peuvent être modifiées, pas supprimées"),
)
WHOLE_NUMBER = ("must be a whole number", "il faut un nombre entier")
SCORING_OPS = (
    "scoring cards have 0 OPs, and only they",
    "les cartes de pointage ont 0 OP, et elles seules",
)


def fixed(known_en: str, known_fr: str = "") -> tuple[str, str]:
    return (
        f"the events are written for this; what can be changed here: {known_en}",
        typeset(
            "les événements sont écrits pour cette valeur ; valeurs modifiables : "
            f"{known_fr or known_en}"
        ),
    )


def nearest(name: str, near_en: str, near_fr: str = "") -> tuple[str, str]:
    return (
        f"there is no space “{name}”; the nearest: {near_en}",
        typeset(f"il n'y a pas d'espace « {name} » ; les plus proches : {near_fr or near_en}"),
    )


def not_a_value(value: str) -> tuple[str, str]:
    return (
        f"“{value}” is not one of the values it can have",
        typeset(f"« {value} » ne fait pas partie des valeurs possibles"),
    )


def bound(word_en: str, word_fr: str, number: int) -> tuple[str, str]:
    return f"must be at {word_en} {number}", f"il faut au {word_fr} {number}"


@pytest.mark.parametrize(
    ("file", "tables", "key", "reasons"),
    [
        (
            SPACES_FILE,
            {"space": [{"id": "paris", "stability": "three"}]},
            "space paris, stability",
            WHOLE_NUMBER,
        ),
        (
            SPACES_FILE,
            {"space": [{"id": "paris", "stability": 0}]},
            "space paris, stability",
            bound("least", "moins", 1),
        ),
        (
            SPACES_FILE,
            {"space": [{"id": "paris", "battleground": "yes"}]},
            "space paris, battleground",
            ("must be true or false", "il faut true (vrai) ou false (faux)"),
        ),
        (
            SPACES_FILE,
            {"space": [{"id": "paris", "region": "gaul"}]},
            "space paris, region",
            not_a_value("gaul"),
        ),
        (
            SPACES_FILE,
            {"space": [{"id": "paris", "walls": 3}]},
            "space paris",
            ("there is no “walls” here", typeset("il n'y a pas de « walls » ici")),
        ),
        (
            SPACES_FILE,
            {"space": [{"stability": 3}]},
            "space",
            (
                "a row does not say which row it is: it lacks id",
                typeset("une ligne ne dit pas laquelle elle est : il lui manque id"),
            ),
        ),
        (
            SPACES_FILE,
            {"space": {"paris": 3}},
            "space",
            (
                "must be a list of tables, written [[space]]",
                "il faut une liste de tables, écrite [[space]]",
            ),
        ),
        (
            SPACES_FILE,
            {"regions": []},
            "regions",
            (
                "unknown table; the tables are: space, box, link and open_link",
                typeset("cette table n'existe pas ; il y a : space, box, link et open_link"),
            ),
        ),
        (SPACES_FILE, {"space": [NEW_SPACE]}, "space warsaw", NOT_ADDED),
        (SPACES_FILE, {"space": [{"id": "paris", "remove": True}]}, "space paris", NOT_REMOVED),
        (SPACES_FILE, {"box": [{"id": "egypt", "remove": True}]}, "box egypt", NOT_REMOVED),
        (
            SPACES_FILE,
            {"box": [{"id": "egypt", "side": A}]},
            "box egypt, side",
            fixed("x and y", "x et y"),
        ),
        (
            SPACES_FILE,
            {"link": [{"a": "paris", "b": "warsaw"}]},
            "link paris warsaw",
            nearest("warsaw", "nothing", "rien"),
        ),
        (
            SPACES_FILE,
            {"link": [{"a": "viena", "b": "paris"}]},
            "link viena paris",
            nearest("viena", "vienna"),
        ),
        (
            SPACES_FILE,
            {"link": [{"a": "paris", "b": "paris"}]},
            "link paris paris",
            (
                "a link leads from one space to another",
                "une liaison relie deux espaces différents",
            ),
        ),
        (
            SPACES_FILE,
            {"link": [{"a": "paris", "b": "kiel", "remove": True}]},
            "link paris kiel",
            (
                "this row does not exist and cannot be removed",
                typeset("il n'y a pas de telle ligne à retirer"),
            ),
        ),
        (
            SPACES_FILE,
            {"link": [{"a": "berlin", "b": "jugendstil", "remove": True}]},
            "space jugendstil",
            ("no chain of links leads there", typeset("aucune chaîne de liaisons n'y mène")),
        ),
        (
            CARDS_FILE,
            {"card": [{"id": "C13", "ops": 10}]},
            "card C13, ops",
            bound("most", "plus", 9),
        ),
        (CARDS_FILE, {"card": [{"id": "C13", "ops": 0}]}, "card C13, ops", SCORING_OPS),
        (CARDS_FILE, {"card": [{"id": "C6", "ops": 2}]}, "card C6, ops", SCORING_OPS),
        (CARDS_FILE, {"card": [{"id": "C13", "side": L}]}, "card C13, side", fixed("ops")),
        (CARDS_FILE, {"card": [{"id": "C13", "remove": True}]}, "card C13", NOT_REMOVED),
        (
            CARDS_FILE,
            {"stability": [{"id": "S1", "side": A}]},
            "stability S1, side",
            fixed("nothing", "rien"),
        ),
        (
            CARDS_FILE,
            {"mobilization": [{"id": "A1", "nation": "france"}]},
            "mobilization A1, nation",
            fixed("priority and source", "priority et source"),
        ),
        (
            CARDS_FILE,
            {"mobilization": [{"id": "A1", "priority": 9}]},
            "mobilization A1, priority",
            bound("most", "plus", 8),
        ),
        (
            TRACKS_FILE,
            {"naval_box": [{"number": 3, "needed": -1}]},
            "naval_box 3, needed",
            bound("least", "moins", 0),
        ),
        (
            TRACKS_FILE,
            {"naval_box": [{"number": 3, "needed": 2.5}]},
            "naval_box 3, needed",
            WHOLE_NUMBER,
        ),
        (TRACKS_FILE, {"status": [{"markers": 6, "modifier": 1}]}, "status 6", NOT_ADDED),
        (TRACKS_FILE, {"status": [{"markers": 2, "remove": True}]}, "status 2", NOT_REMOVED),
        (
            TRACKS_FILE,
            {"region": [{"id": "frence", "presence": 1, "domination": 2, "control": 3}]},
            "region frence",
            (
                "there is no “frence”; did you mean: france?",
                typeset("il n'y a pas de « frence » ; vouliez-vous dire : france ?"),
            ),
        ),
        (
            TRACKS_FILE,
            {"marker": [{"id": "dual_alliance", "side": "neutral"}]},
            "marker dual_alliance, side",
            not_a_value("neutral"),
        ),
    ],
)
def test_broken_data_are_refused_with_file_key_and_reason(
    file: str, tables: dict[str, Any], key: str, reasons: tuple[str, str]
) -> None:
    error = refused(file, tables)
    assert (error.file, error.key) == (file, key)
    assert error.text("en") == str(error) == f"{file}: {key}: {reasons[0]}"
    assert error.text("fr") == typeset(f"{file} : {key} : {reasons[1]}")


def test_an_unknown_file_is_refused(tmp_path: Path) -> None:
    """In the corrections that a record carries, and in a folder of them."""
    error = refused("maps.toml", {"space": []})
    known = "spaces.toml, cards.toml and tracks.toml"
    assert (error.file, error.key) == ("maps.toml", "")
    assert error.text("en") == f"maps.toml: unknown data file; the files are: {known}"
    assert error.text("fr") == typeset(
        f"maps.toml : ce fichier de données n'existe pas ; il y a : {known.replace('and', 'et')}"
    )
    (tmp_path / "turmoil").mkdir()
    (tmp_path / "turmoil" / "maps.toml").write_text("", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_folder(tmp_path, "turmoil", GAME.info.package)
    assert caught.value.file.endswith("maps.toml")


@pytest.mark.parametrize(
    ("file", "tables", "name", "near"),
    [
        (SPACES_FILE, {"space": [{"id": "pariss", "stability": 3}]}, "pariss", "paris"),
        (CARDS_FILE, {"card": [{"id": "C111", "ops": 3}]}, "C111", "C110"),
    ],
)
def test_a_mistyped_name_is_answered_with_the_nearest(
    file: str, tables: dict[str, Any], name: str, near: str
) -> None:
    """An owner who corrects one figure and misspells the row has not forgotten all the others."""
    error = refused(file, tables)
    assert error.why("en").startswith(f"there is no “{name}”; did you mean: ")
    assert near in error.why("en")
    assert error.why("fr").startswith(typeset(f"il n'y a pas de « {name} » ; vouliez-vous dire : "))


def test_an_open_link_names_spaces_that_exist() -> None:
    """Otherwise the list of doubts cannot be read."""
    tables = {"open_link": [{"a": "warsaw", "b": "paris", "chosen": "absent"}]}
    error = refused(SPACES_FILE, tables)
    assert (error.file, error.key) == (SPACES_FILE, "open_link warsaw paris")


def test_every_reason_has_its_words() -> None:
    catalogs: list[Catalog] = [GAME.catalog(language) for language in LANGUAGES]
    keys = [[key for key in catalog.texts if key.startswith("data.")] for catalog in catalogs]
    assert keys[0] == keys[1]
    assert len(keys[0]) >= 12


def test_a_file_that_is_no_table_is_refused() -> None:
    with pytest.raises(DataError) as caught:
        registry.load("turmoil", {"spaces.toml": 3})
    assert caught.value.text("fr") == typeset("spaces.toml : il faut une table")


def test_an_empty_list_of_icons_is_refused_in_both_languages() -> None:
    with pytest.raises(DataError) as caught:
        registry.load("turmoil", {"spaces.toml": {"space": [{"id": "paris", "icons": []}]}})
    assert caught.value.text("en").endswith("must have at least 1 entry")
    assert caught.value.text("fr").endswith("il faut au moins 1 élément")
