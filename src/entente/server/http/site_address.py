"""The address of this site, as browsers and sign-in providers must name it."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import Request

from entente.server.http.security_middleware import is_host
from entente.server.people.passkeys import Site
from entente.server.problem import Problem
from entente.server.services import Services


def site_of(request: Request, services: Services) -> Site:
    """Return the site's address: as configured, otherwise from the request."""
    host = request.headers.get("host", "")
    if not services.settings.public_url and not is_host(host):
        raise Problem(400, "passkey.host")
    own = services.settings.public_url or f"{request.url.scheme}://{host}"
    try:
        name = urlsplit(own).hostname
    except ValueError:  # an invalid address in brackets
        name = None
    if not name:
        raise Problem(400, "passkey.host")
    return Site(name, (own, *services.settings.origins))
