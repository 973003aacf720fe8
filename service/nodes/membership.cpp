// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/membership.h"

#include "common/jsonwriter.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Nodes {

namespace {

// PostgreSQL limits a notice to 8,000 bytes.
constexpr qsizetype mostBytes = 7000;

QByteArray toNotice(const Store::Event &event)
{
    Json::Writer json;
    json.beginObject().key("name").value(event.name);
    json.key("accountId").value(event.accountId).key("ownerId").value(event.ownerId);
    json.key("userId").value(event.userId).key("at").value(event.at);
    json.key("data").value(event.data).endObject();
    return json.take();
}

std::optional<Store::Event> eventOf(const QByteArray &notice)
{
    const QJsonObject whole = QJsonDocument::fromJson(notice).object();
    if (!whole.contains(u"name"))
        return std::nullopt;
    return Store::Event{ .name = whole[u"name"].toString().toUtf8(),
                         .accountId = whole[u"accountId"].toInteger(),
                         .userId = whole[u"userId"].toInteger(),
                         .data = whole[u"data"].toString().toUtf8(),
                         .at = whole[u"at"].toInteger(),
                         .durable = false,
                         .ownerId = whole[u"ownerId"].toInteger() };
}

} // namespace

Membership::Membership(Store::Database &database, Listener &listener)
    : m_listener(listener),
      m_member(new Member({ database, m_held, m_id, m_isFirst, m_figures, listener }))
{
    m_thread.setObjectName(u"nodes"_s);
    m_member.get()->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_member.get(), &QObject::deleteLater);
    database.onNotice([this](const QByteArray &notice) { hear(notice); });
    m_thread.start();
}

Membership::~Membership()
{
    m_thread.quit();
    m_thread.wait();
}

void Membership::start(const Store::NodeInfo &info, Follower &follower)
{
    m_member.post([info, &follower](Member &m) { m.start(info, follower); });
}

void Membership::addAccount()
{
    m_member.post([](Member &m) { m.addAccount(); });
}

void Membership::request(const Store::AccountRequest &request)
{
    m_member.post([request](Member &m) { m.request(request); });
}

QCoro::Task<void> Membership::revoke(qint64 accountId)
{
    return m_member.ask([accountId](Member &m) { return m.revoke(accountId); });
}

void Membership::release(const Store::Fence &lease)
{
    m_member.post([lease](Member &m) { m.release(lease); });
}

void Membership::noteState(qint64 accountId, const QByteArray &state)
{
    m_member.post([accountId, state](Member &m) { m.noteState(accountId, state); });
}

void Membership::send(const Store::Event &transientEvent)
{
    const QByteArray notice = toNotice(transientEvent);
    if (notice.size() <= mostBytes)
        m_member.post([notice](Member &m) { m.send(notice); });
}

// On the thread that waits for notifications.
void Membership::hear(const QByteArray &notice)
{
    if (const std::optional<Store::Event> event = eventOf(notice)) {
        m_member.post([this, event](Member & /*unused*/) { m_listener.happened(*event); });
        return;
    }
    m_member.post([](Member &m) { m.recount(); });
}

void Membership::drain()
{
    m_member.post([](Member &m) { m.drain(); });
}

void Membership::stop(std::chrono::milliseconds time)
{
    m_member.stop(time);
}

} // namespace Nodes
