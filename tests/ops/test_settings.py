from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from service.ops.rate_limits import create_rate_limits
from service.ops.settings import Settings, SettingsError


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Settings.from_env({}) == Settings()
    assert Settings() == Settings(
        host="127.0.0.1",
        port=8080,
        ops_port=None,
        workers=1,
        threads=4,
        max_connections=1_000,
        request_seconds=10,
        answer_seconds=60,
        drain_seconds=0,
        graceful_seconds=25,
        buffer_bytes=32 * 1024 * 1024,
        max_body_bytes=64 * 1024,
        max_record_bytes=1024 * 1024,
        cache_bytes=64 * 1024 * 1024,
        redis_url=None,
        redis_prefix="portes:",
        redis_ttl_seconds=7 * 24 * 60 * 60,
        redis_timeout_ms=50,
        redis_least_cost_us=250,
        warm_at_start=False,
        redis_ca_file=None,
        cache_key=None,
        api_keys_file=None,
        rate_limit="",
        rate_limit_shared=False,
        trusted_proxies=0,
        docs=True,
        log_level="info",
    )


def test_every_field_is_read_from_the_variable_of_its_name(tmp_path: Path) -> None:
    certificates = tmp_path / "ca.pem"
    certificates.touch()
    keys = tmp_path / "keys"
    keys.write_text(f"board:{'0' * 64}\n")
    environment = {
        "HOST": "0.0.0.0",
        "PORT": "9000",
        "OPS_PORT": "9001",
        "WORKERS": "2",
        "THREADS": "8",
        "MAX_CONNECTIONS": "16",
        "REQUEST_SECONDS": "3",
        "ANSWER_SECONDS": "30",
        "DRAIN_SECONDS": "5",
        "GRACEFUL_SECONDS": "20",
        "BUFFER_BYTES": "2097152",
        "MAX_BODY_BYTES": "4096",
        "MAX_RECORD_BYTES": "8192",
        "CACHE_BYTES": "0",
        "REDIS_URL": "rediss://:secret@cache/1",
        "REDIS_PREFIX": "referee:",
        "REDIS_TTL_SECONDS": "60",
        "REDIS_TIMEOUT_MS": "20",
        "REDIS_LEAST_COST_US": "0",
        "WARM_AT_START": "True",
        "REDIS_CA_FILE": str(certificates),
        "CACHE_KEY": "0123456789abcdef",
        "API_KEYS_FILE": str(keys),
        "RATE_LIMIT": "100/Second",
        "RATE_LIMIT_SHARED": "true",
        "TRUSTED_PROXIES": "2",
        "CORS_ORIGINS": "https://board.example http://localhost:3000",
        "DOCS": "False",
        "LOG_LEVEL": "WARNING",
        "LOG_BODIES": "true",
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://[::1]:4318/otlp",
    }
    expected = (
        *("0.0.0.0", 9000, 9001, 2, 8),
        *(16, 3, 30, 5, 20, 2_097_152, 4096, 8192, 0),
        *(
            "rediss://:secret@cache/1",
            "referee:",
            60,
            20,
            0,
            True,
            str(certificates),
            "0123456789abcdef",
            str(keys),
            "100/second",
            True,
            2,
            "https://board.example http://localhost:3000",
            False,
        ),
        "warning",
        True,
        "http://[::1]:4318/otlp",
    )
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


def test_threads_do_not_take_all_connections() -> None:
    with pytest.raises(SettingsError, match="MAX_CONNECTIONS must be more than THREADS"):
        Settings.from_env({"MAX_CONNECTIONS": "16", "THREADS": "16"})


def test_settings_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


SECRETS = {"REDIS_URL": "redis://:hunter2@cache", "CACHE_KEY": "hunter2 hunter2 hunter2"}


def test_settings_do_not_show_a_secret() -> None:
    settings = Settings.from_env(SECRETS)
    assert settings.redis_url == "redis://:hunter2@cache"
    assert settings.cache_key == "hunter2 hunter2 hunter2"
    assert "hunter2" not in repr(settings)


@pytest.mark.parametrize(
    ("environment", "fault"),
    [
        ({"REDIS_URL": "redis://:hunter2/@cache"}, "REDIS_URL can not be used: its database"),
        ({"REDIS_URL": "hunter2"}, "REDIS_URL can not be used: it must begin with"),
        (
            {"REDIS_URL": "rediss://:hunter2@cache?ssl_ca_certs=/no/such/hunter2"},
            "REDIS_URL can not be used: its ssl_ca_certs is not a file",
        ),
        ({"CACHE_KEY": "hunter2 hunter2"}, "CACHE_KEY must have at least 16 characters"),
    ],
)
def test_no_fault_shows_a_secret(environment: dict[str, str], fault: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env(environment | {"PORT": "http"})
    assert len(caught.value.faults) == 2
    assert fault in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_a_file_of_certificates_exists_and_is_for_tls(tmp_path: Path) -> None:
    missing = str(tmp_path / "ca.pem")
    with pytest.raises(SettingsError, match="REDIS_CA_FILE must be a file"):
        Settings.from_env({"REDIS_URL": "rediss://cache", "REDIS_CA_FILE": missing})
    Path(missing).touch()
    with pytest.raises(SettingsError, match="certificates to trust are for rediss:// alone"):
        Settings.from_env({"REDIS_URL": "redis://cache", "REDIS_CA_FILE": missing})


def test_a_file_of_keys_can_be_read_and_no_fault_shows_what_is_in_it(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    with pytest.raises(SettingsError, match="API_KEYS_FILE can not be used: it can not be read"):
        Settings.from_env({"API_KEYS_FILE": str(keys)})
    keys.write_text("board:hunter2\n")
    with pytest.raises(SettingsError, match="API_KEYS_FILE can not be used: line 1") as caught:
        Settings.from_env({"API_KEYS_FILE": str(keys)})
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "rate",
    [
        *("100", "0/second", "-1/second", "100/second; 5/minute", "100/fortnight", "1e3/second"),
        *("٣/second", "100/0 seconds", "1000000000/day", "100 per second", "100//second"),
    ],
)
def test_a_rate_is_one_and_readable(rate: str) -> None:
    with pytest.raises(SettingsError, match="RATE_LIMIT must be a rate such as 100/second"):
        Settings.from_env({"RATE_LIMIT": rate})


@pytest.mark.parametrize(
    ("rate", "amount", "seconds"),
    [
        ("100/second", 100, 1),
        ("600 / minutes", 600, 60),
        ("5/10 Seconds", 5, 10),
        ("9/day", 9, 86_400),
    ],
)
def test_the_library_reads_a_rate_as_it_is_meant(rate: str, amount: int, seconds: int) -> None:
    limits = create_rate_limits(Settings.from_env({"RATE_LIMIT": rate}))
    assert limits is not None
    assert (limits.amount, limits.seconds) == (amount, seconds)


def test_a_shared_limit_needs_where_to_be_shared() -> None:
    with pytest.raises(SettingsError, match="RATE_LIMIT_SHARED needs a REDIS_URL"):
        Settings.from_env({"RATE_LIMIT": "1/second", "RATE_LIMIT_SHARED": "true"})


@pytest.mark.parametrize("prefix", ["two words", "τάβλι:", "x" * 65])
def test_a_prefix_is_one_short_plain_word(prefix: str) -> None:
    with pytest.raises(SettingsError, match="REDIS_PREFIX must"):
        Settings.from_env({"REDIS_PREFIX": prefix})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("REDIS_TTL_SECONDS", "0"),
        ("REDIS_TTL_SECONDS", "31536001"),
        ("REDIS_TIMEOUT_MS", "0"),
        ("REDIS_TIMEOUT_MS", "10001"),
    ],
)
def test_times_of_the_shared_cache_have_bounds(name: str, text: str) -> None:
    with pytest.raises(SettingsError, match=f"{name} must be from"):
        Settings.from_env({name: text})


@pytest.mark.parametrize(
    "text",
    ["collector:4318", "ftp://collector", "http://", "http://user:hunter2@host", "http://a?b=1"],
)
def test_a_collector_is_a_plain_url(text: str) -> None:
    with pytest.raises(SettingsError, match="OTEL_EXPORTER_OTLP_ENDPOINT must be a URL") as caught:
        Settings.from_env({"OTEL_EXPORTER_OTLP_ENDPOINT": text})
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("missing", ["opentelemetry", "opentelemetry.exporter.otlp.proto.http"])
def test_a_collector_without_the_packages_for_it_is_a_fault(missing: str) -> None:
    script = (
        "import sys\n"
        "class Hidden:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {missing!r}: raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Hidden())\n"
        "import service.gunicorn_conf"
    )
    found = subprocess.run(
        [sys.executable, "-c", script],
        env={"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert found.stderr.strip() == (
        "settings: OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed:"
        " pip install 'portes-referee[otel]'"
    )
