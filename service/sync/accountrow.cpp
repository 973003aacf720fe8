// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountrow.h"

#include "store/db/transaction.h"
#include "sync/log.h"

namespace Sync {

QCoro::Task<Result<void>> AccountRow::load()
{
    const qint64 id = m_id;
    auto read = [id](Store::Session &session) {
        return Store::accountById(session, id);
    };
    Result<Store::Account> account = co_await m_database.reading(std::move(read));
    m_isGone =
        account ? account->status == "disabled" : account.error().code == Error::Code::NotFound;
    CO_RETURN_IF_ERROR(account);
    m_account = *account;
    m_health = Store::healthOf(m_account);
    co_return {};
}

void AccountRow::setFolders(const QStringList &folders, const Store::FolderRoles &roles)
{
    m_account.folders = folders;
    m_account.folderRoles = roles;
}

QCoro::Task<void> AccountRow::noteMechanism(QByteArray mechanism)
{
    auto note = Store::inTransaction([account = m_account, mechanism](Store::Session &session) {
        return Store::noteMechanism(session, account, mechanism);
    });
    const Result<void> noted = co_await m_database.writing(std::move(note));
    if (noted)
        m_account.provenMechanism = mechanism;
    else
        qCDebug(logSync).noquote() << "account=" << m_id << noted.error().message;
}

Events::About AccountRow::about() const
{
    return { m_id, m_account.email, m_clock.now(), m_account.ownerId };
}

} // namespace Sync
