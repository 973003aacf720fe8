// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "client/rest.h"

#include <QHash>

#include <chrono>

namespace Session {

/**
 * Mails that a person has deleted and may have back for some seconds: the service, which keeps no
 * deleted mail, hears of it after that. What waits at the end of the program goes at once.
 */
class Deletions : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds patience{ 8 };

    Deletions(Client::Rest &rest, Client::Alarms &alarms, QObject *parent = nullptr);

    void add(qint64 mailId);
    bool undo(qint64 mailId); ///< false: it is too late
    bool isPending(qint64 mailId) const { return m_waiting.contains(mailId); }
    void finish(); ///< all that wait, now; `settled` follows, at once where there are none
    void forget(); ///< another service

Q_SIGNALS:
    void changed(); ///< what is pending
    void deleted(qint64 mailId);
    void failed(qint64 mailId, const Client::Failure &failure);
    void settled(); ///< after finish(): the service has answered

private:
    void carryOut(qint64 mailId);
    void onAnswer(qint64 mailId, const Client::Answer &answer);

    Client::Rest &m_rest;
    Client::Alarms &m_alarms;
    QHash<qint64, Client::Alarm *> m_waiting; ///< until their time is up, then without an alarm
    bool m_isFinishing = false;
};

} // namespace Session
