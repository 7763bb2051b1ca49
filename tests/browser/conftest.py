"""Chromium, and what it was seen to do."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from tests.servers import free_ports, serving

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1200,1600",
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    (port,) = free_ports(1)
    with serving({"PORT": str(port)}):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """Chromium with a profile of its own; on CI it is always there."""
    driver, chromium = shutil.which("chromedriver"), shutil.which("chromium")
    if "CI" not in os.environ and not (driver and chromium):
        pytest.skip("needs chromium and chromedriver (Debian: chromium, chromium-driver)")
    assert driver
    assert chromium
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = webdriver.Chrome(options=options, service=Service(driver))
    yield opened
    opened.quit()


def requested(browser: webdriver.Chrome) -> list[str]:
    """The addresses that were asked for on the network, not inside the browser."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    return [url for url in urls if url.startswith(("http", "ws"))]


def take_screenshot(browser: webdriver.Chrome, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    browser.save_screenshot(str(SCREENSHOTS / f"{name}.png"))


def complaints(browser: webdriver.Chrome) -> list[str]:
    """What the console says: errors, and what a policy kept from being loaded or run."""
    return [entry["message"] for entry in browser.get_log("browser")]
