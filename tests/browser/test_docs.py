"""The page of the contract in a real browser: it draws itself from this server, and asks it.

Screenshots are left in build/screenshots.
"""

from __future__ import annotations

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.conftest import complaints, requested, take_screenshot


def test_the_contract_can_be_read_and_tried(browser: webdriver.Chrome, address: str) -> None:
    wait = WebDriverWait(browser, 60)
    browser.get(f"{address}/docs")
    operation = wait.until(lambda page: page.find_element(By.ID, "operations-plays-listLegalPlays"))
    take_screenshot(browser, "docs")
    operation.find_element(By.CLASS_NAME, "opblock-summary-control").click()
    execute = wait.until(lambda _: operation.find_element(By.CLASS_NAME, "execute"))
    browser.execute_script("arguments[0].scrollIntoView()", operation)
    execute.click()
    answered = (By.CLASS_NAME, "live-responses-table")
    # The contract's first example: one play, which takes the last checker off.
    wait.until(lambda _: "3/2/off" in operation.find_element(*answered).text)
    take_screenshot(browser, "docs-tried")
    assert complaints(browser) == []
    asked = requested(browser)
    assert f"{address}/v1/plays" in asked
    assert [url for url in asked if not url.startswith(address)] == []
