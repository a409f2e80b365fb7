"""The games and their reference pages, cached by etag."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from entente.kernel.text import LANGUAGES
from entente.server import library
from entente.server.http.negotiation import accepts_gzip, preferred_language
from entente.server.http.typed_routes import TypedRoute

router = APIRouter(tags=["games"], route_class=TypedRoute)


class StyleSheet(Response):
    media_type = "text/css"


class Script(Response):
    media_type = "text/javascript"


GameId = Annotated[str, Path(max_length=40)]


async def reader_language(
    request: Request, lang: Annotated[str | None, Query(max_length=5)] = None
) -> str:
    """Return the requested language, else the reader's own, else English."""
    return preferred_language(lang or request.headers.get("accept-language", ""))


Language = Annotated[str, Depends(reader_language)]


def answer(request: Request, page: library.Page) -> Response:
    headers = {
        "etag": page.etag,
        "cache-control": "no-cache",
        "vary": "accept-language, accept-encoding",
    }
    if page.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if accepts_gzip(request.headers):
        headers["content-encoding"] = "gzip"
        return Response(page.packed, media_type=page.kind, headers=headers)
    return Response(page.body, media_type=page.kind, headers=headers)


@router.get("/api/games", response_model=list[library.GameInfo])
def list_games(request: Request, language: Language) -> Response:
    """Return the games, with their seats and options in words."""
    return answer(request, library.page("games", language))


@router.get("/api/players", response_model=list[library.ComputerInfo])
def list_players(request: Request, language: Language) -> Response:
    """Return the computer players, with a sentence about each."""
    return answer(request, library.page("players", language))


@router.get("/api/games/{game_id}/seats")
def list_seats(request: Request, game_id: GameId, language: Language) -> dict[str, str]:
    """Return the seats under options given as parameters, such as `players=3`."""
    options = {name: value for name, value in request.query_params.items() if name != "lang"}
    return library.seats(library.find(game_id), options, language)


@router.get("/api/games/{game_id}/text", response_model=library.GameText)
def get_game_text(request: Request, game_id: GameId, language: Language) -> Response:
    """Return the names of things, and the short texts that a client shows itself."""
    return answer(request, library.page("text", language, game_id))


@router.get("/api/games/{game_id}/board", response_model=library.Board)
def get_game_board(request: Request, game_id: GameId, language: Language) -> Response:
    """Return the empty board: the inside of an SVG element, and its facts."""
    return answer(request, library.page("board", language, game_id))


@router.get("/api/games/{game_id}/board.css", response_class=StyleSheet)
def get_board_style(request: Request, game_id: GameId) -> Response:
    """Return the board's colours, light and dark; the SVG element has classes `board <game>`."""
    return answer(request, library.page("style", LANGUAGES[0], game_id))


@router.get("/api/games/{game_id}/board.js", response_class=Script)
def get_board_script(request: Request, game_id: GameId) -> Response:
    """Return the module that draws the board of a game from another package, if it has one."""
    return answer(request, library.page("script", LANGUAGES[0], game_id))


@router.get("/api/games/{game_id}/rules", response_model=library.Rules)
def get_rules(request: Request, game_id: GameId, language: Language) -> Response:
    """Return our summary of the rules, by section."""
    return answer(request, library.page("rules", language, game_id))


@router.get("/api/games/{game_id}/cards", response_model=list[library.CardInfo])
def list_cards(request: Request, game_id: GameId, language: Language) -> Response:
    """Return every card of the game, in our words and with its figures."""
    return answer(request, library.page("cards", language, game_id))


@router.get("/api/games/{game_id}/data", response_model=library.GameData)
def get_game_data(request: Request, game_id: GameId, language: Language) -> Response:
    """Return which figures are reconstructed, which are in doubt, and how to correct them."""
    return answer(request, library.page("data", language, game_id))
