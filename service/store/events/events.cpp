// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/events/events.h"

#include "store/events/webhookqueue.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

#include <numeric>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// Only durable events are stored.
const Columns<Event> eventColumns{
    { "id", &Event::id },
    { "name", &Event::name },
    { "account_id", &Event::accountId },
    { "user_id", &Event::userId },
    { "owner_id", &Event::ownerId },
    { "at", &Event::at },
    { "data", &Event::data },
};

Error counterIsMissing()
{
    return { Error::Code::Storage, u"The event counter is missing."_s };
}

/// Taking the ids locks the counter until the commit: ids become visible in rising order.
Result<qint64> takeIds(Session &session, qint64 count, qint64 bytes)
{
    Query query = session.query("events_take_ids");
    query.bind(u":count"_s, count).bind(u":bytes"_s, bytes);
    const Result<std::optional<qint64>> last = query.readValue<qint64>();
    RETURN_IF_ERROR(last);
    if (!*last)
        return counterIsMissing();
    return **last - count + 1;
}

Result<void> insertEvent(Session &session, const Event &event)
{
    return session.query("events_insert")
        .bind(u":id"_s, event.id)
        .bindName(u":name"_s, event.name)
        .bind(u":account_id"_s, event.accountId)
        .bind(u":user_id"_s, event.userId)
        .bind(u":owner_id"_s, event.ownerId)
        .bind(u":at"_s, event.at)
        .bind(u":data"_s, event.data)
        .run();
}

Result<void> insertNumbered(Session &session, QList<Event> &events, qint64 first)
{
    qint64 id = first;
    for (Event &event : events) {
        if (!event.durable)
            continue;
        event.id = id++;
        RETURN_IF_ERROR(insertEvent(session, event));
    }
    return {};
}

Result<void> complete(Session &session, Event &event)
{
    event.at = session.now();
    if (event.accountId == 0 || event.ownerId != 0)
        return {};
    Query query = session.query("accounts_owner");
    const Result<qint64> owner = query.bind(u":id"_s, event.accountId).readNumber();
    RETURN_IF_ERROR(owner);
    event.ownerId = *owner;
    return {};
}

} // namespace

Result<void> writeEvents(Session &session, QList<Event> &events)
{
    for (Event &event : events) {
        RETURN_IF_ERROR(complete(session, event));
        RETURN_IF_ERROR(event.durable ? queueEventCalls(session, event) : Result<void>());
    }
    qint64 durable = 0;
    qint64 bytes = 0;
    for (const Event &event : std::as_const(events)) {
        if (!event.durable)
            continue;
        ++durable;
        bytes += event.data.size();
    }
    if (durable == 0)
        return {};
    const Result<qint64> first = takeIds(session, durable, bytes);
    RETURN_IF_ERROR(first);
    return insertNumbered(session, events, *first);
}

Result<int> removeEvents(Session &session, Query query)
{
    const Result<QList<qint64>> sizes = query.readValues<qint64>();
    RETURN_IF_ERROR(sizes);
    if (sizes->isEmpty())
        return 0;
    const qint64 bytes = std::accumulate(sizes->begin(), sizes->end(), qint64(0));
    RETURN_IF_ERROR(session.query("events_note_removed").bind(u":bytes"_s, bytes).run());
    return int(sizes->size());
}

Result<int> purgeEvents(Session &session, qint64 accountId, int max)
{
    Query query = session.query("purge_events");
    query.bind(u":account_id"_s, accountId).bind(u":max"_s, max);
    return removeEvents(session, std::move(query));
}

Result<void> removeEventsOfUser(Session &session, qint64 userId)
{
    Query query = session.query("users_delete_events");
    query.bind(u":id"_s, userId);
    const Result<int> removed = removeEvents(session, std::move(query));
    return removed ? Result<void>() : Result<void>(removed.error());
}

Result<EventBounds> eventBounds(Session &session)
{
    Query query = session.query("events_bounds");
    if (!query.exec() || !query.next())
        return query.failed() ? query.error() : counterIsMissing();
    const qint64 newest = query.int64("last");
    return EventBounds{ query.maybeInt64("oldest").value_or(newest + 1), newest };
}

Result<QList<Event>> newsAfter(Session &session, qint64 id, int max)
{
    Query query = session.query("events_news");
    return query.bind(u":id"_s, id).bind(u":max"_s, max).readAll(eventColumns);
}

Result<EventPage> eventsAfter(Session &session, qint64 id, int max, const Viewer &viewer)
{
    Query query = session.query("events_after");
    query.bind(u":id"_s, id).bind(u":max"_s, max);
    query.bind(u":user"_s, viewer.userId).bind(u":owner"_s, viewer.ownerFilter());
    EventPage page{ {}, id };
    int examined = 0;
    qsizetype bytes = 0;
    query.exec();
    while (bytes < eventPageBytes && query.next()) {
        ++examined;
        page.upTo = query.int64("id");
        if (!query.flag("is_visible"))
            continue;
        page.events.append(query.read(eventColumns));
        bytes += page.events.last().data.size();
    }
    if (query.failed())
        return query.error();
    page.more = examined == max || bytes >= eventPageBytes;
    return page;
}

} // namespace Store
