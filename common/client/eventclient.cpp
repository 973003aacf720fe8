// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/eventclient.h"

#include <QNetworkReply>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace Client {

namespace {

// A refusal of the stream is a short JSON answer.
constexpr qint64 maxRefusalBytes = 1 << 16;

int statusOf(const QNetworkReply &reply)
{
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

} // namespace

EventClient::EventClient(Rest &rest, QNetworkAccessManager &network, Alarms &alarms,
                         const EventClientOptions &options, QObject *parent)
    : QObject(parent), m_rest(rest), m_network(network), m_options(options),
      m_watchdog(alarms.make(this)), m_pause(alarms.make(this))
{
    connect(m_watchdog, &Alarm::rang, this, &EventClient::onAlarm);
    connect(m_pause, &Alarm::rang, this, [this] {
        if (m_state == State::Polling)
            Q_EMIT pollDue();
        tryNow();
    });
}

EventClient::~EventClient()
{
    drop();
}

void EventClient::start()
{
    if (m_state != State::Stopped)
        return;
    m_reconnect.succeeded();
    tryNow();
}

void EventClient::stop()
{
    drop();
    setState(State::Stopped);
}

void EventClient::retryNow()
{
    if (m_state == State::Waiting || m_state == State::Polling)
        tryNow();
}

void EventClient::reconnect()
{
    if (m_state != State::Stopped)
        tryNow();
}

void EventClient::tryNow()
{
    drop();
    m_parser = Sse::Parser();
    QNetworkRequest request = m_rest.request(u"/mails/stream"_s);
    request.setRawHeader("Accept", "text/event-stream");
    if (!m_lastId.isEmpty())
        request.setRawHeader("Last-Event-ID", m_lastId);
    m_reply = m_network.get(request);
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &EventClient::onMetaData);
    connect(m_reply, &QNetworkReply::readyRead, this, &EventClient::onReadyRead);
    connect(m_reply, &QNetworkReply::finished, this, &EventClient::onFinished);
    m_watchdog->start(m_options.patience);
    // While lists are polled, attempts are not shown: the state stays Polling.
    if (!m_reconnect.isPolling())
        setState(State::Connecting);
}

void EventClient::onMetaData()
{
    if (statusOf(*m_reply) == 200)
        m_watchdog->start(m_options.silence);
}

void EventClient::onReadyRead()
{
    if (statusOf(*m_reply) != 200)
        return;
    m_watchdog->start(m_options.silence);
    const QPointer<QNetworkReply> reply = m_reply;
    for (const Sse::Event &event : m_parser.feed(m_reply->readAll())) {
        if (!event.lastId.isEmpty())
            m_lastId = event.lastId;
        // `connected` alone is not a success: a stream that ends right after it counts as a failure.
        if (event.name == "connected")
            setState(State::Online);
        else
            m_reconnect.succeeded();
        Q_EMIT received(event);
        if (m_reply != reply)
            return; // a receiver of the signal has ended this stream
    }
}

void EventClient::onFinished()
{
    const int status = statusOf(*m_reply);
    Failure failure = failureOf(*m_reply, m_reply->read(maxRefusalBytes));
    if (status == 200)
        failure = { Failure::Kind::Unreachable, status, 0, u"The event stream has ended."_s, {} };
    fail(failure);
}

void EventClient::onAlarm()
{
    fail({ Failure::Kind::Unreachable, 0, 0, u"The service sent no data for too long."_s, {} });
}

void EventClient::fail(const Failure &failure)
{
    const QByteArray token = m_rest.token();
    drop();
    if (failure.status == 401) {
        setState(State::Stopped);
        Q_EMIT failed(failure);
        Q_EMIT m_rest.tokenRefused(token);
        return;
    }
    const Reconnect::Step step =
        m_reconnect.afterFailure(QRandomGenerator::global()->generateDouble(), failure.retryAfter);
    m_pause->start(step.wait);
    const bool beginsPolling = step.poll && m_state != State::Polling;
    setState(step.poll ? State::Polling : State::Waiting);
    Q_EMIT failed(failure);
    if (beginsPolling)
        Q_EMIT pollDue();
}

void EventClient::drop()
{
    m_watchdog->stop();
    m_pause->stop();
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    m_reply->abort();
    m_reply->deleteLater();
    m_reply.clear();
}

void EventClient::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

} // namespace Client
