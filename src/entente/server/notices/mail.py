"""Mail: text and HTML in the reader's language, sent by the operator's mail server."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from email.policy import default
from email.utils import formatdate, make_msgid
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from entente.kernel import Message, say
from entente.kernel.text import Catalog, catalog_of
from entente.server.notices.items import NoticeItem
from entente.server.notices.mail_page import (
    PICTURE_ID,
    MailContent,
    MailEntry,
    MailLink,
    as_html,
    as_text,
)
from entente.server.notices.outgoing_requests import DeliveryRefused

# Python 3.11 drops spaces between encoded words when it folds a long subject.
UNFOLDED = default.clone(max_line_length=990)
PATIENCE = 15  # seconds for each response of the mail server
LONGEST_ADDRESS = 200
LONGEST_ANSWER = 200  # characters of a mail server's answer
GONE = (550, 551, 553)  # codes of a mailbox that accepts no mail
_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)


def is_address(text: str) -> bool:
    """Return whether a text can be an e-mail address; only a mail shows whether it is one."""
    user = text.partition("@")[0]
    dots = user.startswith(".") or user.endswith(".") or ".." in user
    return len(text) <= LONGEST_ADDRESS and not dots and bool(_ADDRESS.fullmatch(text))


class MailServer(NamedTuple):
    """The mail server, from `smtp://user:password@host:587?from=address`."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False  # implicit TLS: smtps://

    @classmethod
    def of(cls, url: str) -> MailServer:
        """Parse the setting. Raise ValueError if it is invalid."""
        parts = urlsplit(url)
        sender = parse_qs(parts.query).get("from", [""])[0]
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise ValueError("ENTENTE_SMTP_URL must look like smtp://host:587?from=address")
        if not sender:
            raise ValueError("ENTENTE_SMTP_URL needs ?from=address, the sender of our mails")
        tls = parts.scheme == "smtps"
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        port = parts.port or (465 if tls else 587 if user else 25)
        return cls(parts.hostname, port, sender, user, password, tls)

    @property
    def domain(self) -> str:
        """The domain of our Message-IDs: the sender's."""
        return self.sender.rpartition("@")[2].rstrip("> ")

    @property
    def near(self) -> bool:
        """Whether it runs on this machine, where no one can listen in."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


class MailRefused(DeliveryRefused):
    """The mailbox does not exist, or accepts no mail."""


def send_mail(
    server: MailServer,
    to: str,
    mail: MailContent,
    *,
    headers: Mapping[str, str] | None = None,
    picture: bytes | None = None,
) -> None:
    """Send a mail. Blocks: use a thread.

    Raise MailRefused if the mailbox refuses mail for good, OSError or SMTPException if sending
    fails.
    """
    message = written(server, to, mail, headers=headers, picture=picture)
    if server.tls:
        context = ssl.create_default_context()
        connection: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=PATIENCE, context=context
        )
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
    with connection:
        connection.ehlo()
        if not server.tls and connection.has_extn("starttls"):
            connection.starttls(context=ssl.create_default_context())
            connection.ehlo()
        elif server.user and not server.tls and not server.near:
            raise smtplib.SMTPNotSupportedError("no TLS: the password would be sent in the clear")
        if server.user:
            connection.login(server.user, server.password)
        try:
            connection.send_message(message)
        except smtplib.SMTPRecipientsRefused as refused:
            code, answer = refused.recipients.get(to, (0, b""))
            raise _refusal(code, answer) or refused from refused
        except smtplib.SMTPDataError as refused:
            raise _refusal(refused.smtp_code, refused.smtp_error) or refused from refused


def written(
    server: MailServer,
    to: str,
    mail: MailContent,
    *,
    headers: Mapping[str, str] | None = None,
    picture: bytes | None = None,
) -> EmailMessage:
    """Return a mail as text and HTML, with an inline picture."""
    message = EmailMessage(policy=UNFOLDED)
    message["From"], message["To"] = server.sender, to
    message["Subject"] = " ".join(mail.subject.split())
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=server.domain)
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"  # for Exchange
    for name, value in (headers or {}).items():
        message[name] = value
    shown = mail if picture is not None else mail._replace(picture="")
    message.set_content(as_text(mail))
    message.add_alternative(as_html(shown), subtype="html")
    if picture is not None:
        page = message.get_payload()[1]  # type: ignore[index]
        page.add_related(  # type: ignore[union-attr]
            picture, "image", "png", cid=f"<{PICTURE_ID}>", filename="board.png"
        )
    message["Content-Language"] = mail.language  # last: it would move to a part
    return message


def _refusal(code: int, answer: bytes | str) -> MailRefused | None:
    """Return a permanent refusal by the mailbox; not one of our server's policy or its own load."""
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    enhanced = re.match(r"5\.(\d+)\.(\d+)\b", shown)
    mailbox = enhanced is None or enhanced[1] == "1" or enhanced[0] == "5.2.1"
    return MailRefused(f"{code} {shown}"[:LONGEST_ANSWER]) if code in GONE and mailbox else None


def words(language: str) -> Catalog:
    return catalog_of("entente.server", language)


def harmless(name: str) -> str:
    """Return a name that is safe in a mail.

    An intruder can rename an account and must not write to its owner that way: no addresses,
    nothing that becomes a link.
    """
    return "".join(c if c.isalnum() or c in " -'’" else " " for c in name).strip()


def thread_headers(server: MailServer, table_id: str | None) -> dict[str, str]:
    """Return headers by which mail programs show the mails of a table together."""
    if table_id is None:
        return {}
    first = f"<table-{table_id}@{server.domain}>"
    return {"In-Reply-To": first, "References": first}


def unsubscribe_headers(link: str) -> dict[str, str]:
    """Return headers for unsubscribing with one click (RFC 8058)."""
    if not link.startswith("https://"):
        return {"List-Unsubscribe": f"<{link}>"} if link else {}
    return {
        "List-Unsubscribe": f"<{link}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def notice_mail(
    language: str, name: str, items: Sequence[NoticeItem], unsubscribe: str, profile: str
) -> MailContent:
    """Return a mail with one notice, or a digest of several."""
    ours = words(language)
    kinds = {item.kind for item in items}
    entries = tuple(
        MailEntry(
            " ".join(filter(None, (item.headline, item.ending))),
            item.time_left,
            item.quoted,
            _button(ours, item),
        )
        for item in items
    )
    several = len(items) > 1
    subject = (
        ours.say(say("mail.digest", n=len(items), first=items[0].headline))
        if several
        else items[0].headline
    )
    one = next(iter(kinds)) if len(kinds) == 1 else "all"
    return MailContent(
        language=language,
        subject=subject,
        greeting=ours.say(say("mail.hello", name=harmless(name))),
        entries=entries,
        footer=(ours.get("mail.why"),),
        footer_links=(
            MailLink(ours.get(f"mail.stop_{one}"), unsubscribe),
            MailLink(ours.get("mail.settings"), profile),
        ),
        picture="" if several else ours.get("mail.picture"),
    )


def _button(ours: Catalog, item: NoticeItem) -> MailLink:
    key = "mail.open_table" if item.table_id is not None else "mail.open_site"
    if item.kind == "message":
        key = "mail.open_message"
    return MailLink(ours.get(key), item.link)


def confirmation_mail(language: str, link: str, hours: int) -> MailContent:
    """Return an address confirmation.

    Anyone may have given the address, so it contains nothing they wrote.
    """
    return _account_mail(language, "confirm", link, hours=hours)


def reset_mail(language: str, name: str, link: str, hours: int) -> MailContent:
    """Return a password reset mail."""
    greeting = words(language).say(say("mail.hello", name=harmless(name)))
    return _account_mail(language, "reset", link, hours=hours)._replace(greeting=greeting)


def moved_mail(language: str, profile: str) -> MailContent:
    """Return the mail to an account's former address."""
    return _account_mail(language, "moved", profile)


def _account_mail(language: str, kind: str, link: str, **args: int) -> MailContent:
    ours = words(language)
    button = MailLink(ours.get(f"mail.{kind}.button"), link)
    return MailContent(
        language=language,
        subject=ours.get(f"mail.{kind}.subject"),
        greeting=ours.get("mail.hello_stranger"),
        entries=(MailEntry(ours.say(Message(f"mail.{kind}.body", dict(args))), link=button),),
        notes=(ours.get(f"mail.{kind}.note"),),
    )
