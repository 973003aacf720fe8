// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchwhere.h"

#include "store/lists/rowtext.h"
#include "store/search/text/searchparser.h"
#include "store/sql/session.h"

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

using Kind = SearchCondition::Kind;
using Row = RowCondition::Kind;

struct NamedFolder {
    qint64 id = 0;
    QString path;
    QString role;
};

/** Replaces folders in a condition by the terms that the index has for them. */
class FolderLookUp
{
public:
    FolderLookUp(Session &session, const MailQuery &query) : m_session(session), m_query(query) { }

    Result<SearchCondition> resolved(const SearchCondition &condition)
    {
        if (condition.kind == Kind::Folder)
            return termsOf(condition.folder);
        SearchCondition result = condition;
        for (SearchCondition &part : result.parts) {
            const Result<SearchCondition> one = resolved(part);
            RETURN_IF_ERROR(one);
            part = *one;
        }
        return result;
    }

private:
    Result<void> read()
    {
        Query rows = m_session.query("search_folder_names");
        rows.bind(u":owner"_s, m_query.viewer.ownerFilter()).bind(u":account"_s, m_query.accountId);
        rows.exec();
        m_folders.emplace();
        while (rows.next())
            m_folders->append({ rows.int64("id"), rows.text("path"), rows.text("role") });
        return rows.result();
    }

    Result<SearchCondition> termsOf(const QString &name)
    {
        if (!m_folders) {
            RETURN_IF_ERROR(read());
        }
        QList<Search::TermRange> terms;
        for (const NamedFolder &folder : *m_folders) {
            const bool isMeant = folder.path.compare(name, Qt::CaseInsensitive) == 0
                || (!folder.role.isEmpty() && folder.role.compare(name, Qt::CaseInsensitive) == 0);
            if (isMeant)
                terms.append({ QByteArray::number(folder.id), { Search::Space::Folder } });
        }
        if (terms.isEmpty())
            return SearchCondition::nothing();
        return SearchCondition::ofWords(Search::Expression::anyOf(terms));
    }

    Session &m_session;
    const MailQuery &m_query;
    std::optional<QList<NamedFolder>> m_folders; ///< read when the first one is needed
};

// The expression of a tree that the index alone can check; nothing: there is something else in it.
std::optional<Search::Expression> expressionOf(const SearchCondition &condition)
{
    if (condition.kind == Kind::Words)
        return condition.words;
    if (condition.kind == Kind::Nothing)
        return Search::Expression::either({});
    if (condition.kind == Kind::Row || condition.kind == Kind::Folder)
        return std::nullopt;
    QList<Search::Expression> parts;
    for (const SearchCondition &part : condition.parts) {
        const std::optional<Search::Expression> one = expressionOf(part);
        if (!one)
            return std::nullopt;
        parts.append(*one);
    }
    if (condition.kind == Kind::Not)
        return Search::Expression::without(parts.first());
    return condition.kind == Kind::Or ? Search::Expression::either(parts)
                                      : Search::Expression::both(parts);
}

// The condition on a row that says the opposite; flags, times and sizes have one each.
RowCondition opposite(const RowCondition &row)
{
    switch (row.kind) {
    case Row::Read:
    case Row::Starred:
    case Row::Replied:
    case Row::Attachment:
        return { row.kind, row.value ? 0 : 1 };
    case Row::Since:
        return { Row::Before, row.value };
    case Row::Before:
        return { Row::Since, row.value };
    case Row::Larger:
        return { Row::Smaller, row.value + 1 };
    case Row::Smaller:
        break;
    }
    return { Row::Larger, row.value - 1 };
}

std::optional<RowCondition> rowOf(const SearchCondition &condition)
{
    if (condition.kind == Kind::Row)
        return condition.row;
    const bool isOpposite =
        condition.kind == Kind::Not && condition.parts.first().kind == Kind::Row;
    return isOpposite ? std::optional(opposite(condition.parts.first().row)) : std::nullopt;
}

/** Sorts the parts of one condition. */
class Sorter
{
public:
    explicit Sorter(const MailQuery &query) { m_where.filters = query; }

    void add(const SearchCondition &condition)
    {
        if (condition.kind == Kind::Nothing) {
            m_where.isNothing = true;
        } else if (condition.kind == Kind::And) {
            for (const SearchCondition &part : condition.parts)
                add(part);
        } else if (const auto row = rowOf(condition)) {
            addRow(*row);
        } else if (const auto words = expressionOf(condition)) {
            if (!m_where.words.parts.contains(*words))
                m_where.words.parts.append(*words);
        } else if (isOfRows(condition)) {
            m_where.rows.append(condition);
        } else {
            m_where.mixed.append(condition);
        }
    }

    SearchWhere finished() { return m_where; }

private:
    void addRow(const RowCondition &row)
    {
        MailQuery &filters = m_where.filters;
        switch (row.kind) {
        case Row::Read:
            return demand(filters.isRead, row.value != 0);
        case Row::Starred:
            return demand(filters.isStarred, row.value != 0);
        case Row::Attachment:
            return demand(filters.hasAttachment, row.value != 0);
        case Row::Since:
            filters.since = std::max(row.value, filters.since.value_or(row.value));
            return;
        case Row::Before:
            filters.before = std::min(row.value, filters.before.value_or(row.value));
            return;
        case Row::Replied:
        case Row::Larger:
        case Row::Smaller:
            m_where.rows.append(SearchCondition::ofRow(row));
        }
    }

    // No mail can match two different values.
    void demand(std::optional<bool> &filter, bool value)
    {
        m_where.isNothing |= filter.value_or(value) != value;
        filter = value;
    }

    SearchWhere m_where;
};

// The local folders of sent mails and of all mails are not folders of an account, but parameters of the list.
bool takeListFolder(MailQuery &filters, SearchCondition &condition, bool &isNothing)
{
    if (condition.kind != Kind::Folder
        || (condition.folder != u"$sent" && condition.folder != u"$all"))
        return false;
    isNothing |= !filters.folder.isEmpty() && filters.folder != condition.folder;
    filters.folder = condition.folder;
    condition = SearchCondition::all({});
    return true;
}

} // namespace

Result<SearchWhere> searchWhere(Session &session, const MailQuery &query)
{
    const ParsedCondition parsed = parseCondition(query.search, session.now());
    SearchCondition condition =
        SearchCondition::all({ keywordCondition(query.keyword), parsed.condition });
    MailQuery filters = query;
    bool isNothing = !parsed.mistakes.isEmpty(); // the API has refused them already
    SearchCondition &typed = condition.parts.last();
    takeListFolder(filters, typed, isNothing);
    if (typed.kind == Kind::And) {
        for (SearchCondition &part : typed.parts)
            takeListFolder(filters, part, isNothing);
    }
    const Result<SearchCondition> resolved = FolderLookUp(session, filters).resolved(condition);
    RETURN_IF_ERROR(resolved);
    Sorter sorter(filters);
    sorter.add(*resolved);
    SearchWhere where = sorter.finished();
    where.isNothing |= isNothing;
    return where;
}

std::optional<MailQuery> asList(const SearchWhere &where)
{
    if (where.isNothing || !where.words.isEverything() || !where.rows.isEmpty()
        || !where.mixed.isEmpty())
        return std::nullopt;
    MailQuery list = where.filters;
    list.keyword.clear();
    list.search.clear();
    list.conversations = false;
    return list;
}

} // namespace Store
