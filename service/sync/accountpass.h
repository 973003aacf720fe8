// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/accountfolders.h"
#include "sync/requesthandler.h"
#include "sync/wake.h"

#include <QSet>

#include <functional>

namespace Sync {

/**
 * Brings the folders of an account up to date, in passes over one connection. After news only the open
 * folder is synchronised, else all of them (a full pass). Lives on a sync thread. One pass at a time.
 */
class AccountPass
{
public:
    /// `isStopping`: the inbox is not checked between folders any more.
    AccountPass(Context &context, Imap::Session &session, const AccountRow &account,
                AccountRequests &requests, AccountFolders &folders, RequestHandler &handler,
                ProgressMeter &meter, std::function<bool()> isStopping)
        : m_context(context), m_session(session), m_account(account), m_requests(requests),
          m_folders(folders), m_handler(handler), m_meter(meter),
          m_isStopping(std::move(isStopping))
    {
    }

    /// A pass, repeated at most three times while folders are renamed during it. NotFound: the server
    /// has none of the account's folders. A folder that the server refuses to open is left out, unless
    /// it is the inbox or the only one.
    QCoro::Task<Result<void>> run(Wake why);

    qint64 lastFullMs() const { return m_lastFullMs; } ///< begin of the last full pass; 0: none yet

private:
    QCoro::Task<Result<void>> runOnce(Wake why);
    QStringList pathsFor(Wake why) const;
    QCoro::Task<Result<void>> visitAll(QStringList paths, bool isFull, Wake why);
    QCoro::Task<Result<void>> visit(QString path, Wake why);
    QCoro::Task<Result<void>> enter(QString path);
    QCoro::Task<Result<void>> serveBetween(qint64 *inboxSeenMs);
    QCoro::Task<Result<void>> finishFull(qint64 begunMs);
    bool canDoWithout(const QString &path) const;

    Context &m_context;
    Imap::Session &m_session;
    const AccountRow &m_account;
    AccountRequests &m_requests;
    AccountFolders &m_folders;
    RequestHandler &m_handler;
    ProgressMeter &m_meter;
    const std::function<bool()> m_isStopping;
    QSet<QString> m_refused; ///< paths that the server did not open in this pass
    qint64 m_lastFullMs = 0;
};

} // namespace Sync
