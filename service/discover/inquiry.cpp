// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/inquiry.h"

#include <algorithm>

namespace Discover {

Inquiry::Inquiry(EmailAddress whose, qint64 user, std::chrono::milliseconds time)
    : address(std::move(whose)), userId(user), until(time)
{
}

std::chrono::milliseconds Inquiry::left() const
{
    return std::chrono::milliseconds(std::max<qint64>(1, until.remainingTime()));
}

void Inquiry::begin(Source source, const QString &subject)
{
    m_attempts.append({ .source = source, .subject = subject });
}

Attempt &Inquiry::attempt(Source source)
{
    return *std::ranges::find(m_attempts, source, &Attempt::source);
}

void Inquiry::found(Source source, Settings settings)
{
    if (m_isOver)
        return;
    Attempt &one = attempt(source);
    one.outcome = Outcome::Found;
    one.message = settings.message;
    one.settings = std::move(settings);
    decide();
}

void Inquiry::nothing(Source source, const QString &message)
{
    if (m_isOver)
        return;
    attempt(source).outcome = Outcome::Nothing;
    attempt(source).message = message;
    decide();
}

void Inquiry::failed(Source source, const Error &error)
{
    if (m_isOver)
        return;
    const bool isRefused = error.code == Error::Code::BadRequest;
    attempt(source).outcome = isRefused ? Outcome::Refused : Outcome::Failed;
    attempt(source).message = error.message;
    decide();
}

void Inquiry::hurry()
{
    m_patience = std::max(m_patience, Patience::Good);
    decide();
}

void Inquiry::end()
{
    m_patience = Patience::Nothing;
    decide();
}

void Inquiry::decide()
{
    if (m_isOver)
        return;
    const Verdict now = verdict(m_attempts, m_patience);
    if (now.isWaiting)
        return;
    m_isOver = true;
    m_winner = now.winner;
    for (const auto &abort : std::exchange(m_aborts, {}))
        abort();
    m_decided.finish(m_winner.has_value());
}

} // namespace Discover
