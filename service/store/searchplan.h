// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mailquery.h"
#include "store/query.h"
#include "store/searchquery.h"
#include "store/searchscope.h"

namespace Store {

class Session;

/// Works the operators of `text` into the filters of `query`; false: they contradict each other.
bool workIn(MailQuery &query, const SearchQuery &text);

/**
 * How one query is answered: from the words in the index alone, from the index with a look at each
 * hit's row in `mails`, or from `mails` alone.
 */
class SearchPlan
{
public:
    static Result<SearchPlan> make(Session &session, const MailQuery &query);

    bool findsNothing() const { return m_nothing; }
    bool hasWords() const { return !m_match.isEmpty(); }
    bool isFiltered() const { return m_filtered; }
    const MailQuery &filters() const { return m_query; } ///< those of `search` too
    qint64 spill() const { return m_spill; } ///< how far a row may stand behind its time

    /// Whether so many hits are quicker compared with all that the filters let through than looked
    /// up one by one.
    bool isQuickerByRows(qint64 hits) const;
    qint64 mails() const { return m_scope.mails; } ///< in the database

    /// Binds :match, and where filtered or without words all of the filters.
    void bind(Query &query) const;
    void bindWords(Query &query) const;   ///< only :match
    void bindFilters(Query &query) const; ///< only what mails_by_search_row knows

private:
    MailQuery m_query; ///< with the operators of `search` worked in
    SearchScope m_scope;
    QByteArray m_match;
    QByteArray m_recipients; ///< JSON array, null: none
    bool m_nothing = false;
    bool m_filtered = false;
    qint64 m_spill = 0;
};

} // namespace Store
