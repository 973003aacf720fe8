// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/system.h"

#include "api/handlers.h"
#include "store/database.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

Json::Bytes healthJson(const char *status)
{
    Json::Writer json;
    json.beginObject().key("status").value(status);
    return json.key("version").value(POSTRIDER_VERSION).endObject().take();
}

QByteArray description()
{
    QFile file(u":/openapi/openapi.json"_s);
    const bool isThere = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    return isThere ? file.readAll() : QByteArray();
}

} // namespace

void addSystemRoutes(Http::Router &router, Store::Database &database)
{
    router.add(
        "GET", "/api/v1/health",
        { .auth = Http::Auth::None, .handler = [](const Http::Request &, const Http::Reply &reply) {
             reply.send(Http::Response::data(healthJson("ok")));
         } });
    router.add("GET", "/api/v1/health/ready",
               { .auth = Http::Auth::None,
                 .handler = [&database](const Http::Request &, const Http::Reply &reply) {
                     if (database.isAnswering())
                         reply.send(Http::Response::data(healthJson("ready")));
                     else
                         reply.fail(failed(ApiError::NotReady));
                 } });
    router.add(
        "GET", "/api/v1/openapi.json",
        { .auth = Http::Auth::None, .handler = [](const Http::Request &, const Http::Reply &reply) {
             static const QByteArray document = description();
             reply.send(Http::Response::json(document));
         } });
}

} // namespace Api
