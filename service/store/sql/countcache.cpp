// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/countcache.h"

namespace Store {

std::optional<qint64> CountCache::find(const QByteArray &version, const QByteArray &question)
{
    if (version != m_version)
        m_counts.clear();
    m_version = version;
    const auto found = m_counts.constFind(question);
    return found == m_counts.cend() ? std::nullopt : std::optional(*found);
}

void CountCache::keep(const QByteArray &question, qint64 count)
{
    constexpr qsizetype most = 100;
    if (m_counts.size() >= most)
        m_counts.clear();
    m_counts.insert(question, count);
}

} // namespace Store
