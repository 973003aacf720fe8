// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailquery.h"
#include "store/sql/query.h"

#include <QByteArray>
#include <QList>

namespace Store {

/**
 * The conditions of a MailQuery on the rows of mails, as texts of SQL. Each condition is written here
 * once, for lists, their counts, and searches on both engines; the caller joins those that its
 * statement needs. Each text ends with AND, and is empty if the query does not have the condition.
 *
 * Listings and flags are literal text and not bound values: SQLite needs them to use a partial index,
 * and PostgreSQL to estimate the number of matching mails when it plans the statement.
 */
class MailFilter
{
public:
    /// `row` is put before each column: `m.` or empty. `query` must outlive the filter.
    explicit MailFilter(const MailQuery &query, const QByteArray &row = {});

    bool hasFlags() const; ///< whether flags() is not empty

    QByteArray listing() const;
    QByteArray account() const;
    QByteArray visible() const; ///< accounts that the viewer sees; never empty
    QByteArray folder() const;  ///< by its path
    QByteArray flags() const;
    /// The conditions on columns that mails and counters have, without visible().
    QByteArray counted() const { return listing() + account() + folder() + flags(); }

    /// `seconds` is an expression of the time of a mail, with its table.
    QByteArray times(const QByteArray &seconds) const;
    /// The same by sort_key, which begins with the time: a range of an index that contains it.
    QByteArray timesByKey() const;
    QByteArray afterId(const QByteArray &id) const; ///< `id` is the column, with its table
    /// Removes the keys that do not match times() and afterId(): sort keys contain time and id, so no
    /// mail is read.
    void dropByKey(QList<qint64> &keys) const;

    /// Binds the values that `text` contains.
    void bind(Query &query, const QByteArray &text) const;

private:
    const MailQuery &m_query;
    QByteArray m_row;
};

} // namespace Store
