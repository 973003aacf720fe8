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

/** The plan of a text query on PostgreSQL: fixed texts for the placeholders of its statements. */
class VectorPlan
{
public:
    static Result<VectorPlan> make(Session &session, const MailQuery &query);

    bool findsNothing() const { return m_nothing; }
    bool hasWords() const { return m_text.hasWords(); }
    /// Whether the query needs rows of mails, and not only those of search_docs.
    bool readsMails() const;
    /// Whether the indexes of the list contain the columns of mails that the query needs.
    bool isInLists() const { return m_text.recipients.isEmpty(); }
    bool filtersMails() const; ///< by a listing or flags

    QByteArray key() const; ///< the sort key of the hits
    QByteArray from() const;
    QByteArray conditions() const; ///< each followed by AND, as in the next functions
    /// The conditions that search_docs alone can check, with the table alias `d`.
    QByteArray entryConditions() const { return entryConditions("d.", "d.mail_id"); }
    /// The conditions that the indexes of the list can check, without a table name.
    QByteArray listConditions() const;
    QByteArray direction() const { return m_query.descending ? " DESC" : " ASC"; }
    qint64 mails() const { return m_scope.mails; } ///< in the whole database

    void bind(Query &query, const QByteArray &text) const; ///< the values in the text query

private:
    QByteArray entryConditions(const QByteArray &row, const QByteArray &id) const;

    MailQuery m_query; ///< with the operators of `search` worked in
    SearchQuery m_text;
    SearchScope m_scope;
    QByteArray m_recipients; ///< condition; empty: none
    bool m_nothing = false;
};

} // namespace Store
