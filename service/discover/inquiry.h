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

/** What the sources are asked with. Owned by the Finder, on its thread. */
struct Tools {
    Net::HttpCaller &web;
    DnsClient &dns;
    Net::Resolver &names; ///< gives addresses that mail servers may have only
    Net::TlsPolicy tls;
    Net::Networks opened; ///< networks that are not public and may be connected to
    bool allowPrivate = true;
};

/**
 * One address and the outcome of each source so far. The coroutines that ask share it, and look at
 * isOver after every wait: then nothing else of theirs may be there any more.
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

    /// A source will be asked; in the order of rank.
    void begin(Source source, const QString &subject);
    void found(Source source, Settings settings);
    void nothing(Source source, const QString &message);
    /// Refused where the error is BadRequest, else Failed.
    void failed(Source source, const Error &error);

    /// From now on good settings of any source do.
    void hurry();
    /// Time is up, or the service ends: decides with what there is.
    void end();

    /// Finished once it is known which attempt wins; true unless nothing does.
    Async::Completion<bool> decided() const { return m_decided; }
    const QList<Attempt> &attempts() const { return m_attempts; }
    std::optional<qsizetype> winner() const { return m_winner; }

    /// Ends what runs for this inquiry when it is over.
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
