// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/folderopener.h"

#include "common/clock.h"
#include "sync/foldercursor.h"
#include "sync/log.h"
#include "sync/openfolder.h"

using namespace Qt::StringLiterals;

namespace Sync {

QCoro::Task<Result<Opened>> FolderOpener::open()
{
    const Result<void> recalled = co_await m_cursor.recall();
    CO_RETURN_IF_ERROR(recalled);
    const bool isWhole = m_cursor.isWholeDue(m_clock.now());
    Imap::Resync since;
    if (!isWhole)
        since = { m_cursor.folder().uidValidity, m_cursor.folder().highestModSeq };
    const Result<Imap::Mailbox> mailbox = co_await examine(since);
    m_isRefused = !mailbox && m_session.isOpen();
    m_unexpected = 0;
    CO_RETURN_IF_ERROR(mailbox);
    if (!isExpected(*mailbox)) {
        m_unexpected = mailbox->uidValidity;
        co_return Error{ Error::Code::Conflict,
                         u"The UIDVALIDITY of the folder %1 has changed."_s.arg(m_cursor.path()) };
    }
    if (mailbox->wasUnsteady)
        qCInfo(logSync).noquote()
            << "account=" << m_cursor.account().id << "opened" << m_cursor.path()
            << "once with SELECT: its UIDVALIDITY changed at each EXAMINE and is "
               "stable now";
    m_open.begin(*mailbox);
    Opened opened{ *mailbox };
    if (!isWhole)
        opened.extent = extentOf(m_cursor.folder(), *mailbox);
    const Result<void> begun = co_await m_cursor.begin(*mailbox);
    CO_RETURN_IF_ERROR(begun);
    co_return opened;
}

QCoro::Task<Result<Imap::Mailbox>> FolderOpener::examine(Imap::Resync since)
{
    const QString path = m_cursor.path();
    const Result<Imap::Mailbox> mailbox = co_await m_session.examine(path, since);
    const quint32 known = m_cursor.folder().uidValidity;
    if (!mailbox || mailbox->uidValidity == known)
        co_return mailbox;
    Result<Imap::Mailbox> steady = co_await m_session.steadied(*mailbox, known == 0);
    co_return steady;
}

// False: the folder may have been renamed. INBOX cannot be renamed.
bool FolderOpener::isExpected(const Imap::Mailbox &mailbox) const
{
    const quint32 known = m_cursor.folder().uidValidity;
    return known == 0 || mailbox.uidValidity == known || mailbox.wasUnsteady
        || m_cursor.path() == u"INBOX" || mailbox.uidValidity == m_accepted;
}

} // namespace Sync
