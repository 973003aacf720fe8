// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/outcome.h"

#include "events/sendevents.h"
#include "outbox/aftertry.h"
#include "outbox/smtpendpoint.h"
#include "store/db/transaction.h"
#include "store/mail/accounts.h"
#include "store/sql/session.h"

namespace Outbox {

namespace {

void publish(Store::Session &session, Store::Transaction &transaction,
             const Store::Account &account, const Store::OutboxMail &mail)
{
    const Events::About about{ account.id, account.email, session.now(), account.ownerId };
    if (mail.status == "sent")
        transaction.publish(Events::mailSent(about, mail));
    else if (mail.status == "failed" || mail.status == "unknown")
        transaction.publish(Events::mailFailed(about, mail));
}

/// The caller commits the transaction.
Result<Store::OutboxMail> applyOutcome(Store::Session &session, Store::Transaction &transaction,
                                       Store::OutboxMail mail, const std::optional<SentCopy> &copy)
{
    const Result<Store::Account> account = Store::accountById(session, mail.accountId);
    const bool isGone = !account && account.error().code == Error::Code::NotFound;
    if (!account && !isGone)
        return account.error();
    if (copy && mail.mailId == 0 && account) {
        const Result<qint64> stored = storeSentCopy(session, mail, *copy);
        RETURN_IF_ERROR(stored);
        mail.mailId = *stored;
        if (account->appendSent && !providerOf(*account).value_or(Provider()).keepsSent) {
            mail.appendAtMs = session.nowMs();
            mail.copyState = "pending";
        }
        const Events::About about{ account->id, account->email, session.now(), account->ownerId };
        transaction.publish(Events::statsUpdated(about));
    }
    RETURN_IF_ERROR(Store::updateOutboxMail(session, mail));
    mail.claimedBy.clear();
    if (mail.status == "sent" && mail.appendAtMs == 0) {
        RETURN_IF_ERROR(Store::dropOutboxMessage(session, mail.id));
    }
    if (account)
        publish(session, transaction, *account, mail);
    return mail;
}

} // namespace

Result<Store::OutboxMail> writeOutcome(Store::Session &session, Store::OutboxMail mail,
                                       const std::optional<SentCopy> &copy)
{
    Store::Transaction transaction(session);
    return transaction.commit(applyOutcome(session, transaction, std::move(mail), copy));
}

Result<Turn> writeOutcomeAndClaim(Store::Session &session, Store::OutboxMail mail,
                                  const std::optional<SentCopy> &copy,
                                  const Store::OutboxClaim &claim)
{
    Store::Transaction transaction(session);
    const auto applied = applyOutcome(session, transaction, std::move(mail), copy);
    RETURN_IF_ERROR(applied);
    Result<std::optional<Job>> next = claimJob(session, applied->accountId, claim);
    RETURN_IF_ERROR(next);
    return transaction.commit(Turn{ *applied, *std::move(next) });
}

namespace {

Result<void> repair(Store::Session &session, const QList<Store::OutboxMail> &mails)
{
    for (const Store::OutboxMail &mail : mails) {
        const auto written =
            writeOutcome(session, afterInterruption(mail, session.nowMs()), std::nullopt);
        const bool isOthers = !written && written.error().code == Error::Code::Conflict;
        if (!written && !isOthers) // another service may have repaired it first
            return written.error();
    }
    return {};
}

} // namespace

Result<void> repairInterrupted(Store::Session &session, const Store::OutboxClaim &claim)
{
    const auto mails = Store::interruptedOutboxMails(session, claim);
    return mails ? repair(session, *mails) : Result<void>(mails.error());
}

Result<void> repairOwn(Store::Session &session, qint64 accountId, const QByteArray &run)
{
    const auto mails = Store::claimedOutboxMails(session, accountId, run);
    return mails ? repair(session, *mails) : Result<void>(mails.error());
}

} // namespace Outbox
