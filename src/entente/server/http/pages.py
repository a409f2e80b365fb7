"""The web client: the files of the build in `static`, and the API documentation.

The client routes its own paths, so every path that is not a file gets the same page, with the tags
by which other sites show a preview of the link.
"""

from __future__ import annotations

import gzip
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from entente.kernel.text import catalog_of
from entente.server.http.error_responses import reader_language
from entente.server.http.limits import Limit, network
from entente.server.http.negotiation import accepts_gzip
from entente.server.http.page_previews import needs_database, page_preview, with_preview
from entente.server.http.plain_rules import router as plain_rules
from entente.server.http.plain_rules import to_plain_rules
from entente.server.pictures.previews import site_preview
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.digests import digest

STATIC = Path(str(files("entente.server") / "static"))
INDEX = "index.html"
OURS = ("api", "ws", "docs", "openapi.json", "health", "metrics", "swagger", "assets")
COMPRESSED = ("assets/", "swagger/")  # folders with files that are stored as gzip
FOR_GOOD = "public, max-age=31536000, immutable"  # file names change with their content
ASK_AGAIN = "no-cache"
PREVIEWS = (60, 60.0)  # pages with a preview of their own: how many in how many seconds

router = APIRouter(include_in_schema=False)

_DOCS = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Entente API</title>
<link rel="stylesheet" href="/swagger/swagger-ui.css"></head>
<body><div id="swagger"></div><script src="/swagger/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script></body></html>
"""
# Unsafe requests need the CSRF token here too.
_START = """'use strict';
async function withToken(request) {
  if (!['GET', 'HEAD'].includes(request.method)) {
    const me = await (await fetch('/api/me')).json();
    if (me) request.headers['X-CSRF-Token'] = me.csrf;
  }
  return request;
}
SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger', requestInterceptor: withToken });
"""


@router.get("/docs")
def docs() -> HTMLResponse:
    """Serve the API documentation, with requests to try."""
    return HTMLResponse(_DOCS, headers={"cache-control": ASK_AGAIN})


@router.get("/docs/start.js")
def start() -> PlainTextResponse:
    return PlainTextResponse(_START, media_type="text/javascript")


def client_is_built(folder: Path = STATIC) -> bool:
    """Return whether the web client is installed; a wheel from a plain checkout has none."""
    return (folder / INDEX).is_file()


class Client(StaticFiles):
    """The built client."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.folder = folder
        # In memory: a limit that spares the database must not query it.
        self.previews = Limit(*PREVIEWS, name="page previews")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # an unknown websocket path
            await send({"type": "websocket.close", "code": 4404})
            return
        response = await self.get_response(self.get_path(scope), scope)
        await response(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        known = path.split("/")[0] in OURS
        try:
            response = await self._file(path, scope)
        except HTTPException as error:
            if known or error.status_code != 404:
                key = "method" if error.status_code == 405 and not known else "path"
                raise Problem(405 if key == "method" else 404, key) from None
            return await self._index(scope)
        response.headers["cache-control"] = FOR_GOOD if path.startswith("assets/") else ASK_AGAIN
        return response

    async def _file(self, path: str, scope: Scope) -> Response:
        """Serve a file; one that is stored compressed, as such if the browser takes it."""
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not path.startswith(COMPRESSED):
                raise
        response = await super().get_response(f"{path}.gz", scope)
        response.headers["content-type"] = guess_type(path)[0] or "application/octet-stream"
        response.headers["vary"] = "accept-encoding"
        if response.status_code == 304:
            return response
        if accepts_gzip(Request(scope).headers):
            response.headers["content-encoding"] = "gzip"
            return response
        packed = await run_in_threadpool((self.folder / f"{path}.gz").read_bytes)
        kept = {name: response.headers[name] for name in ("content-type", "vary", "etag")}
        return Response(await run_in_threadpool(gzip.decompress, packed), headers=kept)

    async def _index(self, scope: Scope) -> Response:
        if not client_is_built(self.folder):
            words = catalog_of("entente.server", reader_language(Request(scope)))
            return PlainTextResponse(words.get("page.unbuilt"), 503)
        request = Request(scope)
        page = await run_in_threadpool(self._page_with_preview, request)
        tag = f'"{digest(page)[:32]}"'
        headers = {"cache-control": ASK_AGAIN, "vary": "accept-language", "etag": tag}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return HTMLResponse(page, headers=headers)

    def _page_with_preview(self, request: Request) -> str:
        """Return the page with the preview of what its path shows."""
        page = (self.folder / INDEX).read_text(encoding="utf-8")
        services: Services = request.app.state.services
        language = reader_language(request)
        try:
            if needs_database(request.url.path):
                self.previews.take(network(request))
            preview = page_preview(services, request.url.path, language)
        except (SQLAlchemyError, Problem):  # too many, or the page itself says what is wrong
            preview = site_preview(language)
        base = services.settings.public_url or str(request.base_url).rstrip("/")
        page = with_preview(page, preview, base, request.url.path)
        plain = to_plain_rules(request.url.path, language)
        return page.replace("</head>", f"{plain}</head>", 1)


def add_pages(app: FastAPI) -> None:
    """Mount the client last, since it answers every remaining path."""
    app.include_router(router)
    app.include_router(plain_rules)
    app.mount("/", Client(), name="client")
