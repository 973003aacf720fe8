// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/unreadablemails.h"

#include "sync/foldercursor.h"
#include "sync/log.h"

namespace Sync {

namespace {

/// If more mails than these, plus a tenth of the returned ones, are unreadable, the mails are not the cause.
constexpr qsizetype fewUnreadable = 50;

} // namespace

Result<void> UnreadableMails::skip(quint32 uid, const Error &why)
{
    m_uids.insert(uid);
    if (m_uids.size() > fewUnreadable + m_returned / 10)
        return why;
    qCWarning(logSync).noquote() << "account=" << m_cursor.account().id
                                 << "folder=" << m_cursor.folder().id << "uid=" << uid
                                 << "is left out:" << why.message;
    return {};
}

} // namespace Sync
