// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/foldervisits.h"

#include "sync/extent.h"

namespace Sync {

void FolderVisits::setStatuses(QHash<QString, Imap::FolderStatus> statuses)
{
    m_statuses = std::move(statuses);
}

void FolderVisits::note(const QString &path)
{
    m_held.remove(path);
    m_visits.insert(path, { m_statuses.value(path), m_clock.nowMs() });
}

bool FolderVisits::isUnchanged(const QString &path, const Store::Folder &folder, Wake why) const
{
    const auto status = m_statuses.constFind(path);
    if (status == m_statuses.cend())
        return false;
    const qint64 nowMs = m_clock.nowMs();
    const Visit last = m_visits.value(path);
    const bool isSame = last.atMs != 0 && last.status == *status;
    if (!status->highestModSeq || *status->highestModSeq == 0) {
        // Starred marks do not change the counts: the folder is compared at intervals and on request.
        const std::chrono::milliseconds age(nowMs - last.atMs);
        return isSame && why != Wake::Asked && age >= age.zero() && age < m_compareEvery;
    }
    if (isWholeDue(folder, m_clock.now(), false))
        return false;
    return isSame || isAsKnown(folder, *status, m_held.value(path, -1));
}

} // namespace Sync
