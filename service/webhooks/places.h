// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

#include <QString>

#include <map>

namespace Webhooks {

/** So many calls at once, and so many of them to one host. On one thread; outlives its waiters. */
class Places
{
public:
    /** A call's place, free again when it goes. */
    struct Place {
        Async::Slots::Lease ofHost;
        Async::Slots::Lease ofAll;
    };

    Places(int all, int perHost) : m_all(all), m_perHost(perHost) { }

    /// The host's place first, so that who waits for a busy host holds up nobody else.
    QCoro::Task<Place> enter(QString host);

private:
    Async::Slots m_all;
    const int m_perHost;
    std::map<QString, Async::Slots> m_hosts; ///< as many as there are hosts in webhooks
};

} // namespace Webhooks
