// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/vectorplan.h"

#include "common/jsonwriter.h"
#include "store/searchplan.h"
#include "store/searchvector.h"
#include "store/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QByteArray arrayOf(const QList<qint64> &ids)
{
    QByteArrayList numbers;
    for (const qint64 id : ids)
        numbers.append(QByteArray::number(id));
    return '{' + numbers.join(',') + '}';
}

QByteArray jsonOf(const QByteArrayList &texts)
{
    Json::Writer json;
    json.beginArray();
    for (const QByteArray &text : texts)
        json.value(text);
    return json.endArray().take();
}

QByteArray jsonOf(const QList<ExcludedWords> &groups)
{
    Json::Writer json;
    json.beginArray();
    for (const ExcludedWords &group : groups)
        json.beginObject()
            .key("match")
            .value(group.match)
            .key("phrases")
            .raw(jsonOf(group.phrases))
            .endObject();
    return json.endArray().take();
}

// Whether all phrases of a JSON array stand in the tokens; each begins with its line (searchwords.h).
QByteArray hasPhrases(const QByteArray &array, const QByteArray &row)
{
    return "NOT EXISTS (SELECT 1 FROM json_array_elements_text(" + array
        + ") AS p(phrase) WHERE strpos(CASE left(p.phrase, 1) WHEN '1' THEN split_part(" + row
        + ".tokens, E'\\n', 1) WHEN '2' THEN split_part(" + row + ".tokens, E'\\n', 2) ELSE " + row
        + ".tokens END, substr(p.phrase, 2)) = 0)";
}

QByteArray flag(const char *column, const std::optional<bool> &wanted)
{
    return wanted ? QByteArray(column) + (*wanted ? " = 1 AND " : " = 0 AND ") : QByteArray();
}

// lower() under "C" knows A to Z, as SQLite's does.
QByteArray isRecipientIn(const char *column)
{
    return "EXISTS (SELECT 1 FROM json_array_elements_text(CAST(m." + QByteArray(column)
        + " AS json)) AS a(address)"
          " WHERE strpos(lower(a.address COLLATE \"C\"), r.part) > 0)";
}

} // namespace

Result<VectorPlan> VectorPlan::make(Session &session, const MailQuery &query)
{
    VectorPlan plan;
    plan.m_query = query;
    const ParsedSearch search = parseSearch(query.search, SearchSyntax::Vector);
    plan.m_text = combined(parseKeyword(query.keyword, SearchSyntax::Vector), search.query,
                           SearchSyntax::Vector);
    plan.m_nothing = !workIn(plan.m_query, plan.m_text) || !search.mistakes.isEmpty();
    const Result<SearchScope> scope = searchScope(session, plan.m_query);
    if (!scope)
        return scope.error();
    plan.m_scope = *scope;
    plan.m_nothing |= scope->isEmpty;
    return plan;
}

bool VectorPlan::looksIntoMails() const
{
    return !m_text.hasWords() || m_scope.checksListing || m_query.isRead || m_query.isStarred
        || m_query.hasAttachment || !m_text.recipients.isEmpty()
        || m_query.sort != MailSort::CreatedAt;
}

QByteArray VectorPlan::key() const
{
    switch (m_query.sort) {
    case MailSort::CreatedAt:
        return m_text.hasWords() ? "d.sort_key" : "m.sort_key";
    case MailSort::SentAt:
        return "m.sent_key";
    case MailSort::From:
        return "m.from_key";
    case MailSort::Subject:
        return "m.subject_key";
    case MailSort::Size:
        return "m.size";
    }
    Q_UNREACHABLE();
}

// What the words say is found out apart, or the planner would look into each mail of a filter for
// them: it takes reading tokens for cheap.
QByteArray VectorPlan::from() const
{
    if (!m_text.hasWords())
        return "mails m";
    if (!looksIntoMails())
        return "search_docs d";
    return "(SELECT mail_id, sort_key FROM search_docs d WHERE "
        + entryConditions("d.", "d.mail_id")
        + "TRUE OFFSET 0) AS d JOIN mails m ON m.id = d.mail_id";
}

QByteArray VectorPlan::conditions() const
{
    QByteArray where;
    if (!m_text.hasWords())
        where += entryConditions("m.", "m.id");
    if (!looksIntoMails())
        return entryConditions("d.", "d.mail_id");
    where += "m.listing BETWEEN :low_listing AND :high_listing AND ";
    where += flag("m.is_read", m_query.isRead) + flag("m.is_starred", m_query.isStarred)
        + flag("m.has_attachment", m_query.hasAttachment);
    if (!m_text.recipients.isEmpty())
        where += "NOT EXISTS (SELECT 1 FROM json_array_elements_text(CAST(:recipients AS json))"
                 " AS r(part) WHERE NOT "
            + isRecipientIn("to_json") + " AND NOT " + isRecipientIn("cc_json") + ") AND ";
    return where;
}

QByteArray VectorPlan::entryConditions(const QByteArray &row, const QByteArray &id) const
{
    QByteArray where;
    if (!m_text.match.isEmpty())
        where += "CAST(d.tokens AS tsvector) @@ CAST(:match AS tsquery) AND ";
    if (!m_text.phrases.isEmpty())
        where += hasPhrases("CAST(:phrases AS json)", "d") + " AND ";
    if (!m_text.excludedWords.isEmpty())
        where +=
            "d.mail_id NOT IN (SELECT e.mail_id FROM json_to_recordset(CAST(:excluded AS json))"
            " AS x(match TEXT, phrases JSON)"
            " JOIN search_docs e ON CAST(e.tokens AS tsvector) @@ CAST(x.match AS tsquery)"
            " WHERE "
            + hasPhrases("x.phrases", "e") + ") AND ";
    if (!m_scope.seesAll || !m_text.hasWords())
        where += row + "account_id = ANY (CAST(:accounts AS BIGINT[])) AND ";
    if (m_scope.folders)
        where += row + "folder_id = ANY (CAST(:folders AS BIGINT[])) AND ";
    else if (!m_scope.withoutFolders.isEmpty() && m_text.hasWords())
        where += row + "folder_id <> ALL (CAST(:without AS BIGINT[])) AND ";
    if (m_query.since)
        where += row + "sort_key >> 30 >= :since AND ";
    if (m_query.before)
        where += row + "sort_key >> 30 < :before AND ";
    if (m_query.afterId > 0)
        where += id + " > :after_id AND ";
    return where;
}

void VectorPlan::bind(Query &query) const
{
    const auto bindWhere = [&query, where = from() + conditions()](const char *name, auto value) {
        if (where.contains(name))
            query.bind(QString::fromLatin1(name), value);
    };
    const ListingRange range = listingRange(m_query);
    bindWhere(":match", QString::fromUtf8(m_text.match));
    bindWhere(":phrases", QString::fromUtf8(jsonOf(m_text.phrases)));
    bindWhere(":excluded", QString::fromUtf8(jsonOf(m_text.excludedWords)));
    bindWhere(":accounts", QString::fromLatin1(arrayOf(m_scope.accounts)));
    bindWhere(":folders", QString::fromLatin1(arrayOf(m_scope.folders.value_or(QList<qint64>()))));
    bindWhere(":without", QString::fromLatin1(arrayOf(m_scope.withoutFolders)));
    bindWhere(":since", m_query.since.value_or(0));
    bindWhere(":before", m_query.before.value_or(0));
    bindWhere(":after_id", m_query.afterId);
    bindWhere(":low_listing", int(range.low));
    bindWhere(":high_listing", int(range.high));
    QByteArrayList recipients;
    for (const QString &recipient : m_text.recipients)
        recipients.append(recipient.toUtf8());
    bindWhere(":recipients", QString::fromUtf8(jsonOf(recipients)));
}

Result<SearchHits> searchVectors(Session &session, const MailQuery &query)
{
    const Result<VectorPlan> plan = VectorPlan::make(session, query);
    if (!plan)
        return plan.error();
    if (plan->findsNothing())
        return SearchHits();
    const QByteArray from = plan->from();
    const QByteArray where = plan->conditions();
    Query page = session.query(
        "search_page", plan->key() + plan->direction() + from + where, [&](QByteArray sql) {
            return sql.replace("/*id*/", from.startsWith("mails") ? "m.id" : "d.mail_id")
                .replace("/*key*/", plan->key())
                .replace("/*from*/", from)
                .replace("/*where*/", where)
                .replace("/*direction*/", plan->direction());
        });
    plan->bind(page);
    page.bind(u":limit"_s, query.pageSize).bind(u":offset"_s, query.offset()).exec();
    SearchHits hits;
    while (page.next()) {
        hits.total = page.int64(0);
        if (!page.isNull(1))
            hits.ids.append(page.int64(1));
    }
    return page.failed() ? Result<SearchHits>(page.error()) : Result<SearchHits>(hits);
}

} // namespace Store
