// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/mailroom.h"

#include "common/timestamp.h"

#include <QDateTime>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Session {

namespace {

constexpr std::chrono::milliseconds askEvery = 300ms;
constexpr std::chrono::milliseconds retryAfter = 5s;
constexpr std::chrono::milliseconds longestRetry = 60s;
constexpr auto catchUpPatience = 2s;
constexpr qint64 contactMargin = 600; // seconds; clocks of mail servers may differ
constexpr int missedMails = 50;

bool isAnnounced(const Client::Mail &mail)
{
    static const QSet<QString> silent{ u"sent"_s, u"drafts"_s, u"junk"_s, u"trash"_s };
    return !silent.contains(mail.folderRole);
}

} // namespace

Mailroom::Mailroom(Client::Rest &rest, Client::EventClient &events, Client::Alarms &alarms,
                   QObject *parent)
    : QObject(parent), m_rest(rest), m_events(events), m_pause(alarms.make(this)),
      m_catchUpEnd(alarms.make(this))
{
    connect(&events, &Client::EventClient::received, this, &Mailroom::onEvent);
    connect(&events, &Client::EventClient::pollDue, this, [this] {
        ask(All);
        catchUpByList();
    });
    connect(m_pause, &Client::Alarm::rang, this, &Mailroom::askNow);
    connect(m_catchUpEnd, &Client::Alarm::rang, this, &Mailroom::endCatchUp);
}

const Client::Account *Mailroom::account(qint64 id) const
{
    const auto found = std::ranges::find(m_accounts, id, &Client::Account::id);
    return found == m_accounts.end() ? nullptr : &*found;
}

void Mailroom::reset()
{
    ++m_round;
    m_isKnown = m_hasAccounts = false;
    m_accounts.clear();
    m_stats = {};
    m_unread = m_newestId = m_contact = m_missedUpTo = 0;
    m_recent.clear();
    m_missed.clear();
    m_open = 0;
    m_wanted = 0;
    m_retryAfter = {};
    m_pause->stop();
    m_catchUpEnd->stop();
    Q_EMIT changed();
}

void Mailroom::setIgnoredUpTo(qint64 id)
{
    if (std::exchange(m_ignoredUpTo, id) != id)
        ask(Stats);
}

void Mailroom::refresh()
{
    ask(All);
}

void Mailroom::onEvent(const Sse::Event &event)
{
    const QByteArray &name = event.name;
    if (name == "connected") {
        onConnected(event.data);
    } else if (name == "heartbeat") {
        m_contact = std::max(m_contact, Client::timeOf(event.data, "time"_L1));
    } else if (name == "resync") {
        catchUpByList();
        ask(All);
    } else if (name == "mail.received") {
        onArrival(Client::arrivalOf(event.data));
    } else if (name == "mail.updated") {
        const Client::Change change = Client::changeOf(event.data);
        if (change.isRead) {
            if (*change.isRead)
                onGone(change.ids);
            ask(Stats | Recent);
        }
    } else if (name == "mail.deleted") {
        onGone(Client::changeOf(event.data).ids);
        ask(Stats | Recent);
    } else if (name == "stats.updated" || name == "mail.synced") {
        ask(Stats | Recent);
    } else if (name == "account.created" || name == "account.deleted") {
        ask(All);
    } else if (name.startsWith("account.")) {
        ask(Accounts);
    }
    if (m_missedUpTo > 0 && event.lastId.toLongLong() >= m_missedUpTo)
        endCatchUp();
}

void Mailroom::onConnected(const QByteArray &data)
{
    const qint64 newest = Client::numberOf(data, "last_event_id"_L1);
    const qint64 known = m_events.lastId().toLongLong();
    if (known > 0 && newest > known) {
        // Missed events are replayed now. They also contain which mails were read since, so arrivals are
        // reported at the end of the replay only.
        m_missedUpTo = newest;
        m_catchUpEnd->start(catchUpPatience);
    } else if (known == 0 && m_contact > 0) {
        catchUpByList(); // no event was received yet, so no id exists to replay from
    }
    m_contact = std::max(m_contact, Client::timeOf(data, "server_time"_L1));
    m_pause->stop(); // after a failure the pause is long
    ask(All);
}

void Mailroom::onArrival(const Client::Arrival &arrival)
{
    meet(arrival.mails);
    if (m_missedUpTo > 0)
        m_missed.append(arrival);
    else
        Q_EMIT arrived(arrival);
    ask(Stats | Recent);
}

void Mailroom::onGone(const QList<qint64> &ids)
{
    for (Client::Arrival &arrival : m_missed) {
        const auto removed = arrival.mails.removeIf(
            [&ids](const Client::Mail &mail) { return ids.contains(mail.id); });
        arrival.count -= removed;
    }
    Q_EMIT gone(ids);
}

void Mailroom::endCatchUp()
{
    m_missedUpTo = 0;
    m_catchUpEnd->stop();
    for (const Client::Arrival &arrival : std::exchange(m_missed, {})) {
        if (arrival.count > 0)
            Q_EMIT arrived(arrival);
    }
}

void Mailroom::catchUpByList()
{
    if (m_contact == 0) {
        m_contact = QDateTime::currentSecsSinceEpoch(); // mails that exist already are not new
        return;
    }
    QUrlQuery query;
    query.addQueryItem(u"isRead"_s, u"false"_s);
    query.addQueryItem(u"afterId"_s, QString::number(m_newestId));
    query.addQueryItem(u"since"_s,
                       QString::fromLatin1(Timestamp::toIso(m_contact - contactMargin)));
    query.addQueryItem(u"pageSize"_s, QString::number(missedMails));
    m_rest.get(u"/mails"_s, query, this, [this, round = m_round](const Client::Answer &answer) {
        if (answer && round == m_round)
            takeMissed(Client::mailsOf(*answer), answer->toObject().value("total"_L1).toInteger());
    });
}

void Mailroom::takeMissed(const QList<Client::Mail> &mails, qint64 total)
{
    std::map<qint64, Client::Arrival> byAccount;
    for (const Client::Mail &mail : mails) {
        if (!isAnnounced(mail))
            continue;
        Client::Arrival &arrival = byAccount[mail.accountId];
        arrival.accountId = mail.accountId;
        arrival.mails.append(mail);
        ++arrival.count;
    }
    // The accounts of the mails past the first page are unknown: they are counted for the first account.
    if (!byAccount.empty())
        byAccount.begin()->second.count += std::max<qint64>(total - mails.size(), 0);
    meet(mails);
    for (const auto &[accountId, arrival] : byAccount)
        Q_EMIT arrived(arrival);
}

void Mailroom::meet(const QList<Client::Mail> &mails)
{
    for (const Client::Mail &mail : mails)
        m_newestId = std::max(m_newestId, mail.id);
}

void Mailroom::findLastUnread(std::function<void(qint64 id)> then, int rounds)
{
    QUrlQuery query;
    query.addQueryItem(u"isRead"_s, u"false"_s);
    query.addQueryItem(u"afterId"_s, QString::number(m_newestId));
    query.addQueryItem(u"pageSize"_s, u"100"_s);
    m_rest.get(
        u"/mails"_s, query, this,
        [this, rounds, round = m_round, then = std::move(then)](const Client::Answer &answer) {
            if (!answer || round != m_round)
                return;
            const QList<Client::Mail> later = Client::mailsOf(*answer);
            meet(later);
            if (later.isEmpty() || rounds <= 1)
                then(m_newestId);
            else
                findLastUnread(then, rounds - 1);
        });
}

void Mailroom::ask(unsigned parts)
{
    m_wanted |= parts;
    if (m_open == 0 && !m_pause->isActive())
        askNow();
}

void Mailroom::askNow()
{
    if (m_rest.token().isEmpty() || m_open > 0)
        return;
    const unsigned wanted = std::exchange(m_wanted, 0U);
    if (wanted == 0)
        return;
    if (wanted & Accounts)
        request(Accounts, u"/accounts"_s, {}, [this](const QJsonValue &data) {
            m_accounts = Client::accountsOf(data);
            m_hasAccounts = true;
        });
    if (wanted & Stats)
        request(Stats, u"/mails/stats"_s, {}, [this](const QJsonValue &data) {
            m_stats = Client::statsOf(data);
            if (m_ignoredUpTo == 0)
                m_unread = m_stats.unread;
        });
    if ((wanted & Stats) && m_ignoredUpTo > 0) {
        QUrlQuery query;
        query.addQueryItem(u"isRead"_s, u"false"_s);
        query.addQueryItem(u"afterId"_s, QString::number(m_ignoredUpTo));
        query.addQueryItem(u"pageSize"_s, u"1"_s);
        request(Stats, u"/mails"_s, query, [this](const QJsonValue &data) {
            m_unread = data.toObject().value("total"_L1).toInteger();
        });
    }
    if (wanted & Recent) {
        const QUrlQuery query{ { u"pageSize"_s, QString::number(recentCount) } };
        request(Recent, u"/mails"_s, query, [this](const QJsonValue &data) {
            m_recent = Client::mailsOf(data);
            meet(m_recent);
        });
    }
}

void Mailroom::request(Part part, const QString &path, const QUrlQuery &query,
                       std::function<void(const QJsonValue &)> take)
{
    ++m_open;
    m_rest.get(path, query, this,
               [this, part, round = m_round, take = std::move(take)](const Client::Answer &answer) {
                   if (round != m_round)
                       return;
                   if (answer)
                       take(*answer);
                   else
                       askLater(part, answer.error());
                   --m_open;
                   if (m_open == 0)
                       answered();
               });
}

// Repeats requests after passing failures only. When the service is away, everything is read again as soon
// as it is back. A refusal would only come again.
void Mailroom::askLater(Part part, const Client::Failure &failure)
{
    const bool isAway = m_events.state() != Client::EventClient::State::Online;
    const bool isPassing =
        failure.status == 0 ? !isAway : failure.status == 429 || failure.status >= 500;
    if (!isPassing)
        return;
    m_wanted |= part;
    const std::chrono::milliseconds wanted =
        std::max<std::chrono::milliseconds>(retryAfter, failure.retryAfter);
    m_retryAfter = std::max(m_retryAfter, std::min(wanted, longestRetry));
}

void Mailroom::answered()
{
    m_isKnown = m_hasAccounts;
    for (Client::Account &account : m_accounts) {
        const auto counts =
            std::ranges::find(m_stats.accounts, account.id, &Client::Counts::accountId);
        if (counts != m_stats.accounts.end())
            account.unread = counts->unread;
    }
    m_pause->start(std::max(askEvery, std::exchange(m_retryAfter, {})));
    Q_EMIT changed();
}

} // namespace Session
