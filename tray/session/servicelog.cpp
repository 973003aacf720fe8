// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/servicelog.h"

#include "policy/cleantext.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace Session {

namespace {

constexpr qint64 readBytes = 4096; // from the end of the log
constexpr qsizetype maxLength = 300;

} // namespace

QString serviceLogPath()
{
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/postrider"_s;
    QDir().mkpath(folder);
    return folder + u"/postriderd.log"_s;
}

QString lastLineOf(const QString &logFile)
{
    QFile file(logFile);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.seek(std::max<qint64>(file.size() - readBytes, 0));
    const QString last = QString::fromUtf8(file.read(readBytes)).trimmed().section(u'\n', -1);
    // `postriderd: text` or `2026-06-05T09:30:00.000Z error postrider.store: text`
    static const QRegularExpression head(uR"(^(postriderd|\S+Z \w+ [\w.]+): )"_s);
    return Policy::cleanLine(QString(last).remove(head), maxLength);
}

} // namespace Session
