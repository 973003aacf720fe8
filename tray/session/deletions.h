// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "client/rest.h"

#include <QHash>

#include <chrono>

namespace Session {

/**
 * Mails that a person has deleted. For some seconds the deletion can be undone. Only then the service is
 * called, because it keeps no deleted mail. At the end of the program all pending deletions are sent.
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
    void finish(); ///< sends all pending deletions; `settled` follows
    void forget(); ///< drops all, because another service is used

Q_SIGNALS:
    void changed(); ///< the pending deletions
    void deleted(qint64 mailId);
    void failed(qint64 mailId, const Client::Failure &failure);
    void settled(); ///< after finish(): the service has answered

private:
    void carryOut(qint64 mailId);
    void onAnswer(qint64 mailId, const Client::Answer &answer);

    Client::Rest &m_rest;
    Client::Alarms &m_alarms;
    QHash<qint64, Client::Alarm *> m_waiting; ///< pending; without an alarm: sent, not answered
    bool m_isFinishing = false;
};

} // namespace Session
