// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>

#include <optional>

namespace Store {

/**
 * Caches counts that are expensive because they read many mails; a commit of any process
 * invalidates them. For one session that only reads: its own writes would not change the version of
 * the data.
 */
class CountCache
{
public:
    /// `version`: the value of data_version. `question`: the statement with its values.
    std::optional<qint64> find(const QByteArray &version, const QByteArray &question);
    void keep(const QByteArray &question, qint64 count); ///< for the version last passed to find()

private:
    QByteArray m_version;
    QHash<QByteArray, qint64> m_counts;
};

} // namespace Store
