// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "discover/dnsclient.h"
#include "discover/ranking.h"
#include "net/httpcaller.h"

#include <QDeadlineTimer>
#include <QPointer>

#include <functional>

namespace Discover {

/** The objects and settings for querying the sources. Owned by the Finder, on its thread. */
struct Tools {
    Net::HttpCaller &web;
    DnsClient &dns;
    Net::Resolver &names; ///< returns only addresses that are allowed for mail servers
    Net::TlsPolicy tls;
    Net::Networks opened; ///< networks that are not public and may be connected to
    bool allowPrivate = true;
};

/**
 * One e-mail address and the current outcome of each source. The coroutines that query the sources share
 * it. They check isOver after every wait: if it is true, all their other objects may be destroyed.
 */
class Inquiry
{
public:
    Inquiry(EmailAddress address, qint64 userId, std::chrono::milliseconds time);

    const EmailAddress address;
    const qint64 userId;
    const QDeadlineTimer until;

    bool isOver() const { return m_isOver; }
    std::chrono::milliseconds left() const;

    /// Adds a source that will be queried. Call in the order of rank.
    void begin(Source source, const QString &subject);
    void found(Source source, Settings settings);
    void nothing(Source source, const QString &message);
    /// Sets the outcome: Refused if the error is BadRequest, else Failed.
    void failed(Source source, const Error &error);

    /// From now on good settings of any source are accepted.
    void hurry();
    /// The time is over, or the service stops: decides with the current outcomes.
    void end();

    /// Finishes when the decision is made. True: an attempt won; false: no attempt won.
    Async::Completion<bool> decided() const { return m_decided; }
    const QList<Attempt> &attempts() const { return m_attempts; }
    std::optional<qsizetype> winner() const { return m_winner; }

    /// Adds a function that aborts running work when this inquiry is over.
    void onEnd(std::function<void()> abort) { m_aborts.append(std::move(abort)); }

private:
    Attempt &attempt(Source source);
    void decide();

    QList<Attempt> m_attempts;
    Patience m_patience = Patience::Better;
    bool m_isOver = false;
    std::optional<qsizetype> m_winner;
    Async::Completion<bool> m_decided;
    QList<std::function<void()>> m_aborts;
};

using InquiryPtr = std::shared_ptr<Inquiry>;

} // namespace Discover
