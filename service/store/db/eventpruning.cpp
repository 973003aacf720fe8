// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/eventpruning.h"

#include "store/db/transaction.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** The oldest events, which are to be removed. */
struct Excess {
    qint64 upTo = 0; ///< id of the last of them; 0: none
    EventPruning pruning;
};

Result<Excess> findExcess(Session &session, const EventLimits &limits)
{
    Query sums = session.query("event_counter");
    const bool isThere = sums.exec() && sums.next();
    if (!isThere)
        return sums.failed() ? sums.error()
                             : Error{ Error::Code::Storage, u"The event counter is missing."_s };
    const qint64 last = sums.int64("last");
    qint64 bytes = sums.int64("bytes");
    const qint64 now = session.now();
    Query oldest = session.query("events_oldest");
    oldest.bind(u":max"_s, limits.atOnce).exec();
    Excess excess;
    int count = 0;
    while (oldest.next()) {
        const qint64 id = oldest.int64("id");
        const qint64 at = oldest.int64("at");
        // An event from a day in the future was written before the clock was corrected.
        const bool isOld = at < now - limits.seconds || at > now + limits.seconds;
        const bool isTooMany = id <= last - limits.most || bytes > limits.mostBytes;
        if (!isOld && !isTooMany)
            break;
        excess.upTo = id;
        excess.pruning.isEarly = excess.pruning.isEarly || !isOld;
        bytes -= oldest.int64("bytes");
        ++count;
    }
    if (oldest.failed())
        return oldest.error();
    excess.pruning.isMore = count == limits.atOnce;
    return excess;
}

} // namespace

Result<EventPruning> pruneEvents(Session &session, const EventLimits &limits)
{
    const Result<Excess> excess = findExcess(session, limits);
    RETURN_IF_ERROR(excess);
    if (excess->upTo == 0)
        return EventPruning();
    Transaction tx(session);
    Query query = session.query("events_prune");
    query.bind(u":up_to"_s, excess->upTo);
    const Result<int> removed = removeEvents(session, std::move(query));
    RETURN_IF_ERROR(removed);
    return tx.commit(excess->pruning);
}

} // namespace Store
