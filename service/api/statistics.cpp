// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/statistics.h"

#include "api/failure.h"
#include "common/timestamp.h"
#include "http/query.h"
#include "store/mail/mailhistory.h"
#include "store/mail/topsenders.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qint64 mostDays = 400;
constexpr qint64 mostSenders = 50;

/// Such as `2026-11-01`.
QByteArray dateOf(qint64 day)
{
    return Timestamp::toIso(day * Store::secondsOfDay).first(10);
}

Store::DayRange readDays(Http::Query &query, const Store::Session &session)
{
    return Store::DayRange::until(session.now(),
                                  query.integer("days"_L1, 1, mostDays).value_or(90));
}

} // namespace

Result<Json::Bytes, ApiFailure> mailHistory(const Http::Request &request, Store::Session &session,
                                            const Access &access)
{
    Http::Query query(request.query);
    const Store::DayRange days = readDays(query, session);
    const std::optional<qint64> accountId = query.integer("accountId"_L1, 1);
    if (query.failure())
        return *query.failure();
    const auto counts = Store::mailHistory(session, days, access.viewer(request), accountId);
    if (!counts)
        return storageFailure(counts.error());
    Json::Writer json;
    json.beginObject().key("items").beginArray();
    for (const Store::DayCounts &one : *counts) {
        json.beginObject().key("date").value(dateOf(one.day));
        json.key("received").value(one.received).key("sent").value(one.sent).endObject();
    }
    json.endArray().key("from").value(dateOf(days.first)).key("to").value(dateOf(days.last));
    return json.endObject().take();
}

Result<Json::Bytes, ApiFailure> topSenders(const Http::Request &request, Store::Session &session,
                                           const Access &access)
{
    Http::Query query(request.query);
    const Store::DayRange days = readDays(query, session);
    const int limit = int(query.integer("limit"_L1, 1, mostSenders).value_or(10));
    const std::optional<qint64> accountId = query.integer("accountId"_L1, 1);
    if (query.failure())
        return *query.failure();
    const auto senders = Store::topSenders(session, days, limit, access.viewer(request), accountId);
    if (!senders)
        return storageFailure(senders.error());
    Json::Writer json;
    json.beginObject().key("items").beginArray();
    for (const Store::TopSender &one : *senders) {
        json.beginObject().key("address").value(one.address).key("name").value(one.name);
        json.key("total").value(one.total).key("unread").value(one.unread).endObject();
    }
    return json.endArray().endObject().take();
}

} // namespace Api
