// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/servicechoice.h"

#include "discover/hostname.h"

#include <algorithm>
#include <tuple>

namespace Discover {

namespace {

using Net::Security;

std::optional<Server> choose(const QList<ServiceRecord> &direct,
                             const QList<ServiceRecord> &upgraded, const EmailAddress &address)
{
    const QList<ServiceRecord> tls = inOrder(direct);
    const QList<ServiceRecord> starting = inOrder(upgraded);
    if (tls.isEmpty() && starting.isEmpty())
        return std::nullopt;
    const bool isTls = !tls.isEmpty();
    const ServiceRecord &record = isTls ? tls.constFirst() : starting.constFirst();
    return Server{ record.target, record.port, isTls ? Security::Tls : Security::StartTls,
                   address.text };
}

bool isElsewhere(const std::optional<Server> &server, const EmailAddress &address)
{
    return server && !isWithin(server->host, address.domain);
}

} // namespace

QList<ServiceRecord> inOrder(QList<ServiceRecord> records)
{
    for (ServiceRecord &record : records)
        record.target = hostName(record.target).value_or(QString());
    records.removeIf(
        [](const ServiceRecord &record) { return record.target.isEmpty() || record.port == 0; });
    std::ranges::sort(records, [](const ServiceRecord &one, const ServiceRecord &other) {
        return std::tie(one.priority, other.weight, one.target, one.port)
            < std::tie(other.priority, one.weight, other.target, other.port);
    });
    return records;
}

Settings chooseServices(const ServiceRecords &records, const EmailAddress &address)
{
    Settings settings;
    settings.imap = choose(records.imaps, records.imap, address);
    settings.smtp = choose(records.submissions, records.submission, address);
    if (isElsewhere(settings.imap, address) || isElsewhere(settings.smtp, address))
        settings.warnings.append(Warning::OtherDomain);
    return settings;
}

bool deniesImap(const ServiceRecords &records)
{
    const QList<ServiceRecord> all = records.imaps + records.imap;
    return !all.isEmpty() && std::ranges::all_of(all, [](const ServiceRecord &record) {
        return record.target.isEmpty() || record.target == u".";
    });
}

} // namespace Discover
