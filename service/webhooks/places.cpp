// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/places.h"

namespace Webhooks {

QCoro::Task<Places::Place> Places::enter(QString host)
{
    Async::Slots &ofHost = m_hosts.try_emplace(host, m_perHost).first->second;
    Async::Slots::Lease hostLease = co_await ofHost.acquire();
    Async::Slots::Lease lease = co_await m_all.acquire();
    co_return Place{ std::move(hostLease), std::move(lease) };
}

} // namespace Webhooks
