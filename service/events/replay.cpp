// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/replay.h"

#include "store/db/transaction.h"
#include "store/sql/session.h"

#include <algorithm>

namespace Events {

namespace {

QByteArray obstacle(const Store::EventBounds &bounds, qint64 id)
{
    if (id > bounds.newest) // a backup was restored after the client got this id
        return "ahead";
    return id < bounds.oldest - 1 ? "too_old" : "";
}

} // namespace

std::optional<qint64> eventIdOf(const QByteArray &text)
{
    const bool digits = !text.isEmpty() && text.size() <= 16
        && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    return digits ? std::optional<qint64>(text.toLongLong()) : std::nullopt;
}

Result<ReplayPage> replayAfter(Store::Session &session, qint64 id, int max,
                               const Store::Viewer &viewer, bool first)
{
    const Store::Snapshot snapshot(session);
    const Result<Store::EventBounds> bounds = Store::eventBounds(session);
    RETURN_IF_ERROR(bounds);
    if (const QByteArray reason = obstacle(*bounds, id); first && !reason.isEmpty())
        return ReplayPage{ { {}, bounds->newest }, reason, true };
    Result<Store::EventPage> page = Store::eventsAfter(session, id, max, viewer);
    RETURN_IF_ERROR(page);
    const bool last = !page->more;
    if (last) // events of a deleted account were removed, but their ids count too
        page->upTo = std::max(id, bounds->newest);
    return ReplayPage{ *page, {}, last };
}

} // namespace Events
