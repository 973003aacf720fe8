// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/syncwatch.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Setup {

namespace {

constexpr auto askEvery = 500ms;
constexpr auto askWithoutEvents = 5s;

} // namespace

SyncWatch::SyncWatch(Client::Rest &rest, Client::EventClient &events, Client::Alarms &alarms,
                     QObject *parent)
    : QObject(parent), m_rest(rest), m_pause(alarms.make(this)), m_quiet(alarms.make(this))
{
    connect(&events, &Client::EventClient::received, this, &SyncWatch::onEvent);
    connect(m_pause, &Client::Alarm::rang, this, [this] {
        if (std::exchange(m_isAskedAgain, false))
            ask();
    });
    connect(m_quiet, &Client::Alarm::rang, this, [this] {
        if (!m_isDone)
            refresh();
    });
}

void SyncWatch::start(qint64 accountId)
{
    stop();
    m_id = accountId;
    ask();
}

void SyncWatch::stop()
{
    m_pause->stop();
    m_quiet->stop();
    m_id = 0;
    m_isKnown = m_isDone = m_isAskedAgain = false;
    m_account = {};
    m_progress.reset();
    m_mailCount = 0;
    m_mails.clear();
}

void SyncWatch::refresh()
{
    if (m_id == 0)
        return;
    if (m_pause->isActive())
        m_isAskedAgain = true;
    else
        ask();
}

void SyncWatch::onEvent(const Sse::Event &event)
{
    if (m_id == 0 || Client::numberOf(event.data, "account_id"_L1) != m_id)
        return;
    if (event.name == "account.sync_progress") {
        m_progress = progressOf(event.data);
        Q_EMIT changed();
    }
    refresh(); // reads the numbers and the newest mails
}

void SyncWatch::ask()
{
    m_pause->start(askEvery);
    m_quiet->start(askWithoutEvents);
    m_rest.get(u"/accounts/%1"_s.arg(m_id), {}, this,
               [this, id = m_id](const Client::Answer &answer) {
                   if (answer && id == m_id)
                       take(answer->toObject());
               });
    QUrlQuery newest;
    newest.addQueryItem(u"accountId"_s, QString::number(m_id));
    newest.addQueryItem(u"pageSize"_s, QString::number(shownMails));
    m_rest.get(u"/mails"_s, newest, this, [this, id = m_id](const Client::Answer &answer) {
        if (!answer || id != m_id)
            return;
        m_mails = Client::mailsOf(*answer);
        Q_EMIT changed();
    });
}

void SyncWatch::take(const QJsonObject &account)
{
    m_isKnown = true;
    m_account = Client::accountsOf(QJsonArray{ account }).first();
    m_progress = progressOf(account.value("syncProgress"_L1));
    m_mailCount = account.value("mailCount"_L1).toInteger();
    m_isDone = account.value("lastSyncAt"_L1).isString() && !m_progress;
    Q_EMIT changed();
}

} // namespace Setup
