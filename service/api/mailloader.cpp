// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/mailloader.h"

#include "api/failure.h"
#include "http/spool.h"

using namespace Qt::StringLiterals;

namespace Api {

QCoro::Task<Result<MailLoader::Found, ApiFailure>> MailLoader::load(qint64 id, Store::Viewer viewer,
                                                                    Into into)
{
    Result<Found> found = co_await read(id, viewer, into);
    if (!found)
        co_return failedLookup(found.error(), ApiError::MailNotFound);
    const Store::MailRow &row = found->mail.row;
    const bool isMissing = row.bodyState == Store::BodyState::Pending
        || row.bodyState == Store::BodyState::Unavailable; // tried again when a user opens the mail
    if (!isMissing || !row.isOnServer())
        co_return *found;
    const Result<void> fetched = co_await fetchBody(row);
    Result<Found> again = co_await read(id, viewer, into);
    if (!again)
        co_return failedLookup(again.error(), ApiError::MailNotFound);
    // The text may have been stored by a pass or another request although this fetch failed.
    if (again->mail.row.bodyState == Store::BodyState::Pending)
        co_return fetched ? failed(ApiError::ImapUnreachable) : fetchFailure(fetched.error());
    co_return *again;
}

QCoro::Task<Result<MailLoader::Found>> MailLoader::read(qint64 id, Store::Viewer viewer, Into into)
{
    auto find = [id, viewer, into, home = thread()](Store::Session &session) -> Result<Found> {
        Result<Store::MailDetail> mail = Store::mailDetail(session, id, viewer);
        RETURN_IF_ERROR(mail);
        Found found{ .mail = *std::move(mail), .file = nullptr };
        if (into == Into::File && found.mail.raw && found.mail.cuts.isEmpty()) {
            const QByteArray raw = *std::exchange(found.mail.raw, std::nullopt);
            found.fileSize = raw.size();
            found.file = Http::spooled(raw, home);
        }
        return found;
    };
    Result<Found> found = co_await m_database.reading(std::move(find));
    co_return found;
}

QCoro::Task<Result<void>> MailLoader::fetchBody(Store::MailRow mail)
{
    const Store::BodyWanted wanted{ mail.id, mail.uid, mail.size };
    Result<void> fetched = co_await m_scheduler.fetchBody(mail.accountId, mail.folderId, wanted);
    co_return fetched;
}

ApiFailure fetchFailure(const Error &error)
{
    switch (error.code) {
    case Error::Code::Unauthorized:
        return failed(ApiError::ImapAuthFailed);
    case Error::Code::NotFound:
        return { .error = ApiError::ImapUnreachable,
                 .message = u"The mail server does not have this mail any more."_s };
    case Error::Code::Storage:
    case Error::Code::StorageFull:
    case Error::Code::OutcomeUnknown:
        return storageFailure(error);
    default:
        return failed(ApiError::ImapUnreachable);
    }
}

} // namespace Api
