// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/logbook.h"

#include <QDateTime>
#include <QRegularExpression>

#include <atomic>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace Desktop {

namespace {

std::atomic<Logbook *> theOne = nullptr; // global: Qt passes no user data to a message handler

const char *nameOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug";
    case QtInfoMsg:
        return "info";
    case QtWarningMsg:
        return "warning";
    case QtCriticalMsg:
    case QtFatalMsg:
        break;
    }
    return "critical";
}

/// The local time; with its offset it is unambiguous: `2026-06-05T11:30:00+02:00`.
QString localTime()
{
    const QDateTime now = QDateTime::currentDateTime();
    return now.toOffsetFromUtc(now.offsetFromUtc()).toString(Qt::ISODate);
}

} // namespace

Logbook::Logbook(QObject *parent) : QObject(parent)
{
    theOne = this;
    qInstallMessageHandler(&Logbook::handle);
}

Logbook::~Logbook()
{
    theOne = nullptr;
}

QString Logbook::redacted(const QString &line)
{
    static const QRegularExpression secrets(
        uR"(\b(Bearer\s+)[\w.~+/=-]+|\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?|((?:password|token|code)["']?\s*[=:]\s*["']?)[^\s"'&,}]+)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return QString(line).replace(secrets, u"\\1\\3***"_s);
}

void Logbook::handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const QString line =
        u"%1 %2 %3: %4"_s.arg(localTime(), QString::fromLatin1(nameOf(type)),
                              QString::fromUtf8(context.category), redacted(message));
    std::fprintf(stderr, "%s\n", qPrintable(line));
    if (Logbook *book = theOne)
        QMetaObject::invokeMethod(
            book, [book, line] { book->add(line); }, Qt::QueuedConnection);
}

void Logbook::add(const QString &line)
{
    if (m_lines.size() >= maxLines)
        m_lines.removeFirst();
    m_lines.append(line);
    Q_EMIT added(line);
}

} // namespace Desktop
