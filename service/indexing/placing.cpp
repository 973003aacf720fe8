// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexing/placing.h"

#include "parsing/listing.h"
#include "store/db/transaction.h"
#include "store/mail/threadbacklog.h"

namespace Indexing {

namespace {

constexpr int mailsAtOnce = 100;
constexpr int batchesAtOnce = 50;

QStringList referencesIn(const QByteArray &raw)
{
    return Parsing::referencesOf(Mime::Headers::parse(raw));
}

Result<QList<Store::UnplacedMail>> findSome(Store::Session &session)
{
    Result<QList<Store::UnplacedMail>> found = Store::unplacedMails(session, mailsAtOnce);
    RETURN_IF_ERROR(found);
    for (Store::UnplacedMail &mail : *found)
        mail = Store::readUnplaced(std::move(mail), referencesIn);
    return found;
}

} // namespace

QCoro::Task<Result<bool>> placeSome(Store::Database &database, std::function<bool()> mayGoOn)
{
    for (int i = 0; i < batchesAtOnce && mayGoOn(); ++i) {
        Result<QList<Store::UnplacedMail>> found = co_await database.reading(findSome);
        CO_RETURN_IF_ERROR(found);
        if (found->isEmpty())
            co_return false;
        auto store = Store::inTransaction([mails = std::move(*found)](Store::Session &session) {
            return Store::placeMails(session, mails);
        });
        const Result<void> stored = co_await database.writingLater(std::move(store));
        CO_RETURN_IF_ERROR(stored);
    }
    co_return true;
}

} // namespace Indexing
