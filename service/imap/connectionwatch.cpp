// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Connection that checks the time-outs and limits unsolicited responses.
#include "imap/connection.h"

#include <algorithm>

namespace Imap {

using namespace Qt::StringLiterals;

namespace {

/// For this many times SessionOptions::silenceTimeout a server may send data that answers no command.
constexpr int patience = 5;

} // namespace

/// Limits the bytes that arrive while a command runs, because its answer may be kept in memory. False: there
/// were too many, and the connection was ended.
bool Connection::countBytes(const RawResponse &raw)
{
    m_responseBytes = raw.bytes;
    if (m_pending.isEmpty())
        return true;
    Command &first = *m_pending.first();
    const Limits &limits = m_options.limits;
    const bool isBounded = first.fetch && first.answerBytes < limits.commandBytes;
    const qsizetype most = isBounded ? limits.droppedBytes : limits.commandBytes;
    first.received += raw.bytes;
    if (first.received <= most)
        return true;
    abort({ Error::Code::Protocol,
            u"The server answered one command with more than %1 bytes."_s.arg(most) });
    return false;
}

/// Counts responses that answer no FETCH of ours, or that arrive while no command runs. False: there were
/// too many, and the connection was ended.
bool Connection::countUnasked()
{
    if (!m_unaskedMinute.isValid() || m_unaskedMinute.hasExpired(60'000)) {
        m_unaskedMinute.start();
        m_unasked = m_besides = 0;
        m_unansweringBytes = 0;
    }
    const Limits &limits = m_options.limits;
    m_unansweringBytes += m_responseBytes;
    const bool isFew = isWaiting() ? ++m_besides <= limits.besidesPerMinute
                                   : ++m_unasked <= limits.unaskedPerMinute;
    if (isFew && m_unansweringBytes <= limits.besidesBytes)
        return true;
    abort({ Error::Code::Protocol,
            u"The server sent too many responses that were not requested."_s });
    return false;
}

/// Whether texts of the server may be shown: before STARTTLS they may come from an attacker on the network.
bool Connection::mayQuote() const
{
    return !m_startsPlain || isEncrypted();
}

bool Connection::isWaiting() const
{
    return m_greetingDue
        || std::any_of(m_pending.begin(), m_pending.end(), [](const auto &command) {
               return !command->waitsQuietly && !command->isOurTurn;
           });
}

void Connection::watch()
{
    if (!isWaiting() || m_tick.isActive())
        return;
    m_sinceByte.start();
    m_sinceAnswer.start();
    m_sinceTick.start();
    m_sinceSlowStart.invalidate();
    m_tick.start();
}

void Connection::tick()
{
    if (!isWaiting())
        return m_tick.stop();
    // A late tick: this thread was blocked, and the data that arrived meanwhile is not yet read.
    if (m_sinceTick.restart() > 2 * m_tick.interval())
        m_sinceByte.start();
    if (m_withoutRoom.isValid())
        return tickWaitingForRoom();
    if (isSlowAndInTheWay())
        return abort({ Error::Code::Timeout,
                       u"The server sends large mails too slowly while other connections wait for "
                       "memory."_s });
    if (m_sinceByte.hasExpired(m_options.silenceTimeout.count()))
        return abort({ Error::Code::Timeout, u"The server stopped answering."_s });
    if (m_reader.isEmpty()
        && m_sinceAnswer.hasExpired((m_options.silenceTimeout * patience).count()))
        return abort(
            { Error::Code::Timeout, u"The server sends data but does not answer the command."_s });
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

/// While a literal waits for memory, nothing is read, so the silence is not the server's fault.
void Connection::tickWaitingForRoom()
{
    m_sinceByte.start();
    m_sinceAnswer.start();
    m_sinceSlowStart.invalidate();
    m_inTheWay.invalidate();
    if (m_withoutRoom.hasExpired(m_options.roomTimeout.count()))
        abort(
            { Error::Code::Timeout,
              u"Too many large mails are being fetched at once. This account is tried again later."_s });
}

/// Whether other sessions wait for memory that this session holds, while its server sends too slowly.
bool Connection::isSlowAndInTheWay()
{
    constexpr std::chrono::milliseconds window{ 10'000 };
    constexpr qsizetype leastBytes = 640 * 1024; // 64 KiB/s
    if (!m_share || !m_share->isInTheWay()) {
        m_inTheWay.invalidate();
        return false;
    }
    if (!m_inTheWay.isValid()
        || (m_inTheWay.hasExpired(window.count()) && m_inTheWayBytes >= leastBytes)) {
        m_inTheWay.start();
        m_inTheWayBytes = 0;
    }
    return m_inTheWay.hasExpired(window.count());
}

} // namespace Imap
