// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/calls.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace Setup {

namespace {

constexpr int mostTries = 3;
constexpr auto pauseBeforeTry = 2s; // until then the event stream notices that the service is gone

/// Whether the service or the connection failed, not the call itself.
bool isAway(const Client::Failure &failure)
{
    return failure.kind != Client::Failure::Kind::Refused || failure.status == 401;
}

} // namespace

Calls::Calls(Client::Rest &rest, Client::Alarms &alarms, QObject *parent)
    : QObject(parent), m_rest(rest), m_again(alarms.make(this))
{
    connect(m_again, &Client::Alarm::rang, this, &Calls::send);
}

void Calls::setOnline(bool isOnline)
{
    if (std::exchange(m_isOnline, isOnline) == isOnline)
        return;
    if (!m_isOnline && m_again->isActive()) {
        m_again->stop();
        m_isWaiting = true;
    } else if (m_isOnline && m_isWaiting) {
        m_tries = 0;
        send();
    }
}

void Calls::ask(const Call &call, Client::Rest::Callback callback)
{
    cancel();
    m_call = call;
    m_callback = std::move(callback);
    m_tries = 0;
    if (m_isOnline)
        send();
    else
        m_isWaiting = true;
}

void Calls::cancel()
{
    ++m_round;
    m_again->stop();
    m_isWaiting = m_isDelayed = false;
    m_call.reset();
    m_callback = {};
}

void Calls::send()
{
    if (!m_call)
        return;
    m_isWaiting = false;
    ++m_tries;
    const auto answered = [this, round = m_round](const Client::Answer &answer) {
        if (round == m_round)
            take(answer);
    };
    if (m_call->method == "GET")
        m_rest.get(m_call->path, {}, this, answered);
    else
        m_rest.send(m_call->method, m_call->path, m_call->body, this, answered, m_call->patience);
    if (std::exchange(m_isDelayed, false))
        Q_EMIT askedAgain();
}

void Calls::take(const Client::Answer &answer)
{
    if (!answer && isHeld(answer.error()))
        return;
    const Client::Rest::Callback callback = m_callback;
    cancel();
    callback(answer); // may make the next call
}

bool Calls::isHeld(const Client::Failure &failure)
{
    // Too many tries, or a locked keychain: the service has not carried out the call, so it may be repeated.
    if (failure.is(ApiError::RateLimited) || failure.is(ApiError::StorageUnavailable)) {
        m_again->start(std::max(failure.retryAfter, 1s));
        m_isDelayed = true;
        Q_EMIT delayed(failure);
        return true;
    }
    if (!isAway(failure) || !m_call->isRepeatable)
        return false;
    if (!m_isOnline)
        m_isWaiting = true;
    else if (m_tries < mostTries)
        m_again->start(pauseBeforeTry);
    else
        return false;
    return true;
}

} // namespace Setup
