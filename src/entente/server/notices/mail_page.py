"""The layout of our mails: the same content as plain text and as HTML, light and dark.

Mail programs know little CSS: the layout is a table, and every style is inline. Programs that
support a dark mode get its colours from the style sheet.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple


class MailLink(NamedTuple):
    label: str
    address: str


class MailEntry(NamedTuple):
    """A part of a mail: what has happened, how much time is left, and where to look."""

    text: str
    time_left: str = ""
    quoted: str = ""
    link: MailLink | None = None


class MailContent(NamedTuple):
    """A mail in its reader's language."""

    language: str
    subject: str
    greeting: str
    entries: tuple[MailEntry, ...]
    notes: tuple[str, ...] = ()  # below the entries
    footer: tuple[str, ...] = ()
    footer_links: tuple[MailLink, ...] = ()
    picture: str = ""  # what the picture shows


PICTURE_ID = "board"  # content id of the picture


def as_text(mail: MailContent) -> str:
    parts = [mail.greeting]
    for entry in mail.entries:
        lines = [entry.text, entry.time_left, entry.quoted]
        if entry.link is not None and entry.link.address:
            lines.append(entry.link.address)
        parts.append("\n".join(filter(None, lines)))
    parts += mail.notes
    links = [f"{link.label}\n{link.address}" for link in mail.footer_links if link.address]
    if mail.footer or links:
        parts.append("-- \n" + "\n".join((*mail.footer, *links)))
    return "\n\n".join(parts) + "\n"


_STYLE = """
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #1f1c18 !important; color: #efe7d6 !important; }
  .sheet { background: #2a2620 !important; border-color: #463f34 !important; }
  .rule { border-color: #463f34 !important; }
  .text { color: #efe7d6 !important; }
  .faint, .faint a { color: #b3a78e !important; }
  .due { background: #3c3015 !important; color: #e7b95b !important; }
  .quote { border-color: #6d6450 !important; color: #d8cfb9 !important; }
  .button { background: #8cc0f2 !important; color: #10202f !important; }
}
"""
_FONT = "font-family:Georgia,'Times New Roman',serif;"
_PLAIN = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;"


def as_html(mail: MailContent) -> str:
    parts = [f'<p class="text" style="margin:0 0 14px;color:#2c241b">{_html(mail.greeting)}</p>']
    for number, entry in enumerate(mail.entries):
        if number:
            parts.append(
                '<hr class="rule" style="border:0;border-top:1px solid #d3c6a8;margin:18px 0">'
            )
        parts += _entry(entry)
    if mail.picture:
        parts.append(
            f'<img src="cid:{PICTURE_ID}" alt="{escape(mail.picture)}" width="510" '
            'style="display:block;width:100%;max-width:510px;height:auto;margin:18px 0 0;'
            'border-radius:6px">'
        )
    parts += [
        f'<p class="text" style="margin:16px 0 0;color:#2c241b">{_html(note)}</p>'
        for note in mail.notes
    ]
    footer = [_html(line) for line in mail.footer]
    footer += [
        f'<a href="{escape(link.address)}" style="color:#665a45">{_html(link.label)}</a>'
        for link in mail.footer_links
        if link.address
    ]
    below = (
        f'<p class="faint" style="{_PLAIN}font-size:13px;line-height:1.6;color:#665a45;'
        f'margin:14px 6px 0">{"<br>".join(footer)}</p>'
        if footer
        else ""
    )
    return (
        f'<!doctype html><html lang="{mail.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{_html(mail.subject)}</title><style>{_STYLE}</style></head>"
        '<body class="page" style="margin:0;padding:0;background:#f7f1e3;color:#2c241b">'
        '<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" '
        'style="background:#f7f1e3"><tr><td align="center" style="padding:20px 10px">'
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" '
        'style="max-width:560px"><tr><td>'
        f'<p class="text" style="{_FONT}font-size:20px;letter-spacing:.04em;margin:0 6px 10px;'
        'color:#2c241b">Entente</p>'
        '<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0" '
        'style="background:#fffaf0;border:1px solid #d3c6a8;border-radius:8px">'
        f'<tr><td style="{_PLAIN}font-size:16px;line-height:1.5;padding:22px 24px">'
        f"{''.join(parts)}</td></tr></table>{below}"
        "</td></tr></table></td></tr></table></body></html>"
    )


def _entry(entry: MailEntry) -> list[str]:
    parts = [
        f'<p class="text" style="{_FONT}font-size:19px;line-height:1.4;margin:0 0 12px;'
        f'color:#2c241b">{_html(entry.text)}</p>'
    ]
    if entry.time_left:
        parts.append(
            '<p class="due" style="margin:0 0 14px;padding:8px 12px;border-radius:6px;'
            f'background:#f7e9c6;color:#6b4b08">{_html(entry.time_left)}</p>'
        )
    if entry.quoted:
        parts.append(
            '<p class="quote" style="margin:0 0 14px;padding:2px 0 2px 12px;'
            f'border-left:3px solid #cbbf9f;color:#4c4635">{_html(entry.quoted)}</p>'
        )
    if entry.link is not None and entry.link.address:
        parts.append(
            f'<p style="margin:0"><a class="button" href="{escape(entry.link.address)}" '
            'style="display:inline-block;padding:11px 18px;border-radius:6px;background:#1d4e85;'
            f'color:#ffffff;text-decoration:none;font-weight:600">{_html(entry.link.label)}</a></p>'
        )
    return parts


def _html(text: str) -> str:
    return escape(text).replace("\n", "<br>")
