// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/foldersync.h"

#include "store/db/transaction.h"
#include "sync/log.h"

using namespace Qt::StringLiterals;

namespace Sync {

FolderSync::FolderSync(Context &context, Indexing::Indexer &indexer, Imap::Session &session,
                       BodyRequests &wishes, Store::Account account, QString path, QByteArray role)
    : m_context(context), m_indexer(indexer), m_session(session), m_bodyRequests(wishes),
      m_account(std::move(account)), m_path(std::move(path)), m_role(std::move(role))
{
}

QCoro::Task<Result<void>> FolderSync::enter()
{
    const Result<void> recalled = co_await recall();
    CO_RETURN_IF_ERROR(recalled);
    const bool isWhole = isWholeDue(m_folder, m_context.clock.now(), m_isDistrusted);
    Imap::Resync since;
    if (!isWhole)
        since = { m_folder.uidValidity, m_folder.highestModSeq };
    Result<Imap::Mailbox> mailbox = co_await m_session.examine(m_path, since);
    if (mailbox && mailbox->uidValidity != m_folder.uidValidity) {
        Result<Imap::Mailbox> steady =
            co_await m_session.steadied(*mailbox, m_folder.uidValidity == 0);
        mailbox = std::move(steady);
    }
    m_isRefused = !mailbox && m_session.isOpen();
    m_unexpected = 0;
    CO_RETURN_IF_ERROR(mailbox);
    if (!isExpected(*mailbox)) {
        m_unexpected = mailbox->uidValidity;
        co_return Error{ Error::Code::Conflict,
                         u"The folder %1 has another UIDVALIDITY than before."_s.arg(m_path) };
    }
    if (mailbox->wasUnsteady)
        qCInfo(logSync).noquote()
            << "account=" << m_account.id << "opened" << m_path
            << "for writing once (SELECT): its UIDVALIDITY was another one at "
               "each EXAMINE, now it stays";
    m_isStale = false;
    m_exists = mailbox->exists;
    m_modSeq = mailbox->highestModSeq;
    const Look look = isWhole ? Look::Whole : lookAt(m_folder, *mailbox);
    const Result<void> begun = co_await begin(*mailbox);
    CO_RETURN_IF_ERROR(begun);
    if (look != Look::Whole) {
        const Result<bool> followed = co_await follow(*mailbox, look);
        CO_RETURN_IF_ERROR(followed);
        if (*followed) {
            Result<void> fetched = co_await texts();
            co_return fetched;
        }
    }
    // The comparison covers all changes reported so far. Only the count is kept: for 0 nothing is fetched.
    m_exists = m_session.takeNotifications().exists.value_or(m_exists);
    const Result<void> back = co_await bringBack();
    CO_RETURN_IF_ERROR(back);
    Result<void> done = co_await compare();
    co_return done;
}

void FolderSync::remember(const Store::Folder &folder)
{
    m_folder = m_saved = folder;
    m_modSeq = folder.highestModSeq;
}

QCoro::Task<Result<void>> FolderSync::lookAgain()
{
    if (m_modSeq != 0) {
        Result<void> entered = co_await enter();
        co_return entered;
    }
    const Result<void> stirred = co_await m_session.noop();
    CO_RETURN_IF_ERROR(stirred);
    Result<void> compared = co_await compare();
    co_return compared;
}

// Reads the folder's row, once per connection.
QCoro::Task<Result<void>> FolderSync::recall()
{
    if (m_folder.id != 0)
        co_return {};
    const auto account = m_account.id;
    const auto path = m_path;
    auto find = [=](Store::Session &session) {
        return Store::folderByPath(session, account, path);
    };
    Result<Store::Folder> folder = co_await m_context.database.reading(std::move(find));
    if (!folder && folder.error().code != Error::Code::NotFound)
        co_return folder.error();
    if (folder)
        m_folder = m_saved = *folder;
    co_return {};
}

// False: the folder may have been renamed. INBOX cannot be renamed.
bool FolderSync::isExpected(const Imap::Mailbox &mailbox) const
{
    return m_folder.uidValidity == 0 || mailbox.uidValidity == m_folder.uidValidity
        || mailbox.wasUnsteady || m_path == u"INBOX" || mailbox.uidValidity == m_accepted;
}

// Finds or makes the folder's row. If the UIDVALIDITY changed, its mails are to be recognised again.
QCoro::Task<Result<void>> FolderSync::begin(Imap::Mailbox mailbox)
{
    const bool isKnown =
        m_folder.id != 0 && m_folder.role == m_role && m_folder.uidValidity == mailbox.uidValidity;
    const bool isBegun = m_folder.uidNextAtFirstImport != 0 || mailbox.uidNext == 0;
    if (isKnown && isBegun)
        co_return {};
    const auto account = m_account.id;
    const auto path = m_path;
    const auto role = m_role;
    // The server only gave the same mails new numbers.
    const bool isSameMail = mailbox.wasUnsteady && m_folder.firstImportDone;
    const quint32 firstNews = m_account.syncMode == "all" ? 1 : m_folder.uidNextAtFirstImport;
    auto prepare = [=](Store::Session &session) -> Result<Store::Folder> {
        Store::Transaction transaction(session);
        Result<Store::Folder> folder = Store::ensureFolder(session, account, path, role);
        RETURN_IF_ERROR(folder);
        if (folder->uidValidity != mailbox.uidValidity) {
            if (folder->uidValidity != 0)
                folder = Store::beginRebind(session, *folder, mailbox.uidValidity, mailbox.uidNext);
            else
                folder->uidValidity = mailbox.uidValidity;
            if (!folder)
                return folder;
            folder->uidNextAtFirstImport =
                isSameMail ? firstNews : mailbox.uidNext; // unrecognised mails are new
            RETURN_IF_ERROR(Store::updateFolder(session, *folder));
        } else if (folder->uidNextAtFirstImport == 0) { // followed again: all its mails are old
            folder->uidNextAtFirstImport = mailbox.uidNext;
            RETURN_IF_ERROR(Store::updateFolder(session, *folder));
        }
        return transaction.commit(folder);
    };
    Result<Store::Folder> folder = co_await m_context.database.writing(std::move(prepare));
    CO_RETURN_IF_ERROR(folder);
    m_folder = m_saved = *folder;
    co_return {};
}

// The row is stored after the mails that it covers, never before them.
QCoro::Task<Result<void>> FolderSync::save()
{
    if (m_folder == m_saved)
        co_return {};
    const auto folder = m_folder;
    auto write = [=](Store::Session &session) {
        return saveFolder(session, folder);
    };
    const Result<void> saved = co_await m_context.database.writing(std::move(write));
    if (saved)
        m_saved = folder;
    co_return saved;
}

QCoro::Task<Result<void>> FolderSync::advanceTo(quint32 uidNext)
{
    m_folder.uidNext = std::max(m_folder.uidNext, uidNext);
    Result<void> saved = co_await save();
    co_return saved;
}

bool FolderSync::isNewsUid(quint32 uid) const
{
    return uid >= m_folder.uidNextAtFirstImport;
}

} // namespace Sync
