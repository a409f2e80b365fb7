"""Webhooks: a notice as a message for Discord and compatible services."""

from __future__ import annotations

import json

from entente.server.notices.outgoing_requests import Unreachable, post

LONGEST = 2000  # Discord's limit in characters


async def send_webhook(url: str, text: str, link: str, *, local: bool) -> None:
    """Post a message. Raise Unreachable if it was not accepted."""
    content = f"{text}\n{link}" if link else text
    # A player's name must not mention anyone.
    body = {"content": content[:LONGEST], "allowed_mentions": {"parse": []}}
    headers = {"Content-Type": "application/json", "User-Agent": "Entente"}
    status = await post(url, json.dumps(body).encode(), headers, local=local)
    if not 200 <= status < 300:
        raise Unreachable(f"status {status}")
