// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/dnsclient.h"
#include "discover/inquiry.h"
#include "net/httpcaller.h"

#include <QObject>

namespace Discover {

struct FinderOptions {
    Net::TlsPolicy tls;
    bool allowPrivate = true;             ///< `mail.allow_private`
    std::optional<Nameserver> nameserver; ///< `mail.nameserver`; none: the system's
    std::chrono::milliseconds hurry{
        3'000
    }; ///< after this time good settings of any source are used
    std::chrono::milliseconds total{ 9'500 }; ///< after this time the best settings so far are used
};

/** The results for an address. */
struct Findings {
    EmailAddress address;
    QList<Attempt> attempts;         ///< in the order of rank
    std::optional<qsizetype> winner; ///< index of the attempt whose settings are used

    /// Null: nothing was found.
    const Attempt *best() const { return winner ? &attempts.at(*winner) : nullptr; }
};

/**
 * Finds the mail servers of an e-mail address, see service/discover/README.md. All sources are queried
 * at the same time, and the best source by rank with good settings wins. The built-in source makes no
 * network request. No password is ever used. Connections are made only to addresses that are allowed
 * for mail servers.
 *
 * Lives on one thread with an event loop. Every find() ends, at the latest after `total`.
 */
class Finder : public QObject
{
public:
    explicit Finder(FinderOptions options, QObject *parent = nullptr);
    ~Finder() override;

    /// `userId`: the user whose share of the look-ups is used.
    QCoro::Task<Findings> find(EmailAddress address, qint64 userId);

private:
    void start(const InquiryPtr &inquiry);

    const FinderOptions m_options;
    DnsClient m_dns;
    Net::Resolver m_names;
    Net::HttpCaller m_web;
    QList<std::weak_ptr<Inquiry>> m_running;
};

} // namespace Discover
