// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "client/eventclient.h"
#include "client/records.h"
#include "client/rest.h"

#include <functional>

namespace Session {

/**
 * The tray's data about the mail: accounts, numbers of unread mails, newest mails. Numbers come from the
 * service and are never counted here. They are read again after events, at most a few times a second, and
 * some seconds after a failure of the service. Reports mails that arrived or are gone, also after a lost
 * connection, but no mails from before the first connection.
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
    /// Finds an id that no unread mail exceeds. That of the newest mail may be too small, because an import
    /// stores old mails under new ids. Reads at most `rounds` pages.
    void findLastUnread(std::function<void(qint64 id)> then, int rounds = 50);

    void setIgnoredUpTo(qint64 id);
    void refresh(); ///< reads everything again, soon
    void reset();   ///< when another service is used

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
    Client::Alarm *m_pause;      ///< between two rounds of requests
    Client::Alarm *m_catchUpEnd; ///< missed mails are reported then at the latest
    bool m_isKnown = false;
    bool m_hasAccounts = false; ///< other answers of the round may be missing
    QList<Client::Account> m_accounts;
    Client::Stats m_stats;
    qint64 m_unread = 0;
    QList<Client::Mail> m_recent;
    qint64 m_ignoredUpTo = 0;
    qint64 m_newestId = 0;
    qint64 m_contact = 0; ///< the service's time at the last contact, seconds; 0: never
    unsigned m_wanted = 0;
    std::chrono::milliseconds m_retryAfter{ 0 }; ///< the longest wait after failures of this round
    int m_open = 0;                              ///< requests without an answer yet
    int m_round = 0;
    qint64 m_missedUpTo = 0; ///< events up to this id were missed; 0: none
    QList<Client::Arrival> m_missed;
};

} // namespace Session
