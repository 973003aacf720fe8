// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchwalk.h"

#include "store/mail/mailorder.h"
#include "store/sql/mailids.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** The mails of the database in the order of a list, read part by part. */
class Walk
{
public:
    Walk(Session &session, MailSort sort, bool descending)
        : m_session(session), m_sort(sort), m_order(orderText(sort, descending, "m."))
    {
    }

    /// The next mails; fewer than `most` at the end.
    Result<QList<qint64>> next(qint64 most)
    {
        Query part = m_session.query("search_walk", m_order, [this](QByteArray sql) {
            return sql.replace("/*index*/", m_session.dialect().indexHint(orderIndex(m_sort)))
                .replace("/*order*/ m.id", m_order);
        });
        part.bind(u":most"_s, most).bind(u":offset"_s, m_steps);
        const auto text = part.readValue<QByteArray>();
        RETURN_IF_ERROR(text);
        m_steps += most;
        return *text ? idsOfText(**text) : QList<qint64>();
    }

    qint64 steps() const { return m_steps; }

private:
    Session &m_session;
    const MailSort m_sort;
    const QByteArray m_order;
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
    // A step costs less than reading and sorting a hit, so a walk of as many steps as there are hits is quicker than
    // sorting them, and costs little if the page is not full by then.
    const qint64 expected = (toSkip + size) * mails / total;
    if (expected > total)
        return Page();
    const MailIdSet hits = MailIdSet::ofKeys(keys);
    QList<qint64> ids;
    Walk walk(session, query.sort, query.descending != fromEnd);
    // Usually the first part is enough. If the hits stand together elsewhere, for example because they are of one
    // language, longer and longer parts follow.
    qint64 part = 2 * expected + 100;
    while (ids.size() < size && walk.steps() < total) {
        const auto some = walk.next(std::min(part, total - walk.steps()));
        RETURN_IF_ERROR(some);
        for (const qint64 id : *some) {
            if (ids.size() == size || !hits.contains(id))
                continue;
            if (toSkip > 0)
                --toSkip;
            else
                ids.append(id);
        }
        part *= 4;
    }
    if (ids.size() < size)
        return Page();
    if (fromEnd)
        std::ranges::reverse(ids);
    return Page(ids);
}

} // namespace Store
