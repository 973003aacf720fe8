// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/lists/searchscope.h"
#include "store/mail/mailquery.h"
#include "store/search/text/searchquery.h"
#include "store/sql/query.h"

#include <QByteArray>

namespace Store {

class Session;

/** How one query with text is asked of PostgreSQL: fixed texts for the marks of its statements. */
class VectorPlan
{
public:
    static Result<VectorPlan> make(Session &session, const MailQuery &query);

    bool findsNothing() const { return m_nothing; }
    bool hasWords() const { return m_text.hasWords(); }
    /// Whether the answer is in the rows of mails, and not in those of search_docs alone.
    bool looksIntoMails() const;
    /// Whether the columns of mails that count are in the indexes of the list.
    bool isInLists() const { return m_text.recipients.isEmpty(); }
    bool filtersMails() const; ///< by a listing or flags

    QByteArray key() const; ///< what the hits are ordered by
    QByteArray from() const;
    QByteArray conditions() const; ///< each followed by AND, as those below
    /// What search_docs alone can tell, as `d`.
    QByteArray entryConditions() const { return entryConditions("d.", "d.mail_id"); }
    /// What the indexes of the list can tell, without a table's name.
    QByteArray listConditions() const;
    QByteArray direction() const { return m_query.descending ? " DESC" : " ASC"; }
    qint64 mails() const { return m_scope.mails; } ///< in the whole database

    void bind(Query &query, const QByteArray &text) const; ///< what the text names

private:
    QByteArray entryConditions(const QByteArray &row, const QByteArray &id) const;

    MailQuery m_query; ///< with the operators of `search` worked in
    SearchQuery m_text;
    SearchScope m_scope;
    bool m_nothing = false;
};

} // namespace Store
