"""Webhooks: a notice as the message that Discord, and others after its example, understand."""

from __future__ import annotations

import json

from entente.server.notices.outgoing_requests import Unreachable, post

LONGEST = 2000  # characters that Discord takes


async def send_webhook(url: str, text: str, link: str, *, local: bool) -> None:
    """Post a message; Unreachable if it was not taken."""
    content = f"{text}\n{link}" if link else text
    # Nobody may be called by a name that a player gave himself.
    body = {"content": content[:LONGEST], "allowed_mentions": {"parse": []}}
    headers = {"Content-Type": "application/json", "User-Agent": "Entente"}
    status = await post(url, json.dumps(body).encode(), headers, local=local)
    if not 200 <= status < 300:
        raise Unreachable(f"status {status}")
