// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "discover/nameserver.h"

#include <QList>
#include <QString>

namespace Discover {

/** A SRV record, RFC 2782. */
struct ServiceRecord {
    quint16 priority = 0;
    quint16 weight = 0;
    quint16 port = 0;
    QString target; ///< as DNS has it, without a dot at its end; empty: the service is not offered

    bool operator==(const ServiceRecord &) const = default;
};

/** An MX record. */
struct MailExchanger {
    quint16 preference = 0;
    QString host;

    bool operator==(const MailExchanger &) const = default;
};

enum class RecordType { Service, MailExchanger };

/** Records of the type that was asked for, in no order. */
struct DnsAnswer {
    QList<ServiceRecord> services;
    QList<MailExchanger> exchangers;
};

/// The maximum number of records per name; further records are not read.
constexpr qsizetype mostRecords = 20;

/**
 * Looks up the records of a name; blocks for 8 s at most. A name without records is not an error.
 * Unreachable: no answer, or the name server failed.
 */
Result<DnsAnswer> askDns(RecordType type, const QByteArray &name,
                         const std::optional<Nameserver> &nameserver);

} // namespace Discover
