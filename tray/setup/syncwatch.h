// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "client/eventclient.h"
#include "client/records.h"
#include "setup/progress.h"

namespace Setup {

/** Follows the synchronisation of an account: its state, its numbers, its newest mails. */
class SyncWatch : public QObject
{
    Q_OBJECT

public:
    static constexpr int shownMails = 6;

    SyncWatch(Client::Rest &rest, Client::EventClient &events, Client::Alarms &alarms,
              QObject *parent = nullptr);

    void start(qint64 accountId);
    void stop();
    void refresh(); ///< after events, or when the service is back

    bool isKnown() const { return m_isKnown; } ///< an answer was received
    const Client::Account &account() const { return m_account; }
    const std::optional<Progress> &progress() const { return m_progress; }
    qint64 mailCount() const { return m_mailCount; }
    bool isDone() const { return m_isDone; } ///< the first synchronisation has ended
    const QList<Client::Mail> &mails() const { return m_mails; } ///< newest first

Q_SIGNALS:
    void changed();

private:
    void onEvent(const Sse::Event &event);
    void ask();
    void take(const QJsonObject &account);

    Client::Rest &m_rest;
    Client::Alarm *m_pause; ///< between two rounds of requests
    Client::Alarm
        *m_quiet;    ///< without events until the end: an answer or an event may have been lost
    qint64 m_id = 0; ///< 0: nothing is watched
    bool m_isKnown = false;
    bool m_isAskedAgain = false; ///< when the pause ends
    Client::Account m_account;
    std::optional<Progress> m_progress;
    qint64 m_mailCount = 0;
    bool m_isDone = false;
    QList<Client::Mail> m_mails;
};

} // namespace Setup
