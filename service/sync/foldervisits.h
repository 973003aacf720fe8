// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "imap/session.h"
#include "store/mail/folders.h"
#include "sync/wake.h"

#include <QHash>

#include <chrono>

namespace Sync {

/**
 * Decides by the server's counts (STATUS) which folders have to be visited, so that of hundreds of
 * folders only those with changes are opened. For one connection. Pure, but for the clock.
 */
class FolderVisits
{
public:
    /// `compareEvery`: a folder whose counts do not show all changes is compared at this interval.
    FolderVisits(const Clock &clock, std::chrono::milliseconds compareEvery)
        : m_clock(clock), m_compareEvery(compareEvery)
    {
    }

    /// The server's counts now, by path; absent if the server gives no STATUS.
    void setStatuses(QHash<QString, Imap::FolderStatus> statuses);
    /// The number of mails that the server must have in the folders, by path, according to the database.
    void setHeld(QHash<QString, qint64> held) { m_held = std::move(held); }

    /// The folder was synchronised.
    void note(const QString &path);
    /// The folder is gone or another one now.
    void forget(const QString &path) { m_visits.remove(path); }

    /// Whether the folder has no changes since its last visit, or since the stored values in `folder`.
    bool isUnchanged(const QString &path, const Store::Folder &folder, Wake why) const;

private:
    /** The last synchronisation of a folder, and the server's counts just before it. */
    struct Visit {
        Imap::FolderStatus status;
        qint64 atMs = 0;
    };

    const Clock &m_clock;
    const std::chrono::milliseconds m_compareEvery;
    QHash<QString, Imap::FolderStatus> m_statuses;
    QHash<QString, Visit> m_visits;
    QHash<QString, qint64> m_held; ///< of folders without a visit
};

} // namespace Sync
