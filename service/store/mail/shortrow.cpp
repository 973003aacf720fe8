// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/shortrow.h"

#include "common/shortened.h"

#include <algorithm>

namespace Store {

namespace {

void shorten(QByteArray &text, qsizetype characters)
{
    if (text.size() > characters)
        text = Text::shortened(text, characters);
}

// If the list was cut before, `count` is already that of the whole list, and larger than that of the rest.
void shortenList(QByteArray &json, qsizetype &count)
{
    const Text::ShortList list = Text::shortList(json);
    json = list.json;
    count = std::max(count, list.count);
}

} // namespace

void shorten(MailRow &row)
{
    shorten(row.messageId, Text::mostMessageId);
    shorten(row.from, Text::mostAddress);
    shorten(row.fromName, Text::mostName);
    shorten(row.subject, Text::mostSubject);
    shortenList(row.toJson, row.toCount);
    shortenList(row.ccJson, row.ccCount);
}

void countAddresses(MailRow &row)
{
    row.toCount = std::max(row.toCount, Text::countOf(row.toJson));
    row.ccCount = std::max(row.ccCount, Text::countOf(row.ccJson));
}

} // namespace Store
