// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/serverchangewriter.h"

#include "sync/deletionwriter.h"
#include "sync/flagwriter.h"
#include "sync/foldercursor.h"
#include "sync/log.h"

using namespace Qt::StringLiterals;

namespace Sync {

// RFC 3501 6.3.1: only SELECT allows writing. Everywhere else EXAMINE is used, except in
// Imap::Session::steadied().
QCoro::Task<Result<void>> ServerChangeWriter::run()
{
    const QString path = m_cursor.path();
    const Result<Imap::Mailbox> opened = co_await m_session.select(path);
    if (!opened && !m_session.isOpen())
        co_return opened.error();
    if (!opened || opened->readOnly) {
        logRefusal("cannot be changed at the server:",
                   opened ? u"it is read-only"_s : opened.error().message);
        co_return {};
    }
    // Under another UIDVALIDITY our uids are void; the mails have to be recognised first.
    if (opened->uidValidity != m_cursor.folder().uidValidity)
        co_return {};
    Result<void> stored = co_await storeAll();
    co_return stored;
}

QCoro::Task<Result<void>> ServerChangeWriter::storeAll()
{
    const Result<void> flagged = co_await m_flags.run();
    if (!flagged && !isRefusal(flagged.error()))
        co_return flagged;
    if (!flagged)
        logRefusal("the server refused to change flags:", flagged.error().message);
    const Result<void> deleted = co_await m_deletions.run();
    if (!deleted && !isRefusal(deleted.error()))
        co_return deleted;
    if (!deleted)
        logRefusal("the server refused to delete mails:", deleted.error().message);
    co_return {};
}

// The session can still be used.
bool ServerChangeWriter::isRefusal(const Error &why) const
{
    const bool isAnswer = why.code == Error::Code::Server || why.code == Error::Code::NotFound;
    return isAnswer && m_session.isOpen();
}

void ServerChangeWriter::logRefusal(const char *refused, const QString &why) const
{
    qCWarning(logSync).noquote() << "account=" << m_cursor.account().id
                                 << "folder=" << m_cursor.folder().id << refused << why;
}

} // namespace Sync
