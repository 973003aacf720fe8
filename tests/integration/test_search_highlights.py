# SPDX-License-Identifier: GPL-3.0-or-later
"""Highlights say where the words of a search are, in UTF-16 code units."""

from typing import Any

from postrider_support import Client, Dovecot, wait_until
from postrider_support.letters import letter, synced_account


def spans(text: str, places: list[dict[str, Any]]) -> list[str]:
    units = text.encode("utf-16-le")
    return [units[2 * at["start"] : 2 * (at["start"] + at["length"])].decode("utf-16-le") for at in places]


def test_highlights_say_where_the_words_are(client: Client, token: str, dovecot: Dovecot) -> None:
    user = dovecot.add_user("highlighted")
    text = "🎉 Dear Zoë,\n\nplease  find the budget of the Straße below.\n" + "Filler text.\n" * 60 + "Budget again."
    with dovecot.mailbox(user) as mailbox:
        mailbox.append(letter("Budget 2026", text, sender=("Budi Anto", "budi@example.com")))
        mailbox.append(letter("Files", "See the file.", files={"budget-plan.xlsx": b"1"}))
    account = synced_account(client, dovecot.account(user))["id"]
    query = {"accountId": account, "q": "budget OR strasse OR -nothing", "highlight": 1}
    wait_until(lambda: client.get("/mails", accountId=account, q="budget").ok()["total"] == 2, 30, "the index")
    assert "highlight" not in client.get("/mails", accountId=account, q="budget").ok()["items"][0]
    with_files, mail = client.get("/mails", **query).ok()["items"]
    snippet = mail["highlight"]["snippet"]
    assert spans(mail["subject"], mail["highlight"]["subject"]) == ["Budget"]
    assert mail["highlight"]["from"] == mail["highlight"]["fromName"] == []
    assert snippet["field"] == "text"
    assert snippet["text"].startswith("🎉 Dear Zoë, please find the budget of the Straße below. Filler")
    assert snippet["text"].endswith("…")
    assert spans(snippet["text"], snippet["hits"]) == ["budget", "Straße"]
    snippet = with_files["highlight"]["snippet"]
    assert (snippet["field"], snippet["text"]) == ("filenames", "budget-plan.xlsx")
    assert spans(snippet["text"], snippet["hits"]) == ["budget"]
    (mail,) = client.get("/mails", accountId=account, q="from:budi -files", highlight=1).ok()["items"]
    assert spans(mail["fromName"], mail["highlight"]["fromName"]) == ["Budi"]
    assert spans(mail["from"], mail["highlight"]["from"]) == ["budi"]
    assert mail["highlight"]["snippet"] is None
    client.get("/mails", q="x", highlight="maybe").failed(400, 40003)
