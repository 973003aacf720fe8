// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/requestedbodies.h"

#include "sync/bodyfetcher.h"
#include "sync/foldercursor.h"

#include <algorithm>

namespace Sync {

QCoro::Task<Result<void>> RequestedBodies::fetch()
{
    for (;;) {
        const qint64 folderId = m_cursor.folder().id;
        const auto ours = std::ranges::find(m_requests, folderId, &BodyRequest::folderId);
        if (ours == m_requests.end())
            co_return {};
        const BodyRequest request = *ours;
        m_requests.erase(ours);
        if (request.done.isFinished()) // the caller no longer waits
            continue;
        const Result<void> fetched = co_await m_bodies.fetchAwaited(request.mail);
        request.done.finish(fetched);
        CO_RETURN_IF_ERROR(fetched);
    }
}

} // namespace Sync
