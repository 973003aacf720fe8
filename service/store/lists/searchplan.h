// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/lists/rowtext.h"
#include "store/lists/searchscope.h"
#include "store/lists/searchwhere.h"
#include "store/mail/mailquery.h"
#include "store/sql/dialect.h"
#include "store/sql/query.h"

namespace Store {

class Session;

/**
 * How one query is answered: from the words in the index alone, from the index with a look at
 * the hits' rows in `mails`, or from `mails` alone.
 */
class SearchPlan
{
public:
    static Result<SearchPlan> make(Session &session, const SearchWhere &where);

    bool findsNothing() const { return m_nothing; }
    bool hasWords() const { return m_hasWords; }
    const Search::Expression &words() const { return m_words; } ///< including accounts and folders
    bool isFiltered() const { return m_filtered; }              ///< by more than the words
    const MailQuery &filters() const { return m_query; }        ///< including those of `search`
    bool readsMails() const { return m_readsMails; } ///< filtered by more than time and id
    /// Alternatives of which some are in the index and some are on rows; all must hold (mailsFulfilling()).
    const QList<SearchCondition> &mixed() const { return m_mixed; }

    /// Other conditions on rows; all must hold. rowConditions() contains them.
    const QList<SearchCondition> &rows() const { return m_rowTrees; }

    /// Whether it is faster to compare this many hits with all mails that match the filters than to
    /// look up the hits one by one. All rows() are isOfFlags() then.
    bool isQuickerAsWhole(qint64 hits) const;
    qint64 mails() const { return m_scope.mails; } ///< in the database

    // Conditions with the table alias `m`, each followed by AND.

    /// On listings and flags, which the indexes of lists contain.
    QByteArray flagConditions() const;
    /// The same and all others on rows of mails.
    QByteArray rowConditions() const { return flagConditions() + m_rows.text(); }
    /// All conditions, for a search without words.
    QByteArray scanConditions() const;
    /// An index that has all of these and finds few mails, for Dialect::indexHint(); empty: there is none.
    QByteArray scanIndex() const;
    void bind(Query &query, const QByteArray &conditions) const;

private:
    explicit SearchPlan(const Dialect &dialect) : m_dialect(&dialect) { }

    const Dialect *m_dialect;
    MailQuery m_query; ///< with the operators of `search` worked in
    SearchScope m_scope;
    Search::Expression m_words;
    QList<SearchCondition> m_rowTrees;
    RowText m_rows; ///< of m_rowTrees
    QList<SearchCondition> m_mixed;
    bool m_nothing = false;
    bool m_hasWords = false;
    bool m_filtered = false;
    bool m_readsMails = false;
};

} // namespace Store
