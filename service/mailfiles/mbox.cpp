// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/mbox.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace MailFiles {

namespace {

bool isQuotedOrFrom(QByteArrayView line)
{
    const auto first = std::ranges::find_if(line, [](char c) { return c != '>'; });
    return line.sliced(first - line.begin()).startsWith("From ");
}

// As asctime() writes it, in UTC (RFC 4155).
QByteArray date(qint64 createdAt)
{
    const QDateTime time = QDateTime::fromSecsSinceEpoch(createdAt, Qt::UTC);
    return QLocale::c()
        .toString(time, u"ddd MMM %1 hh:mm:ss yyyy"_s.arg(time.date().day(), 2))
        .toLatin1();
}

// The sender of a `From ` line must not have spaces.
QByteArray senderOf(QByteArrayView sender)
{
    const bool isPlain = std::ranges::all_of(sender, [](char c) { return c > ' ' && c < 0x7f; });
    return sender.isEmpty() || !isPlain ? QByteArray("MAILER-DAEMON") : sender.toByteArray();
}

} // namespace

QByteArray mboxEntry(QByteArrayView raw, QByteArrayView sender, qint64 createdAt)
{
    QByteArray entry;
    entry.reserve(raw.size() + raw.size() / 64 + 128);
    entry += "From " + senderOf(sender) + ' ' + date(createdAt) + '\n';
    while (!raw.isEmpty()) {
        const qsizetype end = raw.indexOf('\n');
        const QByteArrayView line = end < 0 ? raw : raw.first(end + 1);
        if (isQuotedOrFrom(line))
            entry += '>';
        entry.append(line);
        raw = raw.sliced(line.size());
    }
    if (!entry.endsWith('\n'))
        entry += '\n';
    return entry += '\n';
}

} // namespace MailFiles
