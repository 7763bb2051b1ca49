"""The pages of the codes in a real browser: styled under their own policy, in both languages."""

from __future__ import annotations

from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.browser.conftest import complaints, requested, take_screenshot


def language(browser: webdriver.Chrome) -> str | None:
    return browser.find_element(By.TAG_NAME, "html").get_attribute("lang")


def test_a_code_is_explained_in_both_languages(browser: webdriver.Chrome, address: str) -> None:
    requested(browser)
    browser.get(f"{address}/problems?language=en")
    take_screenshot(browser, "problems")
    browser.find_element(By.LINK_TEXT, "must_play_all_dice").click()
    assert language(browser) == "en"
    assert browser.find_element(By.TAG_NAME, "h1").text == "More dice can be played"
    # Without its style sheet the box of the request has no border.
    box = browser.find_element(By.TAG_NAME, "pre")
    assert box.value_of_css_property("border-top-width") == "1px"
    assert '"notation": "3/off"' in box.text
    take_screenshot(browser, "problem-en")
    browser.find_element(By.LINK_TEXT, "Ελληνικά").click()
    assert language(browser) == "el"
    assert browser.find_element(By.TAG_NAME, "h1").text == "Παίζονται περισσότερα ζάρια"
    take_screenshot(browser, "problem-el")
    browser.find_element(By.LINK_TEXT, "Όλοι οι κωδικοί").click()
    assert language(browser) == "el"
    assert browser.current_url.endswith("/problems?language=el")
    assert complaints(browser) == []
    assert [url for url in requested(browser) if not url.startswith(address)] == []
