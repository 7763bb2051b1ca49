from __future__ import annotations

import hashlib
import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.ops import entries as module
from service.ops.entries import COMPRESSED, LARGEST_ANSWER, LARGEST_ENTRY, Entries, Rejection

SECRET = "a secret of some length"
ENTRIES = Entries("portes:", SECRET)
NAME = ENTRIES.name(b"question")
ANSWER = b'{"plays":[]}' * 100
NOISE = random.Random(1).randbytes(4_000)


def sealed_by_hand(payload: bytes, kind: bytes = COMPRESSED) -> bytes:
    """An entry with any payload under a good seal, as a thief of the secret could write it."""
    key = hashlib.blake2b(SECRET.encode()).digest()
    name = NAME.encode()
    head = kind + b"\x00\x00\x00\x01" + b"1" + len(name).to_bytes(4, "big") + name
    return kind + hashlib.blake2b(head + payload, key=key, digest_size=16).digest() + payload


@given(st.binary(max_size=3_000), st.binary(max_size=50))
def test_what_is_packed_is_unpacked(answer: bytes, key: bytes) -> None:
    name = ENTRIES.name(key)
    assert ENTRIES.unpack(name, ENTRIES.pack(name, answer)) == answer


def test_an_entry_is_compressed_where_that_makes_it_smaller() -> None:
    compressed = ENTRIES.pack(NAME, ANSWER)
    assert compressed[:1] == b"\x02"
    assert compressed == sealed_by_hand(zlib.compress(ANSWER, 1))
    plain = ENTRIES.pack(NAME, NOISE)
    assert (plain[:1], plain[17:]) == (b"\x01", NOISE)


def test_a_name_is_the_prefix_and_a_digest_of_question_and_versions() -> None:
    assert NAME.startswith("portes:")
    assert len(NAME) == len("portes:") + 64
    others = [
        ENTRIES.name(b"question "),
        Entries("other:", SECRET).name(b"question"),
        Entries("portes:", SECRET, rules_version="2").name(b"question"),
        Entries("portes:", SECRET, service_version="9").name(b"question"),
        # What one version loses, the other gains.
        Entries("portes:", SECRET, "1.0", "1").name(b"question"),
        Entries("portes:", SECRET, "1", ".01").name(b"question"),
    ]
    assert len({NAME, *others}) == 7
    assert Entries("portes:", None).name(b"question") == NAME


@pytest.mark.parametrize("length", [0, 1, 16, 17, 18, 40, -1])
def test_a_truncated_entry_is_no_answer(length: int) -> None:
    entry = ENTRIES.pack(NAME, ANSWER)
    expected = Rejection.FORMAT if 0 <= length < 17 else Rejection.SEAL
    assert ENTRIES.unpack(NAME, entry[:length]) is expected


def test_no_bit_of_an_entry_can_be_turned() -> None:
    entry = ENTRIES.pack(NAME, b"answer" * 10)
    for position in range(len(entry) * 8):
        damaged = bytearray(entry)
        damaged[position // 8] ^= 1 << position % 8
        assert isinstance(ENTRIES.unpack(NAME, bytes(damaged)), Rejection), position


@pytest.mark.parametrize(
    "writer",
    [
        Entries("portes:", None),
        Entries("portes:", SECRET + "!"),
        Entries("portes:", SECRET, rules_version="2"),
    ],
    ids=["no secret", "another secret", "other rules"],
)
def test_an_entry_sealed_otherwise_is_no_answer(writer: Entries) -> None:
    assert ENTRIES.unpack(NAME, writer.pack(NAME, ANSWER)) is Rejection.SEAL
    assert writer.unpack(NAME, ENTRIES.pack(NAME, ANSWER)) is Rejection.SEAL


def test_an_entry_is_good_for_one_question() -> None:
    other = ENTRIES.name(b"another question")
    assert ENTRIES.unpack(other, ENTRIES.pack(NAME, ANSWER)) is Rejection.SEAL


def test_two_long_secrets_that_begin_alike_are_two() -> None:
    one, other = (Entries("portes:", "x" * 64 + end) for end in "ab")
    assert other.unpack(NAME, one.pack(NAME, ANSWER)) is Rejection.SEAL


def test_without_a_secret_damage_is_still_found() -> None:
    open_to_all = Entries("portes:", None)
    entry = open_to_all.pack(NAME, ANSWER)
    assert open_to_all.unpack(NAME, entry) == ANSWER
    assert open_to_all.unpack(NAME, entry[:-1] + b"x") is Rejection.SEAL


def test_an_answer_of_the_largest_size_comes_back_and_a_larger_one_does_not() -> None:
    whole = bytes(LARGEST_ANSWER)
    assert ENTRIES.unpack(NAME, ENTRIES.pack(NAME, whole)) == whole
    assert ENTRIES.unpack(NAME, ENTRIES.pack(NAME, whole + b"\0")) is Rejection.TOO_LARGE


def test_a_bomb_is_not_unpacked_beyond_the_largest_answer() -> None:
    compressor = zlib.compressobj(9)
    parts = [compressor.compress(bytes(1 << 20)) for _ in range(256)]
    bomb = b"".join(parts) + compressor.flush()
    assert len(bomb) < 300_000
    assert ENTRIES.unpack(NAME, sealed_by_hand(bomb)) is Rejection.TOO_LARGE


def test_an_entry_longer_than_any_answer_is_not_even_looked_at() -> None:
    assert ENTRIES.unpack(NAME, bytes(LARGEST_ENTRY + 1)) is Rejection.TOO_LARGE


@pytest.mark.parametrize(
    "payload",
    [b"", b"garbage", zlib.compress(ANSWER)[:-1], zlib.compress(ANSWER) + b"more"],
    ids=["nothing", "garbage", "cut off", "more behind it"],
)
def test_what_can_not_be_decompressed_is_no_answer(payload: bytes) -> None:
    assert ENTRIES.unpack(NAME, sealed_by_hand(payload)) is Rejection.CONTENT


def test_a_format_of_another_version_is_no_answer() -> None:
    assert ENTRIES.unpack(NAME, sealed_by_hand(ANSWER, b"\x03")) is Rejection.FORMAT
    assert not {module.PLAIN, module.COMPRESSED} & {b"\x00", b"\x03", b"{"}
