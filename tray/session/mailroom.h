// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "client/eventclient.h"
#include "client/records.h"
#include "client/rest.h"

#include <functional>

namespace Session {

/**
 * What is known of the mail: accounts, what is unread, the newest mails. Numbers are the service's,
 * never counted here. Asks again when events say so, a few times a second at most, and some seconds
 * after the service could not answer. Tells what
 * arrived and what is gone, also after a break; never what was there before the first connection.
 */
class Mailroom : public QObject
{
    Q_OBJECT

public:
    static constexpr int recentCount = 8;

    Mailroom(Client::Rest &rest, Client::EventClient &events, Client::Alarms &alarms,
             QObject *parent = nullptr);

    bool isKnown() const { return m_isKnown; } ///< the accounts have been read once
    const QList<Client::Account> &accounts() const { return m_accounts; }
    const Client::Account *account(qint64 id) const; ///< null: unknown
    qint64 unread() const { return m_unread; }       ///< of all, or of those after the ignored ones
    const QList<Client::Mail> &recent() const { return m_recent; } ///< newest first
    /// The largest id of an unread mail: not that of the newest one, because an import stores old
    /// mails under new ids. Asks as often as it takes, some times at most.
    void findLastUnread(std::function<void(qint64 id)> then, int rounds = 50);

    void setIgnoredUpTo(qint64 id);
    void refresh(); ///< everything, soon
    void reset();   ///< another service

Q_SIGNALS:
    void changed();
    void arrived(const Client::Arrival &arrival);
    void gone(const QList<qint64> &ids); ///< read or deleted, anywhere

private:
    enum Part : unsigned { Stats = 1, Accounts = 2, Recent = 4, All = 7 };

    void onEvent(const Sse::Event &event);
    void onConnected(const QByteArray &data);
    void onArrival(const Client::Arrival &arrival);
    void onGone(const QList<qint64> &ids);
    void catchUpByList();
    void takeMissed(const QList<Client::Mail> &mails, qint64 total);
    void endCatchUp();
    void ask(unsigned parts);
    void askNow();
    void request(Part part, const QString &path, const QUrlQuery &query,
                 std::function<void(const QJsonValue &)> take);
    void askLater(Part part, const Client::Failure &failure);
    void answered();
    void meet(const QList<Client::Mail> &mails);

    Client::Rest &m_rest;
    Client::EventClient &m_events;
    Client::Alarm *m_pause;      ///< between two rounds of questions
    Client::Alarm *m_catchUpEnd; ///< whatever comes, what was missed is told then
    bool m_isKnown = false;
    bool m_hasAccounts = false; ///< the other answers of the round may not have come yet
    QList<Client::Account> m_accounts;
    Client::Stats m_stats;
    qint64 m_unread = 0;
    QList<Client::Mail> m_recent;
    qint64 m_ignoredUpTo = 0;
    qint64 m_newestId = 0;
    qint64 m_contact = 0; ///< the service's time when we last heard of it, seconds; 0: never
    unsigned m_wanted = 0;
    std::chrono::milliseconds m_retryAfter{ 0 }; ///< of what failed in this round
    int m_open = 0;                              ///< answers that are awaited
    int m_round = 0;
    qint64 m_missedUpTo = 0; ///< events up to this one happened while we were away
    QList<Client::Arrival> m_missed;
};

} // namespace Session
