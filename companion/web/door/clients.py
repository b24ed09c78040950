"""Who is at the other end, as far as an address tells."""

import ipaddress


def client_of(address: str | None) -> str:
    """One name for one address, however it is written: an IPv4 one is itself on an IPv6 socket too.

    A whole /64 is no client: a home's phones share one, and so does the guest who means harm. What has to
    hold against somebody with a thousand addresses is counted for all strangers together.
    """
    try:
        read = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(read, ipaddress.IPv6Address) and read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(read)
