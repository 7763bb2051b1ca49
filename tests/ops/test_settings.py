from __future__ import annotations

import dataclasses

import pytest

from service.ops.settings import Settings, SettingsError


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Settings.from_env({}) == Settings()
    assert Settings() == Settings(
        host="127.0.0.1",
        port=8080,
        ops_port=None,
        workers=1,
        threads=4,
        max_body_bytes=64 * 1024,
        max_record_bytes=1024 * 1024,
        cache_bytes=64 * 1024 * 1024,
        log_level="info",
    )


def test_every_field_is_read_from_the_variable_of_its_name() -> None:
    environment = {
        "HOST": "0.0.0.0",
        "PORT": "9000",
        "OPS_PORT": "9001",
        "WORKERS": "2",
        "THREADS": "8",
        "MAX_BODY_BYTES": "4096",
        "MAX_RECORD_BYTES": "8192",
        "CACHE_BYTES": "0",
        "LOG_LEVEL": "WARNING",
    }
    expected = ("0.0.0.0", 9000, 9001, 2, 8, 4096, 8192, 0, "warning")
    assert dataclasses.astuple(Settings.from_env(environment)) == expected
    assert {name.lower() for name in environment} == {
        field.name for field in dataclasses.fields(Settings)
    }


def test_an_empty_variable_counts_as_not_set() -> None:
    assert Settings.from_env({"PORT": "", "OPS_PORT": " ", "LOG_LEVEL": ""}) == Settings()


def test_variables_of_others_are_left_alone() -> None:
    assert Settings.from_env({"PATH": "/bin", "PORTES_SERVICE_PORT": "x"}) == Settings()


def test_every_fault_is_reported_at_once() -> None:
    environment = {"PORT": "http", "OPS_PORT": "70000", "WORKERS": "0", "LOG_LEVEL": "loud"}
    with pytest.raises(SettingsError) as caught:
        Settings.from_env(environment)
    assert caught.value.faults == (
        "PORT must be an integer, not 'http'",
        "OPS_PORT must be from 1 to 65535, not 70000",
        "WORKERS must be from 1 to 64, not 0",
        "LOG_LEVEL must be one of debug, info, warning, error, critical, not 'loud'",
    )
    assert all(fault in str(caught.value) for fault in caught.value.faults)


@pytest.mark.parametrize("text", ["-1", "+8080", "8_080", "80.0", "٨٠٨٠", "1" * 5000, "0"])
def test_a_port_is_written_in_digits_and_exists(text: str) -> None:
    with pytest.raises(SettingsError, match="PORT must be"):
        Settings.from_env({"PORT": text})


def test_the_two_ports_differ() -> None:
    with pytest.raises(SettingsError, match="OPS_PORT must differ from PORT"):
        Settings.from_env({"OPS_PORT": "8080"})


def test_settings_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]
