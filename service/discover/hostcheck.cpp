// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/hostcheck.h"

#include "net/publicaddress.h"

#include <QHostAddress>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Discover {

namespace {

constexpr std::chrono::milliseconds perLookup = 5s;

using Addresses = Result<QList<QHostAddress>>;

} // namespace

QCoro::Task<Addresses> addressesOf(InquiryPtr inquiry, Tools tools, QString host)
{
    if (const QHostAddress literal(host); !literal.isNull()) {
        if (Net::isMailServerAllowed(literal, tools.allowPrivate))
            co_return QList<QHostAddress>{ literal };
        co_return Error{ Error::Code::BadRequest,
                         u"%1 is an address that is not allowed for mail servers."_s.arg(host) };
    }
    const std::chrono::milliseconds within = std::min(perLookup, inquiry->left());
    Addresses found = co_await tools.names.lookUp(host, inquiry->userId, within);
    co_return found;
}

QCoro::Task<std::optional<Error>> problemOf(InquiryPtr inquiry, Tools tools, Settings settings)
{
    QStringList hosts = { settings.imap->host };
    if (settings.smtp)
        hosts.append(settings.smtp->host);
    hosts.removeDuplicates();
    for (const QString &host : std::as_const(hosts)) {
        const Addresses found = co_await addressesOf(inquiry, tools, host);
        CO_RETURN_IF_ERROR(found);
        if (inquiry->isOver())
            break;
    }
    co_return std::nullopt;
}

} // namespace Discover
