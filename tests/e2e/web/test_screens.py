# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of the web client: each view, wide, medium and narrow, light and dark, in three languages.

They go to the folder POSTRIDER_SCREENS, if that is set; pictures that people have checked are in
../screens. Clock and mail are always the same. Each page is measured too: see `Album.take`.
"""

import re

import pytest
from postrider_browser.looks import Album
from postrider_browser.mailservice import MailService

ROWS = ".mail-row:not(.skeleton)"
LIST = re.compile(r"/api/v1/mails\?")
# The test sets the clock by a script, which the frame of a mail blocks.
# The script that blocks the service worker fails there, because that frame has no right to service workers.
BROKEN = ("Failed to load resource", "net::ERR", "Blocked script execution", "SecurityError")


def opened(album: Album, subject: str) -> None:
    album.page.locator(f"{ROWS} .mail-link").filter(has_text=subject).click()
    album.page.locator("iframe").wait_for()
    album.page.locator("h1").filter(has_text=subject).first.wait_for()


def reading(album: Album) -> None:
    """Takes pictures of the list, and of mails of several kinds and scripts."""
    album.page.locator(ROWS).wait_count(8)
    album.take("list")
    for subject, name in [
        ("Offer", "html"),
        ("contract", "attachment"),
        ("Donau", "long-subject"),
        ("会议", "chinese"),
        ("موعد", "arabic"),
    ]:
        opened(album, subject)
        album.take(f"read-{name}")
        album.page.go_back()


@pytest.mark.console_errors(*BROKEN)
def test_mail(album: Album, mail_service: MailService) -> None:
    page = album.page
    page.goto(mail_service.url)
    page.get_by_label("User name").wait_for()
    album.take("login")
    mail_service.log_in(page)
    reading(album)
    page.goto(f"{mail_service.url}/mails?filter=starred")
    page.locator(".list-pane .empty").wait_for()
    album.take("empty")
    page.goto(f"{mail_service.url}/search?q=party")
    page.locator(ROWS).wait_count(1)
    album.take("search")
    with page.faults.abort(LIST):
        page.goto(f"{mail_service.url}/mails?filter=attachments")
        page.locator(".list-pane .empty").wait_for()
        album.take("error")
    with page.faults.hold(LIST):
        page.goto(f"{mail_service.url}/mails?filter=unread")
        page.locator(".skeleton").first.wait_for()
        album.take("loading")


@pytest.mark.console_errors(*BROKEN)
def test_choosing_and_help(album: Album, mail_service: MailService) -> None:
    page = album.page
    mail_service.log_in(page)
    page.locator(ROWS).wait_count(8)
    for row in (1, 3):
        page.locator(f"{ROWS} .mail-choice").nth(row).click()
    page.locator(".chosen-count").wait_for()
    album.take("chosen")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    album.take("keys")
    page.keyboard.press("Escape")
    if album.look.size == "narrow":
        page.locator(".menu-button").click()
        album.take("menu")
