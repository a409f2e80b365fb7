"""Pictures for link previews."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Depends, Request, Response

from entente.kernel import registry
from entente.server.http.dependencies import ReadingSession, RunningServices
from entente.server.http.embedded_page import EmbeddedPage, picture_page
from entente.server.http.limits import limited
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id
from entente.server.pictures import previews
from entente.server.pictures.renderer import Picture
from entente.server.problem import Problem

router = APIRouter(prefix="/api", tags=["library"], route_class=TypedRoute)
PICTURES = (300, 600)  # per network: how many in how many seconds
AGE = "public, max-age=60"


class PngImage(Response):
    """A picture."""

    media_type = "image/png"


@router.get(
    "/tables/{table_id}/preview.png",
    response_class=PngImage,
    dependencies=[Depends(limited(*PICTURES, "previews"))],
)
async def draw_table_preview(table_id: Id, request: Request, services: RunningServices) -> Response:
    """Return the board as a spectator sees it, 1200 by 630 pixels; private tables have none."""
    if not services.settings.public_pages:  # a preview is for everyone
        raise Problem(404, "table.unknown")
    draw = partial(previews.table_svg, services.rooms, table_id)
    return _answer(request, await services.pictures.picture(f"table {table_id}", draw))


@router.get(
    "/tables/{table_id}/embed",
    response_class=EmbeddedPage,
    dependencies=[Depends(limited(*PICTURES, "previews"))],
)
def embed_table(table_id: Id, services: RunningServices, session: ReadingSession) -> Response:
    """Return a live board as a small page for a frame of another site, as spectators see it."""
    public = services.settings.public_pages
    shown = previews.table_preview(session, table_id) if public else None
    if shown is None or shown.picture is None:
        raise Problem(404, "table.unknown")
    return picture_page(
        shown.title, shown.description, shown.language, shown.picture, f"/tables/{table_id}"
    )


@router.get(
    "/games/{game_id}/preview.png",
    response_class=PngImage,
    dependencies=[Depends(limited(*PICTURES, "previews"))],
)
async def draw_game_preview(
    game_id: Id, request: Request, services: RunningServices, language: Language
) -> Response:
    """Return the empty board of a game, 1200 by 630 pixels."""
    if game_id not in registry.available():
        raise Problem(404, "game.unknown", name=game_id)
    draw = partial(previews.game_svg, game_id, language)
    return _answer(request, await services.pictures.picture(f"game {game_id} {language}", draw))


def _answer(request: Request, picture: Picture) -> Response:
    headers = {"etag": picture.etag, "cache-control": AGE}
    if request.headers.get("if-none-match") == picture.etag:
        return Response(status_code=304, headers=headers)
    return PngImage(picture.png, headers=headers)
