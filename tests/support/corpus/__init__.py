# SPDX-License-Identifier: GPL-3.0-or-later
"""A generated mailbox: the same seed gives the same mails, byte for byte, on any number of cores.

    python3 -m corpus DIRECTORY COUNT [--seed N]

writes DIRECTORY/Maildir (CRLF files with flags, file time = INTERNALDATE) and DIRECTORY/truth.jsonl,
which has one object for each mail: what a mail program must find in it (see `truth.Truth`).
"""

from corpus.mail import Mail, make_mail
from corpus.truth import Truth
from corpus.writer import generate, read_truth

__all__ = ["Mail", "Truth", "generate", "make_mail", "read_truth"]
