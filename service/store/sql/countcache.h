// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>

#include <optional>

namespace Store {

/**
 * Counts that cost a pass over many mails, kept for as long as nobody commits anything. Of one session
 * that only reads: its own writes would not show in the version of the data.
 */
class CountCache
{
public:
    /// `version`: what data_version says. `question`: the statement with its values.
    std::optional<qint64> find(const QByteArray &version, const QByteArray &question);
    void keep(const QByteArray &question, qint64 count); ///< of the version that find() was given

private:
    QByteArray m_version;
    QHash<QByteArray, qint64> m_counts;
};

} // namespace Store
