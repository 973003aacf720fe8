// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/endpoint.h"

#include "net/httpcall.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Push {

Result<QUrl> endpointUrl(const QString &text)
{
    if (text.contains(u'#'))
        return Error{ Error::Code::BadRequest, u"must not have a fragment"_s };
    return Net::callUrl(text);
}

bool isPushService(const QUrl &endpoint, const QList<QHostAddress> &addresses,
                   const Net::Networks &opened)
{
    constexpr int usual = 443;
    if (endpoint.scheme() == u"https" && endpoint.port(usual) == usual)
        return true;
    return !addresses.isEmpty()
        && std::ranges::all_of(
            addresses, [&opened](const QHostAddress &address) { return opened.contains(address); });
}

} // namespace Push
