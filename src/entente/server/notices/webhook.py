"""Webhooks: notices as messages for Discord, for Slack, or as plain JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal
from urllib.parse import urlsplit

from entente.server.notices.items import NoticeItem
from entente.server.notices.outgoing_requests import DeliveryRefused, Unreachable, post
from entente.server.problem import Problem

WebhookFormat = Literal["json", "discord", "slack"]
LONGEST = 2000  # Discord's limit in characters
GONE = (404, 410)  # the address no longer exists
_DISCORD, _SLACK = ("discord.com", "discordapp.com"), ("slack.com", "slack-gov.com")
# A title or a name must not become a masked link or a mention.
_MARKDOWN = re.compile(r"([\\*_~`|>\[\]#@<])")


def format_of(preferences: Mapping[str, Any]) -> WebhookFormat:
    """Return the chosen format, or the one that the address needs; Discord's for other addresses.

    Before formats could be chosen, all messages had Discord's.
    """
    if (chosen := preferences.get("webhook_format")) is not None:
        return chosen  # type: ignore[no-any-return]
    return "slack" if _is_of(preferences.get("webhook", ""), _SLACK) else "discord"


def check_format(url: str, chosen: WebhookFormat) -> None:
    """Raise Problem 422 if an address is known to understand another format."""
    needs = "discord" if _is_of(url, _DISCORD) else "slack" if _is_of(url, _SLACK) else chosen
    if chosen != needs:
        raise Problem(422, "account.webhook_format", service=needs.capitalize())


def _is_of(url: str, domains: Sequence[str]) -> bool:
    host = (urlsplit(url).hostname or "") if url else ""
    return any(host == each or host.endswith(f".{each}") for each in domains)


async def send_webhook(
    url: str, chosen: WebhookFormat, items: Sequence[NoticeItem], *, local: bool
) -> None:
    """Post notices as one message.

    Raise DeliveryRefused if the address no longer exists, Unreachable if it was not accepted.
    """
    body = {"discord": discord, "slack": slack, "json": plain}[chosen](items)
    headers = {"Content-Type": "application/json", "User-Agent": "Entente"}
    status = await post(url, json.dumps(body).encode(), headers, local=local)
    if status in GONE:
        raise DeliveryRefused(f"HTTP {status}")
    if not 200 <= status < 300:
        raise Unreachable(f"HTTP {status}")


def discord(items: Sequence[NoticeItem]) -> dict[str, Any]:
    content = "\n".join(
        "\n".join(filter(None, (_MARKDOWN.sub(r"\\\1", each.text), each.link))) for each in items
    )
    # A player's name must not mention anyone.
    return {"content": content[:LONGEST], "allowed_mentions": {"parse": []}}


def slack(items: Sequence[NoticeItem]) -> dict[str, Any]:
    lines = "\n".join("\n".join(filter(None, (_for_slack(e.text), e.link))) for e in items)
    return {"text": lines[:LONGEST], "mrkdwn": False, "unfurl_links": False}


def _for_slack(text: str) -> str:
    """Escape what Slack reads as a link or a mention."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def plain(items: Sequence[NoticeItem]) -> dict[str, Any]:
    return {"notices": [_facts(each) for each in items]}


def _facts(item: NoticeItem) -> dict[str, Any]:
    due = None if item.due is None else datetime.fromtimestamp(item.due, UTC).isoformat()
    return {
        "id": item.id,
        "key": item.key,
        "kind": item.kind,
        "table": item.table_id,
        "game": item.game,
        "title": item.title,
        "seat": item.seat,
        "text": item.text,
        "link": item.link,
        "due": due,
    }
