// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "notify/notifier.h"
#include "policy/noticepolicy.h"
#include "policy/snoozes.h"
#include "session/deletions.h"
#include "session/link.h"
#include "session/mailroom.h"
#include "session/settings.h"

#include <QElapsedTimer>
#include <QUrl>

/**
 * Shows notices for mails that arrived, and sends the actions that people choose in them to the service.
 * The notice of a mail is removed when the service has confirmed the action; after a deletion, which can be
 * undone, at once. The parts outlive it.
 */
class NoticeController : public QObject
{
    Q_OBJECT

public:
    struct Parts {
        Session::Settings &settings;
        Session::Link &link;
        Session::Mailroom &mailroom;
        Notify::Notifier &notifier;
        Session::Deletions &deletions;
        Client::Alarms &alarms;
    };
    explicit NoticeController(const Parts &parts, QObject *parent = nullptr);

    bool isQuiet() const { return m_policy.isQuiet(); }
    void reset();                                    ///< when another service is used
    void snooze(qint64 mailId, const QString &when); ///< `hour`, `tonight`, `monday`

Q_SIGNALS:
    void quietChanged();
    void wanted(const QUrl &page); ///< to be opened in the browser
    void accountWanted(qint64 id); ///< a mailbox that needs a person; 0: several

private:
    void onArrived(const Client::Arrival &arrival);
    void onAccounts();
    void showTrouble(const QList<Client::Account> &all, const QSet<qint64> &fresh);
    void onAction(const QString &key, const QString &action);
    void onMailAction(qint64 id, const QString &key, const QString &action);
    void onDeletionFailed(qint64 id, const Client::Failure &failure);
    void withdraw(const QList<qint64> &ids);
    void showSnoozed();
    void showAgain(qint64 id, qint64 now);
    void keepSnoozes(const Policy::Snoozes &snoozes);
    QString serverName() const;
    void update(); ///< applies time and settings: quiet, muted
    void run(const QList<Policy::Command> &commands);
    void planNext();

    Parts m_parts;
    Policy::NoticePolicy m_policy;
    Client::Alarm *m_due;
    Client::Alarm *m_quietEnd;
    Client::Alarm *m_snoozeEnd;
    Policy::Snoozes m_snoozes;
    QHash<qint64, Client::Mail> m_shown; ///< mails of the newest notices, by id
    QElapsedTimer m_clock;
    QSet<qint64> m_troubled; ///< accounts that need a person
    bool m_knowsAccounts = false;
};

/// Pages of the web client.
QUrl pageOf(const QUrl &server, const QString &path = {});
