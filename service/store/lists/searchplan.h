// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/lists/searchscope.h"
#include "store/mail/mailquery.h"
#include "store/search/text/searchquery.h"
#include "store/sql/query.h"

namespace Store {

class Session;

/// Adds the operators of `text` to the filters of `query`; false: they contradict each other.
bool workIn(MailQuery &query, const SearchQuery &text);

/**
 * How one query is answered on SQLite: from the words in the index alone, from the index with a look at
 * the hits' rows in `mails`, or from `mails` alone.
 */
class SearchPlan
{
public:
    static Result<SearchPlan> make(Session &session, const MailQuery &query);

    bool findsNothing() const { return m_nothing; }
    bool hasWords() const { return m_hasWords; }
    const Search::Expression &words() const { return m_words; } ///< including accounts and folders
    bool isFiltered() const { return m_filtered; }              ///< by more than the words
    const MailQuery &filters() const { return m_query; }        ///< including those of `search`
    bool readsMails() const { return m_readsMails; } ///< filtered by more than time and id

    /// Whether it is faster to compare this many hits with all mails that match the filters than to
    /// look up the hits one by one.
    bool isQuickerAsWhole(qint64 hits) const;
    qint64 mails() const { return m_scope.mails; } ///< in the database

    // Conditions with the table alias `m`, each followed by AND.

    /// On listings and flags, which the indexes of lists contain.
    QByteArray flagConditions() const;
    /// The same and those on recipients, for rows of mails.
    QByteArray rowConditions() const { return flagConditions() + m_recipientCondition; }
    /// All conditions, for a search without words.
    QByteArray scanConditions() const;
    void bind(Query &query, const QByteArray &conditions) const;

private:
    MailQuery m_query; ///< with the operators of `search` worked in
    SearchScope m_scope;
    Search::Expression m_words;
    QByteArray m_recipients; ///< JSON array, null: none
    QByteArray m_recipientCondition;
    bool m_nothing = false;
    bool m_hasWords = false;
    bool m_filtered = false;
    bool m_readsMails = false;
};

} // namespace Store
