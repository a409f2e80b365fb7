"""An OpenID Connect provider that really runs: discovery, keys, a page that signs in at once, and
tokens for codes, with PKCE."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "entente", "provider's secret"


class OpenIdServer:
    """The provider, and the person who is signed in with it."""

    def __init__(self) -> None:
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.person: dict[str, Any] = {"sub": "1", "preferred_username": "Ada"}
        self.changes: dict[str, Any] = {}  # to the claims of a token, to forge it
        self.signer = self.key
        self.codes: dict[str, dict[str, str]] = {}
        self.requests = 0
        self.issuer = ""

    def authorize(self, address: str) -> str:
        """Sign in at the provider's page; return where it sends the browser."""
        parts = urlsplit(address)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        assert f"{parts.scheme}://{parts.netloc}" == self.issuer
        assert (query["response_type"], query["client_id"]) == ("code", CLIENT)
        code = secrets.token_urlsafe(8)
        self.codes[code] = query
        answer = urlencode({"code": code, "state": query["state"]})
        return f"{urlsplit(query['redirect_uri']).path}?{answer}"

    def token(self, form: dict[str, str], authorization: str) -> dict[str, str] | None:
        """Exchange a code, once, for its client and with its verifier."""
        query = self.codes.pop(form["code"], None)
        pair = base64.b64decode(authorization.removeprefix("Basic ")).decode()
        if query is None or pair != f"{CLIENT}:provider%27s%20secret":
            return None
        challenge = hashlib.sha256(form["code_verifier"].encode()).digest()
        if base64.urlsafe_b64encode(challenge).rstrip(b"=").decode() != query["code_challenge"]:
            return None
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": query["nonce"],
            **self.person,
            **self.changes,
        }
        return {"id_token": jwt.encode(claims, self.signer, "RS256", {"kid": "k1"})}

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }

    def keys(self) -> dict[str, Any]:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [{**public, "kid": "k1", "use": "sig", "alg": "RS256"}]}


@contextmanager
def openid_server() -> Iterator[OpenIdServer]:
    """Run a provider on a free port of this machine."""
    provider = OpenIdServer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider.requests += 1
            known = {
                "/.well-known/openid-configuration": provider.configuration,
                "/keys": provider.keys,
            }
            self.answer(known[self.path]())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self.answer(provider.token(form, self.headers.get("authorization", "")))

        def answer(self, content: object) -> None:
            body = json.dumps(content or {"error": "invalid_grant"}).encode()
            self.send_response(200 if content else 400)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *given: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider.issuer = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join()
