"""Browser push: messages encrypted for one browser (RFC 8291), signed by this server (RFC 8292).

Uses `cryptography` alone: the usual package brings two HTTP clients, and the address named by a
browser must pass our own checks anyway (outgoing_requests.py).
"""

from __future__ import annotations

import base64
import json
import os
import time
from typing import Any
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy.exc import IntegrityError

from entente.server.notices.outgoing_requests import Unreachable, post
from entente.server.storage.database import Sessions
from entente.server.storage.models import Secret

NAME = "push"
DAY = 86_400
RECORD = 4096  # record size; ours have one record
CURVE = ec.SECP256R1()
LONGEST = 700  # characters of a text; services accept 4096 bytes once encrypted

PrivateKey = ec.EllipticCurvePrivateKey


class SubscriptionGone(Exception):
    """The browser has unsubscribed."""


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def server_key(sessions: Sessions) -> PrivateKey:
    """Return this server's key, created once; several processes agree on the first."""
    with sessions() as session:
        known = session.get(Secret, NAME)
    if known is None:
        made = ec.generate_private_key(CURVE).private_numbers().private_value
        try:
            with sessions.begin() as session:
                session.add(Secret(name=NAME, value=f"{made:064x}"))
        except IntegrityError:
            pass  # another process was faster
        with sessions() as session:
            known = session.get_one(Secret, NAME)
    return ec.derive_private_key(int(known.value, 16), CURVE)


def public_part(key: PrivateKey) -> bytes:
    """Return the uncompressed point, as browsers expect it."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def are_keys(p256dh: str, auth: str) -> bool:
    """Return whether a browser's keys are usable."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(p256dh))
        return len(decode(auth)) == 16
    except (ValueError, InvalidKey):
        return False


def seal(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    own: PrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a message for the browser with these keys, with a new key and salt."""
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs = decode(p256dh)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    mine = public_part(own)
    secret = _derive(shared, decode(auth), b"WebPush: info\0" + theirs + mine, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)  # 2 marks the last record
    return salt + RECORD.to_bytes(4) + bytes([len(mine)]) + mine + sealed


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def signature(endpoint: str, key: PrivateKey, contact: str) -> str:
    """Return the authorization header for the push service, valid for half a day."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + DAY // 2}
    if contact:
        claims["sub"] = contact
    words = [json.dumps(part).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(map(encode, words))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}"
    return f"vapid t={token}, k={encode(public_part(key))}"


async def send_push(
    endpoint: str,
    keys: dict[str, str],
    message: dict[str, Any],
    *,
    key: PrivateKey,
    contact: str,
    local: bool,
    urgent: bool = False,
) -> None:
    """Push a message.

    Raise SubscriptionGone if the browser has unsubscribed, Unreachable if it failed."""
    short = {**message, "body": message["body"][:LONGEST]}
    plain = json.dumps(short, ensure_ascii=False).encode()
    headers = {
        "Authorization": signature(endpoint, key, contact),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(DAY),
        "Urgency": "high" if urgent else "normal",
    }
    status = await post(endpoint, seal(plain, keys["p256dh"], keys["auth"]), headers, local=local)
    if status in (404, 410):
        raise SubscriptionGone
    if not 200 <= status < 300:
        raise Unreachable(f"HTTP {status}")
