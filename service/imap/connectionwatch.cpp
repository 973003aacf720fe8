// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Connection that watches the clock and what comes unasked.
#include "imap/connection.h"

#include <algorithm>

namespace Imap {

using namespace Qt::StringLiterals;

namespace {

/// How many times SessionOptions::silenceTimeout a server may say that it is still there.
constexpr int patience = 5;

} // namespace

/// What answers a command is kept in memory; false: it is more than a mailbox can hold, the end.
bool Connection::countBytes(const RawResponse &raw)
{
    if (m_pending.isEmpty())
        return true;
    qsizetype bytes = raw.text.size();
    for (const QByteArray &literal : raw.literals)
        bytes += literal.size();
    m_pending.first()->received += bytes;
    if (m_pending.first()->received <= m_options.limits.commandBytes)
        return true;
    abort({ Error::Code::Protocol,
            u"The server answers one command with more than %1 bytes."_s.arg(
                m_options.limits.commandBytes) });
    return false;
}

/// Counts what comes while no command of ours runs; false: too much, everything has ended.
bool Connection::countUnasked()
{
    if (isWaiting())
        return true;
    if (!m_unaskedMinute.isValid() || m_unaskedMinute.hasExpired(60'000)) {
        m_unaskedMinute.start();
        m_unasked = 0;
    }
    if (++m_unasked <= m_options.limits.unaskedPerMinute)
        return true;
    abort({ Error::Code::Protocol, u"The server floods us with responses."_s });
    return false;
}

/// Whether words of the other side may reach a person: before STARTTLS anybody may have said them.
bool Connection::mayQuote() const
{
    return !m_startsPlain || isEncrypted();
}

bool Connection::isWaiting() const
{
    return m_greetingDue
        || std::any_of(m_pending.begin(), m_pending.end(),
                       [](const auto &command) { return !command->waitsQuietly; });
}

void Connection::watch()
{
    if (!isWaiting() || m_tick.isActive())
        return;
    m_sinceByte.start();
    m_sinceAnswer.start();
    m_sinceSlowStart.invalidate();
    m_tick.start();
}

void Connection::tick()
{
    if (!isWaiting())
        return m_tick.stop();
    if (m_sinceByte.hasExpired(m_options.silenceTimeout.count()))
        return abort({ Error::Code::Timeout, u"The server stopped answering."_s });
    if (m_reader.isEmpty()
        && m_sinceAnswer.hasExpired((m_options.silenceTimeout * patience).count()))
        return abort({ Error::Code::Timeout, u"The server talks and does not answer."_s });
    if (m_reader.isEmpty()) {
        m_sinceSlowStart.invalidate();
    } else if (!m_sinceSlowStart.isValid()) {
        m_sinceSlowStart.start();
        m_slowBytes = 0;
    } else if (m_sinceSlowStart.hasExpired(
                   std::chrono::milliseconds(m_options.limits.slowestOver).count())) {
        if (m_slowBytes < m_options.limits.slowestBytes)
            return abort({ Error::Code::Timeout, u"The server sends too slowly."_s });
        m_sinceSlowStart.invalidate();
    }
}

} // namespace Imap
