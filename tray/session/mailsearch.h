// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "client/records.h"
#include "client/rest.h"

namespace Session {

/**
 * Searches the service's index while a person types. Only the answer to the newest request is used. The
 * service parses operators (`from:anna has:attachment`); text that it refuses is searched as plain words.
 */
class MailSearch : public QObject
{
    Q_OBJECT

public:
    static constexpr int most = 30; ///< shown at once

    MailSearch(Client::Rest &rest, Client::Alarms &alarms, QObject *parent = nullptr);

    void setText(const QString &text); ///< empty: no search
    void again();                      ///< repeats the search, because mails may have changed

    bool isActive() const { return !m_text.isEmpty(); }
    bool isBusy() const { return m_isBusy; } ///< the newest request has no answer yet
    const QList<Client::Mail> &mails() const { return m_mails; } ///< newest first
    qint64 total() const { return m_total; }
    const std::optional<Client::Failure> &failure() const { return m_failure; }

Q_SIGNALS:
    void changed();

private:
    void ask(const QString &parameter);
    void take(const QString &parameter, const Client::Answer &answer);

    Client::Rest &m_rest;
    Client::Alarm *m_pause;
    QString m_text;
    QList<Client::Mail> m_mails;
    qint64 m_total = 0;
    std::optional<Client::Failure> m_failure;
    int m_round = 0; ///< grows with each request
    bool m_isBusy = false;
};

} // namespace Session
