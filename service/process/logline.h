// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

enum class LogFormat {
    Text,    ///< time, level, category: message
    Json,    ///< an object a line: time, level, category, message
    Journal, ///< category: message, after a priority that systemd removes; systemd adds the time
};

/** One message of the log. */
struct LogEntry {
    QtMsgType type = QtInfoMsg;
    QString category;
    QString message;
    QDateTime time; ///< UTC
};

/// The name of a level, the same in each format: debug, info, warning, error, fatal.
QByteArray logLevel(QtMsgType type);

/// One line with its end, whatever the message holds: line breaks and other control characters in it
/// become blanks, so that quoted text in the log cannot forge a log line.
QByteArray logLine(const LogEntry &entry, LogFormat format);
