from __future__ import annotations

import pytest

from service.ops.client_address import client_address


def address(remote: str, forwarded: str | None = None, proxies: int = 0) -> str:
    environ = {"REMOTE_ADDR": remote}
    if forwarded is not None:
        environ["HTTP_X_FORWARDED_FOR"] = forwarded
    return client_address(environ, proxies)


@pytest.mark.parametrize(
    ("remote", "shown"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:DB8:1:2::", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", "unknown"),
        ("/run/portes.sock", "unknown"),
    ],
)
def test_one_client_has_one_name(remote: str, shown: str) -> None:
    assert address(remote) == shown


@pytest.mark.parametrize("forwarded", ["203.0.113.9", "203.0.113.9, 198.51.100.1", "", ",", "x"])
def test_without_proxies_the_header_is_not_read(forwarded: str) -> None:
    assert address("192.0.2.7", forwarded) == "192.0.2.7"


@pytest.mark.parametrize(
    ("forwarded", "proxies", "shown"),
    [
        ("203.0.113.9", 1, "203.0.113.9"),
        # Whatever stands left of what the proxies wrote, the client wrote.
        ("10.0.0.1, 203.0.113.9", 1, "203.0.113.9"),
        ("10.0.0.1,203.0.113.9 , 198.51.100.1", 2, "203.0.113.9"),
        (", ".join(["10.0.0.1"] * 2_000) + ", 203.0.113.9", 1, "203.0.113.9"),
        ("203.0.113.9:4711", 1, "203.0.113.9"),
        ("[2001:db8::7]:4711", 1, "2001:db8::"),
        ("2001:db8::7", 1, "2001:db8::"),
        # The proxies said less than they should, or no address: whoever asked here is known.
        (None, 1, "192.0.2.7"),
        ("203.0.113.9", 2, "192.0.2.7"),
        ("203.0.113.9, unknown", 1, "192.0.2.7"),
        ("203.0.113.9, 198.51.100.300", 1, "192.0.2.7"),
        ("203.0.113.9,", 1, "192.0.2.7"),
        ("٢٠٣.0.113.9", 1, "192.0.2.7"),
    ],
)
def test_each_proxy_counts_from_the_right(forwarded: str | None, proxies: int, shown: str) -> None:
    assert address("192.0.2.7", forwarded, proxies) == shown
