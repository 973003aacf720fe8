// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "client/rest.h"

#include <optional>

namespace Setup {

/**
 * Makes one call to the service at a time. While the service is away, the call waits and is made when it
 * is back, so that people need not enter anything again. `rest` and `alarms` outlive it.
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
        bool isRepeatable = true; ///< false: a lost connection is reported at once
    };

    Calls(Client::Rest &rest, Client::Alarms &alarms, QObject *parent = nullptr);

    void setOnline(bool isOnline);
    bool isOnline() const { return m_isOnline; }

    /// Drops an earlier call. `callback` runs once, unless another call or cancel() follows before.
    void ask(const Call &call, Client::Rest::Callback callback);
    void cancel(); ///< drops the call and its answer
    /// The service has delayed the call: no request is under way until the call is repeated.
    bool isDelayed() const { return m_isDelayed; }

Q_SIGNALS:
    /// The service cannot carry out the call now and names a wait; the call is repeated after it.
    void delayed(const Client::Failure &failure);
    void askedAgain(); ///< the delayed call was repeated

private:
    void send();
    void take(const Client::Answer &answer);
    bool isHeld(const Client::Failure &failure);

    Client::Rest &m_rest;
    Client::Alarm *m_again;
    std::optional<Call> m_call;
    Client::Rest::Callback m_callback;
    bool m_isOnline = true;
    bool m_isWaiting = false; ///< until the service is back
    bool m_isDelayed = false;
    int m_tries = 0;
    int m_round = 0;
};

} // namespace Setup
