# SPDX-License-Identifier: GPL-3.0-or-later
"""Attaching files to a mail: limits, interrupted uploads, dropping and pasting."""

import re

import pytest
from composing import REPORT, compose, draft, drafts, no_drafts, service, writer
from postrider_browser import Page
from postrider_browser.mailservice import MailService
from postrider_support.waiting import wait_until


@pytest.mark.console_errors("413")
def test_file_that_is_too_large_is_refused_before_and_after(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    writer.locator("input[type=file]").evaluate(
        """(input) => {
            const all = new DataTransfer();
            all.items.add(new File([new Uint8Array(26 * 1024 * 1024)], 'huge.bin'));
            input.files = all.files;
            input.dispatchEvent(new Event('change'));
        }"""
    )
    writer.get_by_role("alert").wait_text("Too large: huge.bin.")
    assert writer.locator(".file").count() == 0
    answer = {
        "code": 41302,
        "message": "x",
        "error": "attachments_too_large",
        "data": None,
        "requestId": "1",
    }
    with writer.faults.fulfil("**/api/v1/attachments?*", answer, status=413):
        writer.locator("input[type=file]").set_input_files(REPORT)
        writer.locator(".file").wait_text("Too large for the service.")
    writer.get_by_role("button", name="Remove report.bin").click()
    assert writer.locator(".file").count() == 0


@pytest.mark.console_errors("ERR_")
def test_upload_can_be_cancelled_and_repeated(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    rule = writer.faults.hold("**/api/v1/attachments?*")
    writer.locator("input[type=file]").set_input_files(REPORT)
    writer.locator(".file progress").wait_for()
    writer.get_by_role("button", name="Cancel the upload of report.bin").click()
    assert writer.locator(".file").count() == 0
    rule.end()
    with writer.faults.abort("**/api/v1/attachments?*"):
        writer.locator("input[type=file]").set_input_files(REPORT)
        writer.locator(".file").wait_text("Not uploaded: the service does not answer.")
    writer.get_by_role("button", name="Upload report.bin again").click()
    writer.locator(".file").wait_text("179 kB")
    wait_until(lambda: len(drafts(mail_service)) == 1, 10, "a draft")
    assert len(draft(mail_service)["attachments"]) == 1


def test_dropped_and_pasted_files_are_attached(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    made = "const all = new DataTransfer(); all.items.add(new File(['x'], name, { type: 'image/png' }));"
    writer.locator(".compose").evaluate(
        f"""(form) => {{ const name = 'dropped.png'; {made}
            form.dispatchEvent(new DragEvent('dragenter', {{ dataTransfer: all, bubbles: true }}));
            form.dispatchEvent(new DragEvent('drop', {{ dataTransfer: all, bubbles: true }})); }}"""
    )
    writer.locator(".editor").evaluate(
        f"""(editor) => {{ const name = 'image.png'; {made}
            editor.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: all, bubbles: true, cancelable: true }})); }}"""
    )
    writer.locator(".file").wait_count(2)
    assert writer.locator(".file bdi").all_text_contents()[0] == "dropped.png"
    assert re.match(r"image-20.*\.png", writer.locator(".file bdi").all_text_contents()[1])
