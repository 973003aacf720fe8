// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/maillist.h"

#include "api/failure.h"
#include "api/mailjson.h"
#include "http/query.h"
#include "store/lists/mailpage.h"
#include "store/lists/threads.h"
#include "store/mail/stats.h"
#include "store/search/text/searchparser.h"

#include <array>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

struct SortName {
    QLatin1StringView name;
    Store::MailSort sort;
};

constexpr std::array sortNames{
    SortName{ "createdAt"_L1, Store::MailSort::CreatedAt },
    SortName{ "sentAt"_L1, Store::MailSort::SentAt },
    SortName{ "from"_L1, Store::MailSort::From },
    SortName{ "subject"_L1, Store::MailSort::Subject },
    SortName{ "size"_L1, Store::MailSort::Size },
};

void readSort(Http::Query &query, Store::MailQuery &wanted)
{
    const QString sort = query.text("sort"_L1).value_or(u"createdAt"_s);
    const auto found = std::ranges::find(sortNames, sort, &SortName::name);
    if (found == sortNames.end())
        query.fail("sort"_L1, u"must be createdAt, sentAt, from, subject or size"_s,
                   ApiError::InvalidSort);
    else
        wanted.sort = found->sort;
    const QString order = query.text("order"_L1).value_or(u"desc"_s);
    if (order != u"asc" && order != u"desc")
        query.fail("order"_L1, u"must be asc or desc"_s, ApiError::InvalidSort);
    wanted.descending = order == u"desc";
}

void readSearch(Http::Query &query, Store::MailQuery &wanted)
{
    constexpr qsizetype maxKeyword = 200;
    constexpr qsizetype maxSearch = 1000;
    wanted.keyword = query.text("keyword"_L1, maxKeyword).value_or(QString()).trimmed();
    wanted.search = query.text("q"_L1, maxSearch).value_or(QString()).trimmed();
    const Store::ParsedCondition parsed = Store::parseCondition(wanted.search, 0);
    const ApiError error =
        parsed.hasUnknownOperator ? ApiError::ValidationFailed : ApiError::InvalidParameter;
    for (const QString &mistake : parsed.mistakes)
        query.fail("q"_L1, mistake, error);
}

void readConversations(Http::Query &query, Store::MailQuery &wanted)
{
    wanted.conversations = query.boolean("conversations"_L1).value_or(false);
    if (!wanted.conversations)
        return;
    if (wanted.hasText())
        query.fail("conversations"_L1, u"cannot be combined with keyword or q"_s);
    if (wanted.sort != Store::MailSort::CreatedAt)
        query.fail("conversations"_L1, u"can only be sorted by createdAt"_s);
}

} // namespace

Result<Store::MailQuery, ApiFailure> readMailQuery(const Http::Request &request,
                                                   const Access &access)
{
    Http::Query query(request.query);
    Store::MailQuery wanted;
    wanted.viewer = access.viewer(request);
    const Http::Page page = query.page();
    wanted.page = int(std::min<qint64>(page.number, std::numeric_limits<int>::max()));
    wanted.pageSize = page.size;
    wanted.accountId = query.integer("accountId"_L1, 1);
    wanted.isRead = query.boolean("isRead"_L1);
    wanted.isStarred = query.boolean("isStarred"_L1);
    wanted.hasAttachment = query.boolean("hasAttachment"_L1);
    wanted.onServer = query.boolean("onServer"_L1);
    wanted.folder = query.text("folder"_L1).value_or(QString());
    wanted.since = query.timestamp("since"_L1);
    wanted.before = query.timestamp("before"_L1);
    wanted.afterId = query.integer("afterId"_L1, 0).value_or(0);
    query.boolean("highlight"_L1); // wantsHighlights() has its value
    readSearch(query, wanted);
    readSort(query, wanted);
    readConversations(query, wanted);
    if (query.failure())
        return *query.failure();
    return wanted;
}

Result<Json::Bytes, ApiFailure> listMails(const Http::Request &request, Store::Session &session,
                                          const Access &access)
{
    const Result<Store::MailQuery, ApiFailure> query = readMailQuery(request, access);
    RETURN_IF_ERROR(query);
    const Result<Store::MailPage> page = Store::listMails(session, *query);
    if (!page)
        return storageFailure(page.error());
    return mailPageJson(*page, requestedPage(request), query->pageSize);
}

bool wantsHighlights(const Http::Request &request)
{
    return Http::Query(request.query).boolean("highlight"_L1).value_or(false);
}

qint64 requestedPage(const Http::Request &request)
{
    return Http::Query(request.query).integer("page"_L1, 1).value_or(1);
}

Result<Json::Bytes, ApiFailure> mailThread(const Http::Request &request, Store::Session &session,
                                           const Access &access)
{
    const auto thread = Store::threadOf(session, request.id(), access.viewer(request));
    if (!thread && thread.error().code == Error::Code::NotFound)
        return ApiFailure{ .error = ApiError::MailNotFound };
    if (!thread)
        return storageFailure(thread.error());
    return mailThreadJson(*thread);
}

Result<Json::Bytes, ApiFailure> mailStats(const Http::Request &request, Store::Session &session,
                                          const Access &access)
{
    Http::Query query(request.query);
    const std::optional<qint64> accountId = query.integer("accountId"_L1, 1);
    if (query.failure())
        return *query.failure();
    const auto stats = Store::stats(session, access.viewer(request), accountId);
    if (!stats)
        return storageFailure(stats.error());
    return statsJson(*stats);
}

} // namespace Api
