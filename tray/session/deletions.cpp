// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/deletions.h"

using namespace Qt::StringLiterals;

namespace Session {

Deletions::Deletions(Client::Rest &rest, Client::Alarms &alarms, QObject *parent)
    : QObject(parent), m_rest(rest), m_alarms(alarms)
{
}

void Deletions::add(qint64 mailId)
{
    if (m_waiting.contains(mailId))
        return;
    Client::Alarm *alarm = m_alarms.make(this);
    connect(alarm, &Client::Alarm::rang, this, [this, mailId] { carryOut(mailId); });
    m_waiting.insert(mailId, alarm);
    alarm->start(patience);
    Q_EMIT changed();
}

bool Deletions::undo(qint64 mailId)
{
    Client::Alarm *alarm = m_waiting.value(mailId);
    if (!alarm)
        return false;
    alarm->deleteLater();
    m_waiting.remove(mailId);
    Q_EMIT changed();
    return true;
}

// The mail stays pending until the answer, because a list that is read before it still contains the mail.
void Deletions::carryOut(qint64 mailId)
{
    Client::Alarm *alarm = std::exchange(m_waiting[mailId], nullptr);
    if (!alarm)
        return;
    alarm->stop();
    alarm->deleteLater();
    m_rest.send("DELETE", u"/mails/%1"_s.arg(mailId), {}, this,
                [this, mailId](const Client::Answer &answer) { onAnswer(mailId, answer); });
}

void Deletions::onAnswer(qint64 mailId, const Client::Answer &answer)
{
    if (!m_waiting.contains(mailId))
        return; // the answer of a service that was used before
    m_waiting.remove(mailId);
    if (answer || answer.error().is(ApiError::MailNotFound))
        Q_EMIT deleted(mailId);
    else
        Q_EMIT failed(mailId, answer.error());
    Q_EMIT changed();
    if (m_isFinishing && m_waiting.isEmpty())
        Q_EMIT settled();
}

void Deletions::finish()
{
    m_isFinishing = true;
    for (const qint64 mailId : m_waiting.keys())
        carryOut(mailId);
    if (m_waiting.isEmpty())
        Q_EMIT settled();
}

void Deletions::forget()
{
    for (Client::Alarm *alarm : std::as_const(m_waiting)) {
        if (alarm)
            alarm->deleteLater();
    }
    m_waiting.clear();
    Q_EMIT changed();
}

} // namespace Session
