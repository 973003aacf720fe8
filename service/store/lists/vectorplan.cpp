// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/vectorplan.h"

#include "common/jsonwriter.h"
#include "store/lists/mailfilter.h"
#include "store/lists/searchplan.h"
#include "store/sql/jsonrows.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

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

// The condition that the tokens contain all phrases of a JSON array. Each phrase begins with the number
// of its line (searchlexemes.h).
QByteArray hasPhrases(const QByteArray &array, const QByteArray &row)
{
    return "NOT EXISTS (SELECT 1 FROM json_array_elements_text(" + array
        + ") AS p(phrase) WHERE strpos(CASE left(p.phrase, 1) WHEN '1' THEN split_part(" + row
        + ".tokens, E'\\n', 1) WHEN '2' THEN split_part(" + row + ".tokens, E'\\n', 2) ELSE " + row
        + ".tokens END, substr(p.phrase, 2)) = 0)";
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
    if (!plan.m_text.recipients.isEmpty())
        plan.m_recipients = MailFilter(plan.m_query, "m.").recipients(session.dialect()) + " AND ";
    const Result<SearchScope> scope = searchScope(session, plan.m_query);
    RETURN_IF_ERROR(scope);
    plan.m_scope = *scope;
    plan.m_nothing |= scope->isEmpty;
    return plan;
}

bool VectorPlan::filtersMails() const
{
    return m_scope.checksListing || MailFilter(m_query).hasFlags() || !m_text.recipients.isEmpty();
}

bool VectorPlan::readsMails() const
{
    return !m_text.hasWords() || filtersMails() || m_query.sort != MailSort::CreatedAt;
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

// A subquery finds the hits of the words, and each mail is then looked up by its id. OFFSET 0 prevents
// other plans, which the planner would prefer because it cannot estimate the number of hits of a word.
QByteArray VectorPlan::from() const
{
    if (!m_text.hasWords())
        return "mails m";
    if (!readsMails())
        return "search_docs d";
    return "(SELECT mail_id, sort_key FROM search_docs d WHERE " + entryConditions()
        + "TRUE OFFSET 0) AS d"
          " CROSS JOIN LATERAL (SELECT * FROM mails WHERE id = d.mail_id OFFSET 0) AS m";
}

QByteArray VectorPlan::listConditions() const
{
    const MailFilter filter(m_query);
    return filter.listing() + filter.flags();
}

QByteArray VectorPlan::conditions() const
{
    if (!readsMails())
        return entryConditions();
    QByteArray where = listConditions();
    if (!m_text.hasWords())
        where += entryConditions("m.", "m.id");
    return where + m_recipients;
}

QByteArray VectorPlan::entryConditions(const QByteArray &row, const QByteArray &id) const
{
    QByteArray where;
    if (!m_text.match.isEmpty())
        where += "search_words(d.tokens) @@ CAST(:match AS tsquery) AND ";
    if (!m_text.phrases.isEmpty())
        where += hasPhrases("CAST(:phrases AS json)", "d") + " AND ";
    if (!m_text.excludedWords.isEmpty())
        where +=
            "d.mail_id NOT IN (SELECT e.mail_id FROM json_to_recordset(CAST(:excluded AS json))"
            " AS x(match TEXT, phrases JSON)"
            " JOIN search_docs e ON search_words(e.tokens) @@ CAST(x.match AS tsquery)"
            " WHERE "
            + hasPhrases("x.phrases", "e") + ") AND ";
    if (!m_scope.seesAll || !m_text.hasWords())
        where += row + "account_id = ANY (CAST(:accounts AS BIGINT[])) AND ";
    if (m_scope.folders)
        where += row + "folder_id = ANY (CAST(:folders AS BIGINT[])) AND ";
    else if (!m_scope.withoutFolders.isEmpty() && m_text.hasWords())
        where += row + "folder_id <> ALL (CAST(:without AS BIGINT[])) AND ";
    const MailFilter filter(m_query);
    return where + filter.times(row + "sort_key >> 30") + filter.afterId(id);
}

void VectorPlan::bind(Query &query, const QByteArray &text) const
{
    const auto bindNamed = [&query, &text](const char *name, auto value) {
        if (text.contains(name))
            query.bind(QString::fromLatin1(name), value);
    };
    bindNamed(":match", QString::fromUtf8(m_text.match));
    bindNamed(":phrases", QString::fromUtf8(jsonOf(m_text.phrases)));
    bindNamed(":excluded", QString::fromUtf8(jsonOf(m_text.excludedWords)));
    bindNamed(":accounts", idArray(m_scope.accounts));
    bindNamed(":folders", idArray(m_scope.folders.value_or(QList<qint64>())));
    bindNamed(":without", idArray(m_scope.withoutFolders));
    MailFilter(m_query).bind(query, text);
    QByteArrayList recipients;
    for (const QString &recipient : m_text.recipients)
        recipients.append(recipient.toUtf8());
    bindNamed(":recipients", QString::fromUtf8(jsonOf(recipients)));
}

} // namespace Store
