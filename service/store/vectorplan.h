// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mailquery.h"
#include "store/query.h"
#include "store/searchquery.h"
#include "store/searchscope.h"

#include <QByteArray>

namespace Store {

class Session;

/** How one query with text is asked of PostgreSQL: fixed texts for the marks of search_page.sql. */
class VectorPlan
{
public:
    static Result<VectorPlan> make(Session &session, const MailQuery &query);

    bool findsNothing() const { return m_nothing; }

    QByteArray key() const; ///< what the hits are ordered by
    QByteArray from() const;
    QByteArray conditions() const; ///< each followed by AND
    QByteArray direction() const { return m_query.descending ? " DESC" : " ASC"; }

    void bind(Query &query) const; ///< what the conditions name

private:
    bool looksIntoMails() const;
    QByteArray entryConditions(const QByteArray &row, const QByteArray &id) const;

    MailQuery m_query; ///< with the operators of `search` worked in
    SearchQuery m_text;
    SearchScope m_scope;
    bool m_nothing = false;
};

} // namespace Store
