"""The frontend of the guide plays against a real service of another origin."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.conftest import complaints, requested, take_screenshot
from tests.servers import free_ports, serving

FRONTEND = Path(__file__).parents[2] / "examples" / "frontend"
TURNS = 8


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing; an icon, which browsers ask for, is empty."""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()


@pytest.fixture
def page() -> Iterator[str]:
    """The address of the page, which asks a service that lets its origin in."""
    handler = functools.partial(Quiet, directory=str(FRONTEND))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{files.server_port}"
        (port,) = free_ports(1)
        with serving({"PORT": str(port), "CORS_ORIGINS": origin}):
            yield f"{origin}/index.html?service=http://127.0.0.1:{port}"
        files.shutdown()


def labels(browser: webdriver.Chrome) -> list[str]:
    return [each.text for each in browser.find_elements(By.CSS_SELECTOR, "#actions button")]


def count(browser: webdriver.Chrome) -> int:
    """All checkers that are shown, of both sides."""
    text = browser.find_element(By.ID, "board").text
    return sum(
        int(line[2:]) for line in text.split("\n") if line[:1] in "○●" and line[2:].isdigit()
    )


def click_action(browser: webdriver.Chrome, label: str) -> None:
    before = browser.find_element(By.ID, "says").text
    browser.find_element(By.XPATH, f"//p[@id='actions']/button[text()='{label}']").click()
    WebDriverWait(browser, 20).until(
        lambda _: browser.find_element(By.ID, "says").text != before or label == "undo"
    )


def test_a_few_turns_are_clicked_and_never_end_dead(browser: webdriver.Chrome, page: str) -> None:
    requested(browser)
    browser.get(page)
    wait = WebDriverWait(browser, 20)
    wait.until(lambda _: "plays" in browser.find_element(By.ID, "says").text)
    take_screenshot(browser, "frontend")
    turns = 0
    while turns < TURNS:
        assert count(browser) == 30
        if "roll" in labels(browser):
            click_action(browser, "roll")
            continue
        starts = browser.find_elements(By.CSS_SELECTOR, "#board .from")
        if starts:
            starts[-1].click()
            browser.find_elements(By.CSS_SELECTOR, "#board .to")[0].click()
            continue
        # No move is left: the play is complete, or there is none.
        [label] = [each for each in labels(browser) if each != "undo"]
        assert label in ("done", "pass")
        click_action(browser, label)
        turns += 1
    take_screenshot(browser, "frontend-turns")
    assert complaints(browser) == []
    assert {url.split("/")[2].split(":")[0] for url in requested(browser)} == {"127.0.0.1"}


def test_a_double_is_dropped_and_scored(browser: webdriver.Chrome, page: str) -> None:
    browser.get(page)
    wait = WebDriverWait(browser, 20)
    wait.until(lambda _: "plays" in browser.find_element(By.ID, "says").text)
    while "double" not in labels(browser):
        if starts := browser.find_elements(By.CSS_SELECTOR, "#board .from"):
            starts[0].click()
            browser.find_elements(By.CSS_SELECTOR, "#board .to")[0].click()
        else:
            click_action(browser, next(each for each in labels(browser) if each != "undo"))
    click_action(browser, "double")
    assert labels(browser) == ["take", "drop"]
    click_action(browser, "drop")
    assert browser.find_element(By.ID, "says").text.endswith("wins 1 (drop)")
    score = browser.find_element(By.ID, "score").text
    assert score.startswith(("White 1, Black 0", "White 0, Black 1"))
    assert labels(browser) == ["next game"]
    click_action(browser, "next game")
    assert complaints(browser) == []
