// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexing/indexer.h"
#include "sync/runtime.h"

#include <QHash>

namespace Api {

/** The last reported state of each account, and of the full text index. Lives on the http thread, and only there. */
class AccountBoard
{
public:
    void note(qint64 accountId, Sync::Runtime runtime) { m_runtimes.insert(accountId, runtime); }
    void forget(qint64 accountId) { m_runtimes.remove(accountId); }
    Sync::Runtime of(qint64 accountId) const { return m_runtimes.value(accountId); }
    void noteRebuild(Indexing::RebuildProgress progress) { m_rebuild = progress; }
    Indexing::RebuildProgress rebuild() const { return m_rebuild; } ///< of the full text index
    QHash<qint64, Sync::Runtime> all() const { return m_runtimes; } ///< a copy, for other threads

private:
    QHash<qint64, Sync::Runtime> m_runtimes;
    Indexing::RebuildProgress m_rebuild;
};

} // namespace Api
