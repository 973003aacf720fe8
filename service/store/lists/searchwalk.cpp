// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchwalk.h"

#include "store/mail/mailorder.h"
#include "store/sql/mailids.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// A hit that is read and sorted takes as long as about 30 steps of a walk (3 and 0.1 us). So a walk of so many steps
// for each hit is mostly quicker, and takes a third of the time of sorting in vain if the page is not full by then.
constexpr qint64 mostStepsPerHit = 10;

/** The mails of the database in the order of a list, read part by part. */
class Walk
{
public:
    Walk(Session &session, MailSort sort, bool descending)
        : m_session(session), m_sort(sort), m_order(orderText(sort, descending, "m.")),
          m_behind("WHERE " + behindText(sort, descending, "m."))
    {
    }

    /// The next mails; fewer than `most` at the end.
    Result<QList<qint64>> next(qint64 most)
    {
        const QByteArray where = m_last ? m_behind : QByteArray();
        Query part = m_session.query("search_walk", m_order + where, [&](QByteArray sql) {
            return sql.replace("/*index*/", m_session.dialect().indexHint(orderIndex(m_sort)))
                .replace("/*where*/", where)
                .replace("/*order*/ m.id", m_order);
        });
        part.bind(u":most"_s, most);
        if (m_last)
            part.bind(u":last"_s, *m_last);
        const auto text = part.readValue<QByteArray>();
        RETURN_IF_ERROR(text);
        m_steps += most;
        QList<qint64> ids = *text ? idsOfText(**text) : QList<qint64>();
        if (!ids.isEmpty())
            m_last = ids.last();
        return ids;
    }

    qint64 steps() const { return m_steps; }

private:
    Session &m_session;
    const MailSort m_sort;
    const QByteArray m_order;
    const QByteArray m_behind; ///< the condition that a mail follows the last one
    std::optional<qint64> m_last;
    qint64 m_steps = 0;
};

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
    const qint64 mostSteps = std::min(mails, total * mostStepsPerHit);
    const qint64 expected = (toSkip + size) * mails / total;
    if (expected > mostSteps)
        return Page();
    const MailIdSet hits = MailIdSet::ofKeys(keys);
    QList<qint64> ids;
    Walk walk(session, query.sort, query.descending != fromEnd);
    // Usually the first part is enough. If the hits stand together elsewhere, for example because they are of one
    // language, longer and longer parts follow.
    qint64 part = 2 * expected + 100;
    while (ids.size() < size && walk.steps() < mostSteps) {
        const auto some = walk.next(std::min(part, mostSteps - walk.steps()));
        RETURN_IF_ERROR(some);
        for (const qint64 id : *some) {
            if (ids.size() == size || !hits.contains(id))
                continue;
            if (toSkip > 0)
                --toSkip;
            else
                ids.append(id);
        }
        part *= 3;
    }
    if (ids.size() < size)
        return Page();
    if (fromEnd)
        std::ranges::reverse(ids);
    return Page(ids);
}

} // namespace Store
