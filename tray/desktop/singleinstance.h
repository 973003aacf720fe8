// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QLockFile>
#include <QObject>

namespace Desktop {

/** Allows one tray per user: a second start sends its command to the first tray and ends. */
class SingleInstance : public QObject
{
    Q_OBJECT

public:
    enum class Role {
        First,  ///< no other tray runs; commands come as signals
        Second, ///< the first tray has received the command
        Alone,  ///< another tray runs and does not answer
    };

    explicit SingleInstance(QObject *parent = nullptr);

    /// Becomes the first, or sends `command` to the first: `show`, with the activation token of the
    /// desktop after a blank, a `mailto:` URL, or `quit`. Blocks for at most 1 s for the connection and 1 s
    /// for the answer.
    Role enter(const QByteArray &command);
    qint64 firstProcess() const; ///< process id of the first; 0: unknown

Q_SIGNALS:
    void commanded(const QByteArray &command);

private:
    void onConnection();

    QLockFile m_lock;
    QLocalServer m_server;
};

} // namespace Desktop
