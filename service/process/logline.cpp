// SPDX-License-Identifier: GPL-3.0-or-later
#include "process/logline.h"

#include "common/jsonwriter.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QByteArray timeText(const QDateTime &time)
{
    return time.toString(u"yyyy-MM-ddTHH:mm:ss.zzz"_s).toLatin1() + 'Z';
}

/// The prefix of a line that gives its level to systemd: sd-daemon(3).
QByteArray priority(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "<7>";
    case QtInfoMsg:
        return "<6>";
    case QtWarningMsg:
        return "<4>";
    case QtCriticalMsg:
        return "<3>";
    case QtFatalMsg:
        return "<2>";
    }
    Q_UNREACHABLE();
}

QByteArray plainText(QString text)
{
    std::ranges::replace_if(
        text, [](QChar sign) { return sign < u' ' || sign == QChar(0x7f); }, u' ');
    return text.toUtf8();
}

QByteArray jsonLine(const LogEntry &entry)
{
    Json::Writer json;
    json.beginObject().key("time").value(timeText(entry.time));
    json.key("level").value(logLevel(entry.type));
    json.key("category").value(entry.category);
    json.key("message").value(entry.message).endObject();
    return json.take() + '\n';
}

} // namespace

QByteArray logLevel(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug";
    case QtInfoMsg:
        return "info";
    case QtWarningMsg:
        return "warning";
    case QtCriticalMsg:
        return "error";
    case QtFatalMsg:
        return "fatal";
    }
    Q_UNREACHABLE();
}

QByteArray logLine(const LogEntry &entry, LogFormat format)
{
    if (format == LogFormat::Json)
        return jsonLine(entry);
    const QByteArray text = entry.category.toUtf8() + ": " + plainText(entry.message) + '\n';
    if (format == LogFormat::Journal)
        return priority(entry.type) + text;
    return timeText(entry.time) + ' ' + logLevel(entry.type) + ' ' + text;
}
