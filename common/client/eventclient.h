// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "client/failure.h"
#include "client/reconnect.h"
#include "client/rest.h"
#include "common/sse.h"

#include <QPointer>

class QNetworkReply;

namespace Client {

struct EventClientOptions {
    std::chrono::milliseconds silence{ 45'000 };  ///< three heartbeats: the connection is dead
    std::chrono::milliseconds patience{ 20'000 }; ///< for the answer to begin
};

/**
 * Follows the service's event stream. After a disconnect it reconnects with the last event id, so that nothing
 * is missed. Takes server and token from `rest` at each attempt. Lives on the thread of `rest`.
 */
class EventClient : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Stopped,    ///< not asked to run, or the token was refused
        Connecting, ///< a try is under way
        Online,     ///< events come
        Waiting,    ///< until the next try
        Polling,    ///< tries go on, lists are read between
    };
    Q_ENUM(State)

    EventClient(Rest &rest, QNetworkAccessManager &network, Alarms &alarms,
                const EventClientOptions &options = {}, QObject *parent = nullptr);
    ~EventClient() override;

    void start();     ///< connects; does nothing while it runs
    void stop();      ///< ends the stream; the last id is kept
    void retryNow();  ///< waits no longer: the network or the service is back, the machine woke up
    void reconnect(); ///< drops the stream, which may be dead, and connects at once
    void forget() { m_lastId.clear(); } ///< another service: its ids mean nothing here

    State state() const { return m_state; }
    QByteArray lastId() const { return m_lastId; }

Q_SIGNALS:
    void stateChanged(Client::EventClient::State state);
    void received(const Sse::Event &event);
    void failed(const Client::Failure &failure); ///< before each wait, and when it stops
    void pollDue();                              ///< the stream is away for long: read the lists

private:
    void tryNow();
    void onMetaData();
    void onReadyRead();
    void onFinished();
    void onAlarm();
    void drop();
    void setState(State state);
    void fail(const Failure &failure);

    Rest &m_rest;
    QNetworkAccessManager &m_network;
    EventClientOptions m_options;
    Alarm *m_watchdog; ///< for the start of the answer, then for its next bytes
    Alarm *m_pause;    ///< until the next try
    Reconnect m_reconnect;
    QPointer<QNetworkReply> m_reply;
    Sse::Parser m_parser;
    QByteArray m_lastId;
    State m_state = State::Stopped;
};

} // namespace Client
