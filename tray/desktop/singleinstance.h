// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QLockFile>
#include <QObject>

namespace Desktop {

/** One program per user: a second one tells the first what it is wanted for, and ends. */
class SingleInstance : public QObject
{
    Q_OBJECT

public:
    enum class Role {
        First,  ///< nobody else is there; commands come as signals
        Second, ///< the first one was told
        Alone,  ///< there is a first one that does not answer
    };

    explicit SingleInstance(QObject *parent = nullptr);

    /// Becomes the first, or sends `command` to the one that is: `show`, with the activation
    /// token of the desktop after a blank, a `mailto:` URL, or `quit`. Waits a second
    /// at most, before there is anything else to do.
    Role enter(const QByteArray &command);
    qint64 firstProcess() const; ///< the number of the one that is; 0: not known

Q_SIGNALS:
    void commanded(const QByteArray &command);

private:
    void onConnection();

    QLockFile m_lock;
    QLocalServer m_server;
};

} // namespace Desktop
