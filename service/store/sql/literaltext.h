// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QVariant>

QT_FORWARD_DECLARE_CLASS(QSqlDriver)

namespace Store {

/**
 * A statement whose values are written into its text as literals, for a connection that cannot prepare
 * statements. The placeholders are `:name`; what looks like one in quotes, in a comment or behind `::` is
 * none. Qt's driver quotes the values; that for SQLite cannot quote bytes.
 */
class LiteralText
{
public:
    explicit LiteralText(const QString &sql);

    /// For all places of the placeholder, which may be several.
    void bind(const QString &placeholder, const QVariant &value);
    /// For the place with this number, counted from 0 in the order of the text.
    void bind(int place, const QVariant &value);

    /// A place without a value is NULL.
    QString text(const QSqlDriver &driver) const;

private:
    void addPlace(QStringView before, const QString &name);

    QList<QString> m_pieces;             ///< the text before each place, and the rest
    QHash<QString, QList<int>> m_places; ///< by name, with the colon
    QList<QVariant> m_values;            ///< by place
};

} // namespace Store
