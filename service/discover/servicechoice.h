// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/dnsquery.h"
#include "discover/settings.h"

namespace Discover {

/** The SRV records of a domain for each service, RFC 6186 and RFC 8314. */
struct ServiceRecords {
    QList<ServiceRecord> imaps;
    QList<ServiceRecord> imap;
    QList<ServiceRecord> submissions;
    QList<ServiceRecord> submission;
};

/**
 * The records in the order in which they are to be used: lowest priority first, of these the highest
 * weight. Our choice: RFC 2782 draws lots by weight, to spread clients; settings that are stored once
 * should be the same each time. Records whose target is no host name are left out.
 */
QList<ServiceRecord> inOrder(QList<ServiceRecord> records);

/// The server of each kind, TLS from the first byte before STARTTLS (RFC 8314 3.3). With a warning for
/// targets outside of the domain. Nothing found: neither server.
Settings chooseServices(const ServiceRecords &records, const EmailAddress &address);

/// Whether the records state that the domain has no IMAP: each of them has the target `.`.
bool deniesImap(const ServiceRecords &records);

} // namespace Discover
