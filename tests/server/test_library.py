"""What can be read about the games: names, rules, cards, data, players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from entente.kernel import LANGUAGES, registry
from entente.kernel.board_svg import NoFacts
from entente.kernel.data import DataError
from entente.kernel.text import GRAMMAR
from entente.learning import player as learned
from entente.players import at_tables
from entente.players.engines import LEVELS
from entente.server import library
from entente.server.http.app import create_app
from entente.server.settings import Settings
from tests.server.people import House, Person

GAMES = registry.available()
DRAWN = [g for g in GAMES if registry.load(g).presentation.facts_type is not NoFacts]


@pytest.fixture(scope="module")
def reader(shared_database: str) -> Iterator[Person]:
    """A visitor without an account; the database has no part in this."""
    with House(create_app(Settings(shared_database))) as house:
        yield house.person(None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games(reader: Person, language: str) -> None:
    found = {game["id"]: game for game in reader.get(f"/api/games?lang={language}")}
    assert tuple(found) == GAMES
    for game in found.values():
        assert game["title"]
        assert game["seats"]
        assert all(option["name"] and option["help"] for option in game["options"])


@pytest.mark.parametrize("game", GAMES)
def test_names_and_short_texts(reader: Person, game: str) -> None:
    english = reader.get(f"/api/games/{game}/text?lang=en")
    french = reader.get(f"/api/games/{game}/text?lang=fr")
    assert (english["language"], french["language"]) == ("en", "fr")
    assert english["names"].keys() == french["names"].keys()
    assert set(english["names"]["seat"]) >= set(registry.load(game).info.seats)
    # English names only its plurals; it has no gender.
    shared = [
        {key for key in of["texts"] if not key.startswith(GRAMMAR)} for of in (english, french)
    ]
    assert shared[0] == shared[1]
    assert "info.title" in english["texts"]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules(reader: Person, game: str) -> None:
    rules = reader.get(f"/api/games/{game}/rules?lang=fr")
    numbers = [section["number"] for section in rules["sections"]]
    assert len(numbers) == len(set(numbers)) > 30
    assert all(section["title"] for section in rules["sections"])
    assert {section["depth"] for section in rules["sections"]} >= {0, 1}


def test_the_cards_of_turmoil(reader: Person) -> None:
    cards = {card["id"]: card for card in reader.get("/api/games/turmoil/cards?lang=en")}
    kinds = [card["kind"] for card in cards.values()]
    numbers = [kinds.count(kind) for kind in ("strategy", "stability", "mobilization")]
    assert numbers == [110, 20, 35]
    entente = cards["C10"]
    assert entente["name"] == "Entente Cordiale"
    facts = {"ops": 3, "era": "victorian", "side": "liberal", "removed": True, "lasting": True}
    assert facts.items() <= entente["facts"].items()
    assert cards["C66"]["facts"]["needs"] == ["C10"]
    assert all(card["name"] and card["text"] for card in cards.values())


def test_the_cards_of_attrition(reader: Person) -> None:
    cards = reader.get("/api/games/attrition/cards?lang=fr")
    assert len(cards) == 20
    assert all(card["kind"] == "event" and card["text"] for card in cards)
    assert {card["facts"]["side"] for card in cards} == {"central", "entente"}


def test_a_game_without_cards(reader: Person) -> None:
    assert reader.get("/api/games/diplomacy/cards") == []


@pytest.mark.parametrize("game", GAMES)
def test_reconstructed_values(reader: Person, game: str) -> None:
    data = reader.get(f"/api/games/{game}/data?lang=fr")
    made = registry.load(game)
    assert len(data["reconstructed"]) == len(made.presentation.reconstructed_values())
    for figure in data["reconstructed"]:
        assert figure["text"]
        assert figure["kind_name"]
        assert not {"_", "{"} & {*figure["text"], *figure["kind_name"]}
    assert len(data["doubts"]) == len(made.presentation.data_caveats())
    assert data["changes"] == []
    assert game in data["help"]["how"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_computer_players(reader: Person, language: str) -> None:
    players = reader.get(f"/api/players?lang={language}")
    plain = [player["id"] for player in players if player["game"] is None]
    assert tuple(plain) == at_tables()
    own = {player["id"]: player["game"] for player in players if player["game"] is not None}
    characters = ("cautious", "trader", "imperial")
    assert own == {
        **{f"{name}:{each}": "pax" for name in (*LEVELS, "greedy") for each in characters},
        **{f"{name}:pure": "diplomacy" for name in LEVELS},
    }
    assert all(player["name"] and player["summary"] for player in players)
    notes = {player["id"]: player["notes"] for player in players if player["notes"]}
    assert sorted(notes) == sorted(LEVELS)  # they negotiate at Diplomacy; `pure` does not
    assert all(list(each) == ["diplomacy"] for each in notes.values())
    assert notes["easy"] != notes["hard"]


@pytest.mark.parametrize("subject", ["text", "board", "board.css", "rules", "cards", "data"])
def test_a_browser_does_not_fetch_again_in_vain(reader: Person, subject: str) -> None:
    path = f"/api/games/turmoil/{subject}?lang=fr"
    first = reader.client.get(path)
    assert first.status_code == 200
    again = reader.client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    english = reader.client.get(
        path.replace("fr", "en"), headers={"if-none-match": first.headers["etag"]}
    )
    assert english.status_code == (304 if subject == "board.css" else 200)


def test_the_language_is_the_readers_own_unless_another_is_requested(reader: Person) -> None:
    headers = {"accept-language": "fr-CA,fr;q=0.9"}
    path = "/api/games/attrition/text"
    assert reader.client.get(path, headers=headers).json()["language"] == "fr"
    assert reader.client.get(f"{path}?lang=en", headers=headers).json()["language"] == "en"
    assert reader.client.get(f"{path}?lang=de").json()["language"] == "en"


def test_pages_come_packed_or_plain(reader: Person) -> None:
    path = "/api/games/turmoil/board"
    plain = reader.client.get(path, headers={"accept-encoding": "identity"})
    packed = reader.client.get(path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.json() == packed.json()


def test_the_seats_depend_on_the_options(reader: Person) -> None:
    answer = reader.get("/api/games/diplomacy/seats?players=3&split=B&lang=fr")
    assert answer == {
        "england": "Angleterre, Allemagne et Autriche-Hongrie",
        "russia": "Russie et Italie",
        "france": "France et Turquie",
    }
    usual = reader.get("/api/games/diplomacy/seats?lang=en")
    (diplomacy,) = [each for each in reader.get("/api/games?lang=en") if each["id"] == "diplomacy"]
    assert usual == diplomacy["seats"]
    assert reader.get("/api/games/diplomacy/seats?players=9", status=422)["key"].endswith("option")


def test_an_unknown_game_is_named(reader: Person) -> None:
    answer = reader.get("/api/games/chess/board", 404)
    assert answer["key"] == "problem.game.unknown"
    assert "chess" in answer["text"]


# -- a server whose owner has put figures right


@pytest.mark.one_database
def test_an_owners_data_are_shown_and_played_with(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table keeps its data when the server gets other data."""
    folder = tmp_path / "own" / "attrition"
    folder.mkdir(parents=True)
    folder.joinpath("map.toml").write_text('[[region]]\nid = "rome"\nip = 5\n', encoding="utf-8")
    monkeypatch.setenv("ENTENTE_DATA", str(tmp_path / "own"))
    franz = house.person("Franz")
    change = franz.get("/api/games/attrition/data")["changes"][0]
    assert (change["row"], change["key"], change["new"]) == ("region rome", "ip", 5)
    assert franz.get("/api/games/attrition/board")["facts"]["regions"]["rome"]["ip"] == 5
    table = franz.table("attrition", seats={"central": "me", "entente": "me"})
    monkeypatch.delenv("ENTENTE_DATA")
    house.app.state.services.rooms.forget(table["id"])
    moment = franz.get(f"/api/tables/{table['id']}/positions/0")
    assert moment["seats"]["central"]["view"]["value"]["rome"] == 5
    board = franz.get(f"/api/tables/{table['id']}/board")
    assert board["facts"]["regions"]["rome"]["ip"] == 5
    assert franz.get("/api/games/attrition/board")["facts"]["regions"]["rome"]["ip"] == 1


def test_unusable_data_are_reported_at_the_start(
    sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENTENTE_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DataError):
        create_app(Settings(sqlite_database))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", DRAWN)
def test_a_board_says_which_figures_are_reconstructed(
    reader: Person, game: str, language: str
) -> None:
    loaded = registry.load(game)
    marks = reader.get(f"/api/games/{game}/board?lang={language}")["marks"]
    assert marks.keys() == loaded.presentation.reconstructed_notes().keys()
    assert bool(marks) == bool(loaded.presentation.reconstructed_values())
    known = {*loaded.catalog(language).called, ""}
    assert marks.keys() <= known
    for figures in marks.values():
        assert all(figure and "{" not in figure and "_" not in figure for figure in figures)


def test_reconstructed_figures_have_words() -> None:
    def said(game: str, language: str) -> dict[str, str]:
        figures = library.data(registry.load(game), language).reconstructed
        return {figure.text: figure.kind_name for figure in figures}

    attrition, french = said("attrition", "en"), said("attrition", "fr")
    assert attrition["Berlin, industry: 3"] == "Industry of the regions"
    assert french["Arménie – Levant, par voie terrestre"] == "Liaisons entre régions"
    turmoil = said("turmoil", "en")
    assert turmoil["Serbien muß Sterbien (A1), priority: 2"] == "Priorities of mobilization cards"
    assert "Algeria – Tunisia" in turmoil


def test_a_board_names_what_has_a_reconstructed_figure() -> None:
    attrition = library.reconstructed(registry.load("attrition"))
    assert "berlin" in attrition["industry"]
    assert "armenia levant" in attrition["path"]
    assert library.reconstructed(registry.load("diplomacy")) == {}


def test_the_values_of_an_option_have_words() -> None:
    game = registry.load("attrition")
    tie = {language: library.about(game, language).options for language in ("en", "fr")}
    words = {
        language: next(each.value_names for each in options if each.id == "tie")
        for language, options in tie.items()
    }
    assert words["en"]["draw"] == "a draw"
    assert words["fr"]["draw"] == "partie nulle"


def test_a_player_without_what_it_needs_at_a_game_is_not_listed_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With onnxruntime, but a network for one game only."""
    monkeypatch.setattr(learned, "at_tables", lambda: True)
    monkeypatch.setattr(learned, "is_offered_at", lambda game: game == "turmoil")
    found = [each.game for each in library.players("en") if each.id == "learned"]
    assert found == ["turmoil"]
