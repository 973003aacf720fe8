// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/refreshsecret.h"

#include "oauth/log.h"
#include "store/db/transaction.h"
#include "store/mail/accounts.h"
#include "store/secrets/secrets.h"
#include "store/sql/session.h"

#include <QUuid>

namespace OAuth {

QCoro::Task<Result<QByteArray>> replaceRefreshToken(Store::Database *database, SecretStore *secrets,
                                                    qint64 accountId, QByteArray oldRef,
                                                    QByteArray refreshToken)
{
    const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const Result<void> kept = co_await secrets->put(name, std::move(refreshToken));
    CO_RETURN_IF_ERROR(kept);
    const QByteArray newRef = name.toLatin1();
    auto write = [=](Store::Session &session) -> Result<void> {
        Store::Transaction transaction(session);
        RETURN_IF_ERROR(Store::checkStored(session, newRef));
        return transaction.commit(Store::replaceAccountSecret(session, accountId, oldRef, newRef));
    };
    const Result<void> written = co_await database->writing(std::move(write));
    if (!written && written.error().code == Error::Code::OutcomeUnknown)
        co_return written.error(); // the next start removes the unused token
    const QString unused = written ? QString::fromLatin1(oldRef) : name;
    const Result<void> removed = co_await secrets->remove(unused);
    if (!removed) // the next start removes it
        qCInfo(logOAuth).noquote() << "account=" << accountId << removed.error().message;
    CO_RETURN_IF_ERROR(written);
    co_return newRef;
}

} // namespace OAuth
