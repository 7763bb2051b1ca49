"""Whose request it is, by the address it came from."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

UNKNOWN = "unknown"
"""Who comes by a socket without addresses, or is named by none."""

_HOST_BITS = 64


def client_address(environ: Mapping[str, Any], trusted_proxies: int) -> str:
    """The client's address; of IPv6 its /64, which is what one client has at least.

    ``trusted_proxies`` is how many proxies stand before the service, each of which adds the address
    that it was asked from to X-Forwarded-For. Whatever stands further left the client itself may
    have written, and with no proxy all of it.
    """
    if trusted_proxies:
        # Split from the right: what a client adds on the left is not even looked at.
        told = environ.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", trusted_proxies)
        if len(told) > trusted_proxies:
            del told[0]
        if len(told) == trusted_proxies and (address := _network(told[0].strip())):
            return address
    return _network(environ.get("REMOTE_ADDR") or "") or UNKNOWN


def _network(text: str) -> str | None:
    """An address in its one spelling, without a port; None where it is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> _HOST_BITS << _HOST_BITS))
