// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/places.h"

using namespace Qt::StringLiterals;

namespace Webhooks {

namespace {

Shares sharesOf(int calls, int callsPerHost)
{
    Shares shares = Shares::of(calls);
    shares.ofHost = callsPerHost;
    shares.ofUserAtHost = std::max(1, callsPerHost - callsPerHost / 4); // most hosts have one user
    return shares;
}

} // namespace

Places::Places(int calls, int callsPerHost)
    : shares(sharesOf(calls, callsPerHost)),
      admission({ .inside = calls, .aside = asidePerPlace * calls })
{
}

// A host is counted with its port: calls to a silent server on another port must not take places of this one.
QList<PlaceGroup> Places::groups(const QUrl &url, qint64 userId) const
{
    const int port = url.port(url.scheme() == u"https" ? 443 : 80);
    return shares.groups(u"%1:%2"_s.arg(url.host()).arg(port), userId);
}

} // namespace Webhooks
