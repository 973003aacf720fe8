// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QLoggingCategory>
#include <QObject>
#include <QString>

namespace Notify {

Q_DECLARE_LOGGING_CATEGORY(log)

/** What a person may do from a notice. */
struct Action {
    QString id; ///< `default`: the notice itself was clicked
    QString label;

    bool operator==(const Action &) const = default;
};

/** A notice, identified by its key. Its texts are plain text. */
struct Notice {
    QString key;
    QString replaces; ///< the notice whose place it takes if that one is shown
    QString title;
    QString body;
    QList<Action> actions;
    bool hasSound = false;
    bool isProblem = false;

    bool operator==(const Notice &) const = default;
};

/** Shows notices on the desktop. Lives on the thread with the event loop. */
class Notifier : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void show(const Notice &notice) = 0; ///< replaces the one with the same key
    virtual void close(const QString &key) = 0;  ///< does nothing if it is not shown
    virtual bool isAvailable() const = 0;

Q_SIGNALS:
    void actionInvoked(const QString &key, const QString &action);
    void closed(const QString &key); ///< by the person or the desktop, not by close()
    void availableChanged(bool available);
};

} // namespace Notify
