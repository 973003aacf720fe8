// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/mime/readmail.h"

/// Reads mails with GMime as a mail program does: its most forgiving options, its own charset conversion.
class GmimeReader
{
public:
    GmimeReader();

    ReadMail read(const QByteArray &raw) const;
    QString version() const;

    /// Reads subject, addresses, date, structure, every text and a summary, and returns the number of
    /// characters. For measurements.
    qsizetype skim(const QByteArray &raw) const;
};
