// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/mailsets.h"

#include "store/lists/rowtext.h"
#include "store/lists/wordhits.h"
#include "store/sql/session.h"

namespace Store {

namespace {

using Kind = SearchCondition::Kind;

Result<MailIdSet> mailsWithWords(Session &session, const Search::Expression &words)
{
    Result<WordHits> hits = WordHits::find(session, words);
    RETURN_IF_ERROR(hits);
    const Result<QList<qint64>> keys = hits->keys();
    RETURN_IF_ERROR(keys);
    return MailIdSet::ofKeys(*keys);
}

Result<MailIdSet> mailsWithRows(Session &session, const SearchCondition &condition)
{
    RowText rows;
    rows.add(condition);
    Query query = session.query("search_ids_allowed", rows.text(), [&rows](QByteArray sql) {
        return sql.replace("/*where*/", rows.text()).replace("/*index*/", "");
    });
    rows.bind(query);
    const Result<std::optional<QByteArray>> ids = query.readValue<QByteArray>();
    RETURN_IF_ERROR(ids);
    return *ids ? MailIdSet::ofText(**ids) : MailIdSet();
}

} // namespace

Result<MailIdSet> mailsFulfilling(Session &session, const SearchCondition &condition)
{
    if (condition.kind == Kind::Words)
        return mailsWithWords(session, condition.words);
    if (isOfRows(condition))
        return mailsWithRows(session, condition);
    const bool isOr = condition.kind == Kind::Or;
    MailIdSet mails = isOr ? MailIdSet() : MailIdSet::ofAll();
    for (const SearchCondition &part : condition.parts) {
        const Result<MailIdSet> some = mailsFulfilling(session, part);
        RETURN_IF_ERROR(some);
        mails = isOr ? mails.united(*some) : mails.intersected(*some);
    }
    return condition.kind == Kind::Not ? mails.complement() : mails;
}

} // namespace Store
