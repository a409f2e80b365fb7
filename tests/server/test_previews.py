"""Link previews: tags and pictures show what a stranger may see, and no more."""

from __future__ import annotations

import re
import struct
from html import unescape
from pathlib import Path

import pytest
from starlette.routing import Mount

from entente.kernel import LANGUAGES, Match, registry
from entente.kernel.svg_styles import resolved
from entente.server.http.page_previews import with_preview
from entente.server.http.pages import PREVIEWS, Client
from entente.server.pictures import previews, renderer
from entente.server.pictures.card import HEIGHT, WIDTH, CardText, card_svg, drawable
from entente.server.pictures.previews import Preview, game_svg
from entente.server.problem import Problem
from tests.server.people import House, Json, Person
from tests.server.test_limits import standing

pytestmark = pytest.mark.one_database

PAGE = '<html lang="en"><head><title>Entente</title></head><body></body></html>'
TITLE = "Sunday <evening>"


@pytest.fixture
def client_files(house: House, tmp_path: Path) -> None:
    """A client whose page is short."""
    (tmp_path / "index.html").write_text(PAGE)
    mounted = next(each for each in house.app.routes if getattr(each, "name", "") == "client")
    mounted.app = Client(tmp_path)  # type: ignore[attr-defined]


def tags(person: Person, path: str) -> dict[str, str]:
    """The preview of a page, as another site reads it."""
    answer = person.client.get(path)
    assert answer.status_code == 200
    meta = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', answer.text)
    title = re.findall(r"<title>(.*?)</title>", answer.text)
    assert len(title) == 1
    assert "<evening>" not in answer.text  # what players write is escaped
    return {name: unescape(content) for name, content in (*meta, ("title", title[0]))}


def svg_of(house: House, table: Json) -> str:
    return previews.table_svg(house.app.state.services.rooms, table["id"])


def picture(table: Json) -> str:
    return f"/api/tables/{table['id']}/preview.png"


@pytest.mark.usefixtures("client_files")
def test_a_table_is_shown_with_its_title_players_and_picture(house: House) -> None:
    ann, ben = house.person("Ann"), house.person("Ben", "fr")
    table = ann.table("turmoil", seats={"liberal": "me"}, title=TITLE)
    shown = tags(ben, f"/tables/{table['id']}")
    assert shown["og:title"] == f"Europe in Turmoil: {TITLE}"
    assert shown["title"].endswith("· Entente")
    assert "is waiting for players" in shown["og:description"]  # the language of the table
    assert "Liberal: Ann" in shown["og:description"]
    assert shown["og:locale"] == "en_GB"
    assert shown["og:image"].endswith(picture(table))
    assert shown["twitter:card"] == "summary_large_image"
    assert (shown["og:image:width"], shown["og:image:height"]) == ("1200", "630")
    # An offered seat: the secret in its address is not repeated.
    token = ann.post(f"/api/tables/{table['id']}/offer", seat="liberal")["token"]
    offered = tags(ben, f"/take/{table['id']}/{token}")
    assert token not in str(offered)
    assert "offered a seat" in offered["og:description"]
    # Other pages.
    assert tags(ben, "/games/pax/rules")["og:title"] == "Pax Britannica"
    ben.post("/api/register", name="Ben Ou", password="correct horse")
    assert tags(ann, "/people/ben%20ou")["og:title"] == "Ben Ou"
    for path in (
        "/",
        "/people/Ann",
        "/tables/new",
        "/tables/nosuchtable0000",
        "/games/whist",
        "/take/x/y",
    ):
        assert tags(ben, path)["og:title"] == "Entente", path
    assert "quatre jeux" in tags(ben, "/")["description"]


@pytest.mark.usefixtures("client_files")
def test_a_private_table_shows_nothing_but_that_it_is_one(house: House) -> None:
    ann, ben = house.person("Ann"), house.person("Ben")
    table = ann.table("turmoil", seats={"liberal": "me"}, title=TITLE, private=True)
    for path in (
        f"/tables/{table['id']}",
        f"/tables/{table['id']}/story",
        f"/take/{table['id']}/x",
    ):
        shown = tags(ben, path)
        assert shown["og:title"] == "A private table"
        assert "og:image" not in shown
        words = str(shown).replace(table["id"], "")
        assert not re.search("Ann|Turmoil|evening|iberal", words)
    assert ben.client.get(picture(table)).status_code == 404
    with pytest.raises(Problem):
        svg_of(house, table)


@pytest.mark.usefixtures("client_files")
def test_names_of_an_anonymous_table_stay_out_until_its_end(house: House) -> None:
    ann, ben = house.person("Ann"), house.person("Ben")
    table = ann.table("turmoil", seats={"liberal": "me"}, anonymous=True)
    ben.sit(table, "authoritarian")
    assert not re.search("Ann|Ben", str(tags(ann, f"/tables/{table['id']}")))
    assert not re.search(">(Ann|Ben)<", svg_of(house, table))
    ann.post(f"/api/tables/{table['id']}/concede", seat="liberal")
    assert "Ann" in str(tags(ann, f"/tables/{table['id']}"))


def test_a_picture_reveals_nothing_hidden(house: House) -> None:
    """Sealed orders and hidden cards leave no trace; a table without spectators has an empty
    board."""
    ann, ben = house.person("Ann"), house.person("Ben")
    diplomacy = registry.load("diplomacy")
    seats = dict.fromkeys(diplomacy.seats(diplomacy.info.complete({})), "me")
    table = ann.table("diplomacy", seats=seats)
    before = svg_of(house, table)
    with ann.live(table) as live:
        done = live.act("england", "F EDI - NWG; F LON - NTH; A LVP - YOR; orders")
        assert done["type"] == "done"
    assert svg_of(house, table) == before
    # Two games with other cards in their hands look alike.
    pictures = set()
    for _ in range(2):
        hidden = ann.table("turmoil", seats={"liberal": "me"})
        ben.sit(hidden, "authoritarian")
        pictures.add(svg_of(house, hidden).split("Entente</text>")[0])
    assert len(pictures) == 1
    closed = ann.table("turmoil", seats={"liberal": "me"}, spectators=False)
    ben.sit(closed, "authoritarian")
    assert '<g class="pieces" />' in svg_of(house, closed).replace("ns0:", "")


def test_pictures_are_rendered_once_and_not_sent_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.person("Ann")
    table = ann.table("attrition", seats={"central": "me"}, language="fr")
    answer = ann.client.get(picture(table))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    assert struct.unpack(">II", answer.content[16:24]) == (WIDTH, HEIGHT)
    etag = answer.headers["etag"]

    async def fail(svg: str) -> bytes:
        raise AssertionError("rendered again")

    monkeypatch.setattr(house.app.state.services.pictures, "_render", fail)
    again = ann.client.get(picture(table), headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")
    # An unchanged drawing is not rendered again either, however old the picture is.
    monkeypatch.setattr(renderer, "FRESH", -1.0)
    assert ann.client.get(picture(table)).headers["etag"] == etag
    # If many wait, others are refused, and told when to try again.
    monkeypatch.setattr(renderer, "WAITING", 0)
    busy = ann.client.get(picture(table))
    assert busy.status_code == 503
    assert busy.headers["retry-after"]
    assert ann.client.get("/api/games/whist/preview.png").status_code == 404


@pytest.mark.parametrize("game_id", ["attrition", "diplomacy", "pax", "turmoil"])
def test_a_position_is_drawn_without_a_style_sheet(game_id: str) -> None:
    """The board has pieces, and every colour is one that the renderer understands."""
    game = registry.load(game_id)
    view = Match(game, game.info.complete({}), "seed").position.view(None)
    for language in LANGUAGES:
        svg = card_svg(game, view, CardText("Title"), game.catalog(language))
        assert not re.search(r"var\(|light-dark|color-mix|<style|--[a-z]", svg)
        assert svg.count("fill=") > 100
        assert svg != game_svg(game_id, language)
        assert '<g class="pieces" />' not in svg.replace("ns0:", "")


def test_functions_of_style_sheets_are_resolved() -> None:
    known = {"--a": "light-dark(#ff0000, #000000)", "--b": "var(--a)"}
    assert resolved("var(--b)", known) == "#ff0000"
    assert resolved("var(--none, #123456)", known) == "#123456"
    assert resolved("color-mix(in srgb, var(--a) 50%, #0000ff)", known) == "#800080"
    assert resolved("rgb(1 2 3 / 0.5)", known) == "rgba(1, 2, 3, 0.5)"
    assert drawable("Zoë 🐻 Ελένη 東") == "Zoë  Ελένη "


def test_a_hostile_title_stays_text() -> None:
    wicked = Preview('"><script>alert(1)</script>', r"\g<0> & </head>", "en")
    page = with_preview(PAGE, wicked, "https://example.org", "/tables/x")
    assert "<script>" not in page
    assert page.count("</head>") == 1


@pytest.mark.usefixtures("client_files")
def test_many_pages_from_one_network_have_the_preview_of_the_site(house: House) -> None:
    """The page itself always comes; only what its preview reads from the database is limited."""
    (client,) = (
        route.app
        for route in house.app.routes
        if isinstance(route, Mount) and isinstance(route.app, Client)
    )
    client.previews.clock = standing()
    ann, stranger = house.person("Ann"), house.person("Ben", host="10.1.2.3")
    table = ann.table("turmoil", seats={"liberal": "me"}, title=TITLE)
    path = f"/tables/{table['id']}"
    for _ in range(PREVIEWS[0]):
        assert tags(ann, path)["og:title"] == f"Europe in Turmoil: {TITLE}"
    assert tags(ann, path)["og:title"] == "Entente"
    assert tags(ann, "/people/Nobody")["og:title"] == "Entente"
    assert tags(ann, "/games/turmoil")["og:title"] == "Europe in Turmoil"
    assert tags(stranger, path)["og:title"] == f"Europe in Turmoil: {TITLE}"
