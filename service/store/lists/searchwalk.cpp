// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchwalk.h"

#include "store/mail/mailorder.h"
#include "store/sql/mailids.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Query walkAlong(Session &session, MailSort sort, bool descending)
{
    const QByteArray order = orderText(sort, descending, "m.");
    return session.query("search_walk", order, [&](QByteArray sql) {
        return sql.replace("/*index*/", session.dialect().indexHint(orderIndex(sort)))
            .replace("/*order*/ m.id", order);
    });
}

// Where an answer comes as a whole, a walk that needs far more steps than expected must not be much longer.
qint64 mostSteps(const Session &session, qint64 expected, qint64 total)
{
    return session.dialect().costsRoundTrips() ? std::min(total, 4 * expected + 200) : total;
}

} // namespace

Result<std::optional<QList<qint64>>> walkedPage(Session &session, const MailQuery &query,
                                                const QList<qint64> &keys, qint64 mails)
{
    using Page = std::optional<QList<qint64>>;
    const qint64 total = keys.size();
    const qint64 size = std::clamp<qint64>(total - query.offset(), 0, query.pageSize);
    if (size == 0)
        return Page(QList<qint64>());
    // A page in the second half is read from the other end, which is nearer.
    const bool fromEnd = query.offset() > total / 2;
    qint64 toSkip = fromEnd ? total - query.offset() - size : query.offset();
    // A step costs about as much as reading and sorting one hit, so a walk of more steps than there are hits
    // is slower than sorting.
    const qint64 expected = (toSkip + size) * mails / total;
    if (expected > total)
        return Page();
    const qint64 most = mostSteps(session, expected, total);

    const MailIdSet hits = MailIdSet::ofKeys(keys);
    QList<qint64> ids;
    Query walk = walkAlong(session, query.sort, query.descending != fromEnd);
    walk.bind(u":most"_s, most).exec();
    while (ids.size() < size && walk.next()) {
        const qint64 id = walk.int64("id");
        if (!hits.contains(id))
            continue;
        if (toSkip > 0)
            --toSkip;
        else
            ids.append(id);
    }
    if (walk.failed())
        return walk.error();
    if (ids.size() < size)
        return Page();
    if (fromEnd)
        std::ranges::reverse(ids);
    return Page(ids);
}

} // namespace Store
