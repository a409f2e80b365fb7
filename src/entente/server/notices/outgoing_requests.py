"""Requests to addresses given by users: never into our own network, never for long.

A name is resolved once, all its addresses must be public, and the connection goes to the address
that was checked, so that a second DNS answer cannot redirect it. Redirects are not followed, and
only the status of the response is read.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from entente.server.problem import Problem

PATIENCE = 15  # seconds for the whole request
LONGEST = 1000
_PORTS = {"https": 443, "http": 80}
# The allocated part of IPv6; the rest is local, like fec0::1, or means IPv4, like ::127.0.0.1.
_PUBLIC = IPv6Network("2000::/3")
# IPv6 addresses that embed IPv4 ones, which may be private.
_DISGUISES = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))

Address = IPv4Address | IPv6Address


class Unreachable(Exception):
    """The address did not answer, or must not be contacted."""


class DeliveryRefused(Exception):
    """The other side has refused for good; its answer says why."""


def check_url(url: str, *, local: bool) -> SplitResult:
    """Check an address given by a user. Raise Problem 422 if it is invalid. `local` allows http."""
    try:
        parts = urlsplit(url)
        port_is_fine = parts.port != 0
    except ValueError:
        raise Problem(422, "outside.url") from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    secure = parts.scheme == "https" or (local and parts.scheme == "http")
    if not (plain and secure and port_is_fine and parts.hostname) or "@" in parts.netloc:
        raise Problem(422, "outside.url")
    if not local and _is_private_literal(parts.hostname):
        raise Problem(422, "outside.private")
    return parts


def _is_private_literal(host: str) -> bool:
    try:
        return not is_public(ip_address(host))
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))


def is_public(address: Address) -> bool:
    """Return whether an address is in the public network."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address not in _PUBLIC or any(address in network for network in _DISGUISES):
            return False
    return address.is_global and not address.is_multicast


async def post(url: str, body: bytes, headers: Mapping[str, str], *, local: bool) -> int:
    """Post to an address and return the status. Raise Unreachable if it fails."""
    try:
        parts = check_url(url, local=local)
        async with asyncio.timeout(PATIENCE):
            return await _post(parts, body, headers, local)
    except Problem as problem:
        raise Unreachable(problem.message.key) from None
    except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as error:
        # ValueError: the response is not HTTP, or a line does not end
        raise Unreachable(str(error) or type(error).__name__) from error


async def _post(parts: SplitResult, body: bytes, headers: Mapping[str, str], local: bool) -> int:
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    address = await _public_address(host, port, local)
    secure = _tls() if parts.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        address, port, ssl=secure, server_hostname=host if secure else None
    )
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = {"Host": parts.netloc, **headers, "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        request = f"POST {target} HTTP/1.1\r\n{head}Connection: close\r\n\r\n"
        writer.write(request.encode("ascii") + body)
        await writer.drain()
        status = await reader.readline()
        version, code, *_ = status.decode("latin-1").split(" ", 2)
        if not version.startswith("HTTP/"):
            raise ValueError("the answer is not HTTP")
        return int(code)
    finally:
        writer.close()


async def _public_address(host: str, port: int, local: bool) -> str:
    """Resolve a name. Raise Unreachable if one of its addresses is private."""
    entries = await asyncio.get_running_loop().getaddrinfo(host, port, proto=6)
    addresses = [str(entry[4][0]) for entry in entries]
    if not local and not all(is_public(ip_address(each.partition("%")[0])) for each in addresses):
        raise Unreachable(f"{host} leads into a private network")
    return addresses[0]


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
