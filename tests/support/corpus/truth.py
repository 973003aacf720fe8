# SPDX-License-Identifier: GPL-3.0-or-later
"""What a mail program must find in a generated mail."""

import json
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True)
class Truth:
    """One mail of the index. `sentAt`/`createdAt` are seconds since 1970 (Date header/INTERNALDATE).

    `words` are words of the text that a search must find, planted ones among them; `file` is the
    name below Maildir/cur; `flags` are IMAP's (\\Seen, \\Flagged, \\Answered).
    """

    messageId: str
    subject: str
    from_: str
    fromName: str
    to: list[str]
    sentAt: int
    createdAt: int
    flags: list[str]
    isHtml: bool
    hasAttachment: bool
    attachments: list[str]
    language: str
    kind: str
    size: int
    words: list[str]
    file: str = field(default="")

    def line(self) -> str:
        """The JSON line, `from_` as "from"."""
        values = asdict(self)
        values["from"] = values.pop("from_")
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def parse(line: str) -> "Truth":
        """Reads what `line()` wrote."""
        values = json.loads(line)
        values["from_"] = values.pop("from")
        return Truth(**values)
