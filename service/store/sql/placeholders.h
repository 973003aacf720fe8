// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QVariant>

#include <functional>

namespace Store {

/**
 * The text of a statement, divided at its placeholders, and their values. The placeholders are `:name`; what
 * looks like one in quotes, in a comment or behind `::` is none.
 */
class Placeholders
{
public:
    explicit Placeholders(const QString &sql);

    /// For all places of the placeholder, which may be several.
    void bind(const QString &placeholder, const QVariant &value);
    /// For the place with this number, counted from 0 in the order of the text.
    void bind(int place, const QVariant &value);

    /// By place; invalid: it has no value.
    const QList<QVariant> &values() const { return m_values; }

    /// The text with something else at each place.
    QString replaced(const std::function<QString(qsizetype place)> &by) const;

private:
    void addPlace(QStringView before, const QString &name);

    QList<QString> m_pieces;             ///< the text before each place, and the rest
    QHash<QString, QList<int>> m_places; ///< by name, with the colon
    QList<QVariant> m_values;            ///< by place
};

} // namespace Store
