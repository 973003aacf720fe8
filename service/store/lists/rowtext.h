// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/text/searchcondition.h"
#include "store/sql/query.h"

#include <QByteArray>
#include <QList>

namespace Store {

/**
 * Conditions on rows of `mails` (alias `m`) as a text of SQL. Times and sizes are bound, so equal forms share one
 * statement.
 */
class RowText
{
public:
    /// Adds a tree of Row, And, Or and Not.
    void add(const SearchCondition &condition);

    bool isEmpty() const { return m_text.isEmpty(); }
    bool isOfSizes() const { return m_isOfSizes; } ///< limits of the size alone; they all must hold
    const QByteArray &text() const { return m_text; } ///< each condition followed by AND
    void bind(Query &query) const;

private:
    QByteArray textOf(const SearchCondition &condition);
    QByteArray textOf(const RowCondition &row);
    QByteArray joined(const QList<SearchCondition> &parts, const QByteArray &between);
    QByteArray placeholder(qint64 value);

    QByteArray m_text;
    QList<qint64> m_values;
    bool m_isOfSizes = false;
};

/// Whether the tree has only conditions on rows.
bool isOfRows(const SearchCondition &condition);
/// Whether it has only flags that have an index each: read, starred, attachment.
bool isOfFlags(const SearchCondition &condition);

} // namespace Store
