// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/mime/readmail.h"

/// Asks GMime, as a mail program would: its most forgiving options, its own charset conversion.
class GmimeReader
{
public:
    GmimeReader();

    ReadMail read(const QByteArray &raw) const;
    QString version() const;

    /// Subject, addresses, date, structure, every text and a summary; how many characters that were.
    /// What a first look at a mail takes, for measurements.
    qsizetype skim(const QByteArray &raw) const;
};
