"""Mail: plain text in the reader's language, sent by the operator's mail server."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import default
from email.utils import formatdate, make_msgid
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from entente.kernel import say
from entente.kernel.text import Catalog, catalog_of

# Python 3.11 drops spaces between encoded words when it folds a long subject.
UNFOLDED = default.clone(max_line_length=990)
PATIENCE = 15  # seconds for each response of the mail server
LONGEST_ADDRESS = 200
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
    def near(self) -> bool:
        """Whether it runs on this machine, where no one can listen in."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def send_mail(server: MailServer, to: str, subject: str, body: str, unsubscribe: str = "") -> None:
    """Send a mail. Raise OSError or SMTPException if that fails. Blocks: use a thread."""
    mail = EmailMessage(policy=UNFOLDED)
    mail["From"], mail["To"], mail["Subject"] = server.sender, to, " ".join(subject.split())
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2].rstrip("> "))
    mail["Auto-Submitted"] = "auto-generated"
    if unsubscribe:
        mail["List-Unsubscribe"] = f"<{unsubscribe}>"
    mail.set_content(body)
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
        connection.send_message(mail)


def words(language: str) -> Catalog:
    return catalog_of("entente.server", language)


def harmless(name: str) -> str:
    """Return a name that is safe in a mail.

    An intruder can rename an account and must not write to its owner that way: no addresses,
    nothing that becomes a link.
    """
    return "".join(c if c.isalnum() or c in " -'’" else " " for c in name).strip()


def notice_mail(language: str, name: str, text: str, link: str, profile: str) -> str:
    """Return the body of a mail with a notice."""
    message = say("mail.notice", name=harmless(name), text=text, link=link, profile=profile)
    return words(language).say(message)


def confirmation_mail(language: str, link: str, hours: int) -> tuple[str, str]:
    """Return subject and body of an address confirmation.

    Anyone may have given the address, so it contains nothing they wrote.
    """
    body = words(language).say(say("mail.confirm.body", link=link, hours=hours))
    return words(language).get("mail.confirm.subject"), body


def reset_mail(language: str, name: str, link: str, hours: int) -> tuple[str, str]:
    """Return subject and body of a password reset mail."""
    body = words(language).say(say("mail.reset.body", name=harmless(name), link=link, hours=hours))
    return words(language).get("mail.reset.subject"), body


def moved_mail(language: str, profile: str) -> tuple[str, str]:
    """Return subject and body of the mail to an account's former address."""
    body = words(language).say(say("mail.moved.body", profile=profile))
    return words(language).get("mail.moved.subject"), body
