// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/foldercursor.h"

#include "store/db/transaction.h"
#include "store/mail/resync.h"
#include "sync/extent.h"
#include "sync/folderstore.h"

#include <algorithm>

namespace Sync {

namespace {

/// The row with the server's new UIDVALIDITY. Mails with the uid `firstNews` or a higher one cause notices.
Result<Store::Folder> withUidValidity(Store::Session &session, Store::Folder folder,
                                      const Imap::Mailbox &mailbox, quint32 firstNews)
{
    if (folder.uidValidity != 0) {
        const Result<Store::Folder> bound =
            Store::beginRebind(session, folder, mailbox.uidValidity, mailbox.uidNext);
        RETURN_IF_ERROR(bound);
        folder = *bound;
    }
    folder.uidValidity = mailbox.uidValidity;
    folder.uidNextAtFirstImport = firstNews;
    RETURN_IF_ERROR(Store::updateFolder(session, folder));
    return folder;
}

/// The row of the folder that was opened. `firstNews`: as above, if its UIDVALIDITY changed.
Result<Store::Folder> prepare(Store::Session &session, const Store::Folder &wanted,
                              const Imap::Mailbox &mailbox, quint32 firstNews)
{
    Store::Transaction transaction(session);
    Result<Store::Folder> folder =
        Store::ensureFolder(session, wanted.accountId, wanted.path, wanted.role);
    RETURN_IF_ERROR(folder);
    if (folder->uidValidity != mailbox.uidValidity) {
        folder = withUidValidity(session, *folder, mailbox, firstNews);
        RETURN_IF_ERROR(folder);
    } else if (folder->uidNextAtFirstImport == 0) { // followed again: all its mails are old
        folder->uidNextAtFirstImport = mailbox.uidNext;
        RETURN_IF_ERROR(Store::updateFolder(session, *folder));
    }
    return transaction.commit(folder);
}

} // namespace

FolderCursor::FolderCursor(Store::AccountDatabase &database, Store::Account account, QString path,
                           QByteArray role)
    : m_database(database), m_account(std::move(account)), m_path(std::move(path)),
      m_role(std::move(role))
{
}

void FolderCursor::remember(const Store::Folder &folder)
{
    m_folder = m_saved = folder;
}

QCoro::Task<Result<void>> FolderCursor::recall()
{
    if (m_folder.id != 0)
        co_return {};
    const auto account = m_account.id;
    const auto path = m_path;
    auto find = [=](Store::Session &session) {
        return Store::folderByPath(session, account, path);
    };
    Result<Store::Folder> folder = co_await m_database.reading(std::move(find));
    if (!folder && folder.error().code != Error::Code::NotFound)
        co_return folder.error();
    if (folder)
        remember(*folder);
    co_return {};
}

QCoro::Task<Result<void>> FolderCursor::begin(Imap::Mailbox mailbox)
{
    const bool isKnown =
        m_folder.id != 0 && m_folder.role == m_role && m_folder.uidValidity == mailbox.uidValidity;
    const bool isBegun = m_folder.uidNextAtFirstImport != 0 || mailbox.uidNext == 0;
    if (isKnown && isBegun)
        co_return {};
    // The server only gave the same mails new numbers.
    const bool isSameMail = mailbox.wasUnsteady && m_folder.firstImportDone;
    quint32 firstNews = mailbox.uidNext; // mails that are not recognised are new
    if (isSameMail)
        firstNews = m_account.syncMode == "all" ? 1 : m_folder.uidNextAtFirstImport;
    Store::Folder wanted;
    wanted.accountId = m_account.id;
    wanted.path = m_path;
    wanted.role = m_role;
    auto make = [=](Store::Session &session) {
        return prepare(session, wanted, mailbox, firstNews);
    };
    Result<Store::Folder> folder = co_await m_database.writing(std::move(make));
    CO_RETURN_IF_ERROR(folder);
    remember(*folder);
    co_return {};
}

QCoro::Task<Result<void>> FolderCursor::save()
{
    if (m_folder == m_saved)
        co_return {};
    const auto folder = m_folder;
    auto write = [=](Store::Session &session) {
        return saveFolder(session, folder);
    };
    const Result<void> saved = co_await m_database.writing(std::move(write));
    if (saved)
        m_saved = folder;
    co_return saved;
}

QCoro::Task<Result<void>> FolderCursor::advanceTo(quint32 uidNext)
{
    m_folder.uidNext = std::max(m_folder.uidNext, uidNext);
    Result<void> saved = co_await save();
    co_return saved;
}

bool FolderCursor::isWholeDue(qint64 now) const
{
    return Sync::isWholeDue(m_folder, now, m_isDistrusted);
}

void FolderCursor::noteCompared(quint64 modSeq, qint64 now)
{
    m_folder.highestModSeq = modSeq;
    m_folder.comparedAt = now;
    m_isDistrusted = false;
}

void FolderCursor::noteFollowed(quint64 modSeq, quint32 uidNext)
{
    m_folder.highestModSeq = modSeq;
    m_folder.uidNext = std::max(m_folder.uidNext, uidNext);
}

void FolderCursor::count(qint64 added, qint64 updated)
{
    m_new += added;
    m_updated += updated;
}

} // namespace Sync
