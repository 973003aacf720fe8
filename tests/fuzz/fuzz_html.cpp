// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "mime/calendar.h"
#include "mime/htmltext.h"
#include "mime/quotes.h"
#include "mime/summary.h"

#include <QList>
#include <QString>

/// A text as HTML, as a calendar, and with quotes. Converted text and summary keep their limits.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString html = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    Mime::htmlToText(html);
    Mime::htmlToPlainMail(html);
    Mime::calendarSummary(html);
    const QStringView below = Mime::belowQuote(html);
    if (!below.isEmpty() && below.end() != QStringView(html).end())
        __builtin_trap();
    const bool kept = Mime::htmlToText(html, 50).size() <= 50;
    const qsizetype shown = Mime::summaryOfHtml(html).toUcs4().size();
    if (!kept || shown > Mime::summaryCodePoints + 1) // 1 for the mark that it was cut
        __builtin_trap();
    return 0;
}
