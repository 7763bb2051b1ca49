from __future__ import annotations

import hashlib
import logging
import os
from pathlib import Path

import pytest

from service.ops.api_keys import (
    LARGEST_FILE,
    ApiKey,
    ApiKeys,
    KeysFileError,
    new_key,
    parse_keys,
    read_keys,
)
from service.ops.logs import FIELDS
from tests.ops.shared_caches import Clock

RULINGS = frozenset({"rulings"})
BOTH = frozenset({"rulings", "records"})


def digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def mount(folder: Path, version: str, content: str) -> Path:
    """Writes a file as Kubernetes does: a link to a folder, which is turned at once."""
    (folder / version).mkdir()
    (folder / version / "keys").write_text(content)
    (folder / "turned").symlink_to(version)
    (folder / "turned").rename(folder / "..data")
    file = folder / "keys"
    if not file.is_symlink():
        file.symlink_to("..data/keys")
    return file


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_line_is_an_id_a_digest_and_perhaps_scopes() -> None:
    found = parse_keys(
        [
            "# boards",
            "",
            f"  board-1:{digest('one')}  ",
            f"board-2:{digest('two').upper()}:records",
            f"board-2:{digest('three')}:rulings, records",
        ]
    )
    assert {key.hex(): value for key, value in found.items()} == {
        digest("one"): ApiKey("board-1", RULINGS),
        digest("two"): ApiKey("board-2", frozenset({"records"})),
        digest("three"): ApiKey("board-2", BOTH),
    }


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("board", "line 2 has no SHA-256"),
        ("board:" + "g" * 64, "line 2 has no SHA-256"),
        ("board:" + "0" * 63, "line 2 has no SHA-256"),
        (":" + "0" * 64, "line 2 has no id"),
        ("two words:" + "0" * 64, "line 2 has no id"),
        ("x" * 65 + ":" + "0" * 64, "line 2 has no id"),
        ("board:" + "0" * 64 + ":admin", "line 2 has a scope that is none of rulings, records"),
        ("board:" + "0" * 64 + ":", "line 2 has a scope"),
        ("other:" + digest("one"), "line 2 has the digest of a line before it"),
    ],
)
def test_a_line_that_is_wrong_is_named_and_not_shown(line: str, fault: str) -> None:
    with pytest.raises(KeysFileError, match=f"^{fault}") as caught:
        parse_keys([f"board:{digest('one')}", line])
    assert line not in str(caught.value)
    assert "admin" not in str(caught.value)


def test_a_file_is_text_of_a_bounded_size(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_bytes(b"#\xff\n")
    with pytest.raises(KeysFileError, match="not UTF-8"):
        read_keys(str(file))
    file.write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(KeysFileError, match="larger than"):
        read_keys(str(file))
    file.write_bytes(b"#" * LARGEST_FILE)
    assert read_keys(str(file)) == {}
    with pytest.raises(KeysFileError, match="can not be read"):
        read_keys(str(tmp_path))


def test_only_the_key_itself_is_found(tmp_path: Path, clock: Clock) -> None:
    keys = ApiKeys(str(mount(tmp_path, "1", f"board:{digest('one')}\n")), clock)
    assert keys.find("one") == ApiKey("board", RULINGS)
    for other in ("", "One", "one ", digest("one"), "o" * 100_000, "\xff", "ключ"):
        assert keys.find(other) is None


def test_a_turned_link_is_noticed_within_a_second(tmp_path: Path, clock: Clock) -> None:
    keys = ApiKeys(str(mount(tmp_path, "1", f"board:{digest('one')}\n")), clock)
    mount(tmp_path, "2", f"board:{digest('two')}\n")
    clock.now += 0.9
    assert (keys.find("one") is None, keys.find("two") is None) == (False, True)
    clock.now += 0.1
    assert (keys.find("one") is None, keys.find("two") is None) == (True, False)


def test_a_file_emptied_lets_nobody_in(tmp_path: Path, clock: Clock) -> None:
    file = mount(tmp_path, "1", f"board:{digest('one')}\n")
    keys = ApiKeys(str(file), clock)
    mount(tmp_path, "2", "# none\n")
    clock.now += 1
    assert keys.find("one") is None


@pytest.mark.parametrize("broken", ["board:no digest\n", None])
def test_a_broken_file_keeps_the_keys_and_is_told_of_once(
    tmp_path: Path, clock: Clock, broken: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "service.api_keys")
    file = mount(tmp_path, "1", f"board:{digest('one')}\n")
    keys = ApiKeys(str(file), clock)
    if broken is None:
        file.unlink()
    else:
        mount(tmp_path, "2", broken)
    for _ in range(3):
        clock.now += 1
        assert keys.find("one") == ApiKey("board", RULINGS)
    [record] = caplog.records
    assert (record.levelname, record.message) == ("ERROR", "api_keys_not_loaded")
    assert "no digest" not in str(getattr(record, FIELDS))

    mount(tmp_path, "3", f"board:{digest('two')}:rulings,records\n")
    clock.now += 1
    assert keys.find("two") == ApiKey("board", BOTH)
    assert keys.find("one") is None
    assert getattr(caplog.records[-1], FIELDS) == {"keys": 1}


def test_a_file_written_over_is_noticed_too(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "keys"
    file.write_text(f"board:{digest('one')}\n")
    keys = ApiKeys(str(file), clock)
    file.write_text(f"board:{digest('two')}\n")
    before = os.stat(file)
    # The same size in the same inode: the time alone tells.
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    clock.now += 1
    assert keys.find("two") is not None


def test_there_is_nothing_to_begin_with(tmp_path: Path) -> None:
    with pytest.raises(KeysFileError):
        ApiKeys(str(tmp_path / "keys"))


def test_a_new_key_is_let_in_by_its_line() -> None:
    key, line = new_key("board", ["rulings", "records"])
    assert key not in line
    assert len(key) >= 40
    assert new_key("board")[0] != key
    assert parse_keys([line]) == {hashlib.sha256(key.encode()).digest(): ApiKey("board", BOTH)}
    assert list(parse_keys([new_key("board")[1]]).values()) == [ApiKey("board", RULINGS)]
    for name in ("", "two words", "a:b", "#board"):
        with pytest.raises(KeysFileError):
            new_key(name)
