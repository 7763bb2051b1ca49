from __future__ import annotations

import pytest

from service.ops.redis_url import RedisAddress, RedisUrlError, Topology, parse_redis_url


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://cache", RedisAddress(Topology.SINGLE, (("cache", 6379),))),
        ("redis://cache:7000/", RedisAddress(Topology.SINGLE, (("cache", 7000),))),
        ("redis://[::1]", RedisAddress(Topology.SINGLE, (("::1", 6379),))),
        ("redis://[::1]:7000/3", RedisAddress(Topology.SINGLE, (("::1", 7000),), database=3)),
        (
            "redis://:p%40%2F%3A%23@cache",
            RedisAddress(Topology.SINGLE, (("cache", 6379),), password="p@/:#"),
        ),
        (
            "redis://anna:se:cr@et@cache",
            RedisAddress(Topology.SINGLE, (("cache", 6379),), username="anna", password="se:cr@et"),
        ),
        (
            "redis://:[\u2100@cache",
            RedisAddress(Topology.SINGLE, (("cache", 6379),), password="[\u2100"),
        ),
        ("rediss://cache", RedisAddress(Topology.SINGLE, (("cache", 6379),), tls=True)),
        (
            "rediss://cache?ssl_ca_certs=/etc/own%20ca.pem",
            RedisAddress(Topology.SINGLE, (("cache", 6379),), tls=True, ca_file="/etc/own ca.pem"),
        ),
        ("unix:///run/redis.sock", RedisAddress(Topology.SOCKET, path="/run/redis.sock")),
        (
            "unix://anna:secret@/run/redis.sock?db=2",
            RedisAddress(
                Topology.SOCKET,
                path="/run/redis.sock",
                database=2,
                username="anna",
                password="secret",
            ),
        ),
        (
            "redis+cluster://one:7001,two,[::3]:7003",
            RedisAddress(Topology.CLUSTER, (("one", 7001), ("two", 6379), ("::3", 7003))),
        ),
        (
            "rediss+cluster://:secret@one/0",
            RedisAddress(Topology.CLUSTER, (("one", 6379),), tls=True, password="secret"),
        ),
        (
            "redis+sentinel://one,two:26380/the%20master",
            RedisAddress(
                Topology.SENTINEL, (("one", 26379), ("two", 26380)), service_name="the master"
            ),
        ),
        (
            "rediss+sentinel://anna:secret@one/master/4"
            "?sentinel_username=watch&sentinel_password=tower",
            RedisAddress(
                Topology.SENTINEL,
                (("one", 26379),),
                service_name="master",
                database=4,
                tls=True,
                username="anna",
                password="secret",
                sentinel_username="watch",
                sentinel_password="tower",
            ),
        ),
    ],
)
def test_a_url_names_an_address(url: str, address: RedisAddress) -> None:
    assert parse_redis_url(url) == address


def test_the_file_of_the_url_counts_before_the_one_of_the_settings() -> None:
    assert parse_redis_url("rediss://cache", "/settings.pem").ca_file == "/settings.pem"
    own = "rediss://cache?ssl_ca_certs=/url.pem"
    assert parse_redis_url(own, "/settings.pem").ca_file == "/url.pem"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("cache:6379", "begin with"),
        ("http://cache", "begin with"),
        ("redis:cache", "begin with"),
        ("redis+sentinels://cache/master", "begin with"),
        ("redis://", "no host"),
        ("redis://:6379", "no host"),
        ("redis://one,two", "several hosts"),
        ("redis+cluster://one,", "no host"),
        ("redis+cluster://one/1", "database 0"),
        ("redis+cluster://one?db=1", "parameter"),
        ("redis+sentinel://one", "name of the service"),
        ("redis+sentinel://one/", "name of the service"),
        ("redis+sentinel://one/master/1/2", "too many parts"),
        ("redis://cache:0", "port"),
        ("redis://cache:65536", "port"),
        ("redis://cache:６３７９", "port"),
        ("redis://cache/one", "database"),
        ("redis://cache/-1", "database"),
        ("redis://cache/1/2", "too many parts"),
        ("redis://cache?socket_timeout=60", "parameter"),
        ("redis://cache?sentinel_password=tower", "parameter"),
        ("redis://cache?protocol", "not a URL"),
        ("redis://[::1", "can not be read"),
        ("redis://[::1]x:1", "can not be read"),
        ("redis://anna@cache", "user without a password"),
        ("redis://cache?ssl_ca_certs=/ca.pem", "rediss:// alone"),
        ("unix://", "path"),
        ("unix://host/run/redis.sock", "no host"),
    ],
)
def test_a_url_that_can_not_be_understood_is_refused(url: str, reason: str) -> None:
    with pytest.raises(RedisUrlError, match=reason):
        parse_redis_url(url)


def test_certificates_without_tls_are_a_mistake() -> None:
    with pytest.raises(RedisUrlError, match="rediss:// alone"):
        parse_redis_url("redis://cache", "/etc/ca.pem")


@pytest.mark.parametrize(
    "url",
    [
        "redis://:hunter2/x@cache",
        "redis://:hunter2#x@cache",
        "redis://:hunter2?x@cache",
        "redis://hunter2@cache",
        "redis://:hunter2@cache:port",
        "redis://:x@cache/hunter2",
        "redis://:x@cache?password=hunter2",
        "hunter2://cache",
        "redis+sentinel://one/master?sentinel_pasword=hunter2",
    ],
)
def test_no_refusal_shows_a_password(url: str) -> None:
    with pytest.raises(RedisUrlError) as caught:
        parse_redis_url(url)
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_an_address_does_not_show_who_asks() -> None:
    address = parse_redis_url(
        "redis+sentinel://anna:hunter2@one/master?sentinel_username=watch&sentinel_password=tower"
    )
    assert "one" in repr(address)
    assert not [
        hidden for hidden in ("anna", "hunter2", "watch", "tower") if hidden in repr(address)
    ]
