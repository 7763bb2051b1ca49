from __future__ import annotations

import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.ops.cache import ENTRY_OVERHEAD, AnswerCache, NullCache, create_answer_cache


def room_for(entries: int) -> int:
    """Bytes for so many entries with a key and an answer of one byte each."""
    return entries * (ENTRY_OVERHEAD + 2)


def test_an_answer_is_found_by_its_key_alone() -> None:
    cache = AnswerCache(room_for(10))
    cache.put(("/v1/plays", "en", b"{}"), b"answer")
    assert cache.get(("/v1/plays", "en", b"{}")) == b"answer"
    assert cache.get(("/v1/plays", "el", b"{}")) is None
    assert (cache.hits, cache.misses) == (1, 1)


def test_the_answer_used_longest_ago_leaves_first() -> None:
    cache = AnswerCache(room_for(2))
    cache.put((b"a",), b"1")
    cache.put((b"b",), b"2")
    cache.get((b"a",))
    cache.put((b"c",), b"3")
    assert [cache.get((key,)) for key in (b"a", b"b", b"c")] == [b"1", None, b"3"]


def test_one_large_answer_drives_out_several_small_ones() -> None:
    cache = AnswerCache(room_for(3))
    for key in (b"a", b"b", b"c"):
        cache.put((key,), b"1")
    cache.put((b"d",), b"x" * ENTRY_OVERHEAD)
    assert len(cache) == 2
    assert cache.get((b"a",)) is None
    assert cache.get((b"c",)) == b"1"


def test_an_answer_larger_than_the_cache_is_let_go_and_drives_out_nothing() -> None:
    cache = AnswerCache(room_for(1))
    cache.put((b"a",), b"1")
    cache.put((b"b",), b"x" * room_for(1))
    assert cache.get((b"a",)) == b"1"
    assert cache.get((b"b",)) is None


def test_an_answer_put_again_replaces_the_first() -> None:
    cache = AnswerCache(room_for(2))
    cache.put((b"a",), b"1")
    size = cache.size
    cache.put((b"a",), b"2")
    assert cache.get((b"a",)) == b"2"
    assert (len(cache), cache.size) == (1, size)


@given(st.lists(st.tuples(st.binary(max_size=2), st.binary(max_size=900)), max_size=30))
def test_the_size_is_what_is_held_and_within_bounds(puts: list[tuple[bytes, bytes]]) -> None:
    cache = AnswerCache(room_for(5))
    for key, answer in puts:
        cache.put((key,), answer)
    held = {key: cache.get((key,)) for key, _ in puts}
    sizes = [
        len(key) + len(found) + ENTRY_OVERHEAD for key, found in held.items() if found is not None
    ]
    assert cache.size == sum(sizes) <= cache.max_bytes
    assert len(cache) == len(sizes)


def test_the_overhead_covers_the_objects_of_an_entry() -> None:
    key = ("/v1/plays", "en", b"{}")
    objects = (key, *key, b"")
    # The parts' own bytes are counted apart; what is left of their sizes is overhead.
    overhead = sum(map(sys.getsizeof, objects)) - sum(map(len, key))
    assert overhead <= ENTRY_OVERHEAD


def test_threads_do_not_lose_count() -> None:
    cache = AnswerCache(room_for(8))

    def work(seed: int) -> None:
        for number in range(2_000):
            key = (bytes([(number * seed) % 16]),)
            if cache.get(key) is None:
                cache.put(key, b"1")

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 3, 5, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.hits + cache.misses == 8_000
    assert cache.size == room_for(len(cache)) <= cache.max_bytes


def test_the_null_twin_remembers_nothing() -> None:
    cache = NullCache()
    cache.put((b"a",), b"1")
    assert cache.get((b"a",)) is None
    assert (len(cache), cache.size, cache.hits, cache.misses) == (0, 0, 0, 0)


@pytest.mark.parametrize(("max_bytes", "kind"), [(0, NullCache), (1, AnswerCache)])
def test_no_memory_means_the_null_twin(max_bytes: int, kind: type) -> None:
    assert type(create_answer_cache(max_bytes)) is kind
