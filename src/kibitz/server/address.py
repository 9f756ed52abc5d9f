"""The name under which the limits count a client: its IPv4 address, or its IPv6 network (/64).

Every household has a whole /64 of IPv6 addresses to choose from, so a limit on single addresses
would limit nobody.
"""

from __future__ import annotations

import functools
import ipaddress

PREFIX_BITS = 64
UNKNOWN = "?"


@functools.lru_cache(maxsize=4096)
def counted(address: str) -> str:
    """Return the name under which the limits count an address.

    >>> counted("2001:db8::1:2:3:4")
    '2001:db8::/64'
    >>> counted("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, PREFIX_BITS), strict=False))


def of_client(client: object) -> str:
    """Return the counted address of an ASGI client, a pair of host and port."""
    host = client[0] if isinstance(client, (tuple, list)) and client else None
    return counted(str(host)) if host else UNKNOWN
