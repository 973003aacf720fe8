// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/freespace.h"

#include "store/sql/session.h"

#include <algorithm>

namespace Store {

Result<qint64> freePages(Session &session)
{
    if (session.dialect().reclaimsSpace())
        return 0;
    return session.query("free_pages").readNumber();
}

Result<bool> giveBackPages(Session &session, int maxPages)
{
    const Result<qint64> free = freePages(session);
    RETURN_IF_ERROR(free);
    const qint64 count = std::min<qint64>(*free, maxPages);
    for (qint64 page = 0; page < count; ++page) {
        // One page per run, because that is one step of the statement.
        RETURN_IF_ERROR(session.query("free_pages_give_back").run());
    }
    return *free > count;
}

Result<void> checkpoint(Session &session)
{
    if (session.dialect().hasServer())
        return {};
    return session.query("checkpoint").run();
}

} // namespace Store
