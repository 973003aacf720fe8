// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "client/rest.h"

#include <optional>

namespace Setup {

/**
 * One call to the service at a time. While the service is away it waits, and the call is made when
 * the service is back, so that nobody has to enter anything again. What it is given outlives it.
 */
class Calls : public QObject
{
    Q_OBJECT

public:
    struct Call {
        QByteArray method;
        QString path;
        QJsonObject body;
        std::chrono::milliseconds patience = Client::Rest::usualPatience;
        bool isRepeatable = true; ///< false: a failure is reported, who asked decides
    };

    Calls(Client::Rest &rest, Client::Alarms &alarms, QObject *parent = nullptr);

    void setOnline(bool isOnline);
    bool isOnline() const { return m_isOnline; }

    /// Drops what was asked before. `callback` runs once, unless something else is asked first.
    void ask(const Call &call, Client::Rest::Callback callback);
    void cancel(); ///< nobody wants the answer any more
    /// The service has said "not now": nothing is under way until it is asked again.
    bool isDelayed() const { return m_isDelayed; }

Q_SIGNALS:
    /// The service cannot just now, and says for how long; the call is made again by itself.
    void delayed(const Client::Failure &failure);
    void askedAgain(); ///< after `delayed`

private:
    void send();
    void take(const Client::Answer &answer);
    bool isHeld(const Client::Failure &failure);

    Client::Rest &m_rest;
    Client::Alarm *m_again;
    std::optional<Call> m_call;
    Client::Rest::Callback m_callback;
    bool m_isOnline = true;
    bool m_isWaiting = false; ///< for the service
    bool m_isDelayed = false;
    int m_tries = 0;
    int m_round = 0;
};

} // namespace Setup
