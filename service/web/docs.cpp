// SPDX-License-Identifier: GPL-3.0-or-later
#include "web/docs.h"

#include "web/fileanswer.h"

using namespace Qt::StringLiterals;

/// Resources of a static library must be initialised. Q_INIT_RESOURCE cannot be used inside a namespace.
static void initialiseDocs()
{
    Q_INIT_RESOURCE(docs);
}

namespace Web {

namespace {

/// The page runs its own scripts and reads the description; it never inserts text as HTML.
constexpr QByteArrayView policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

constexpr QByteArrayView description = "/openapi.json";

} // namespace

Result<Docs> Docs::builtIn()
{
    initialiseDocs();
    Result<Files> files = Files::in(u":/docs"_s);
    RETURN_IF_ERROR(files);
    return Docs(*std::move(files));
}

void Docs::addTo(Http::Router &router) const
{
    const auto add = [&router](const QByteArray &pattern, Http::Route::Handler handler) {
        router.add("GET", pattern, { .auth = Http::Auth::None, .handler = std::move(handler) });
    };
    add("/api/v1/openapi.json", [this](const Http::Request &request, const Http::Reply &reply) {
        reply.send(answer(description.toByteArray(), request));
    });
    add("/api/docs", [this](const Http::Request &request, const Http::Reply &reply) {
        reply.send(answer("/index.html", request));
    });
    add("/api/docs/*", [this](const Http::Request &request, const Http::Reply &reply) {
        const QByteArray file = '/' + request.texts.value(0).toUtf8();
        reply.send(answer(file, request));
    });
}

Http::Response Docs::answer(const QByteArray &file, const Http::Request &request) const
{
    const File *const found = m_files.find(file);
    if (!found)
        return Http::Response::failed({ ApiError::RouteNotFound });
    Http::Response response = answerWith(*found, request);
    if (file == description) {
        response.contentType =
            "application/json; charset=utf-8"; // as every other answer of the API
        return response.with("Cache-Control", "no-store");
    }
    response.with("Cache-Control", "no-cache");
    response.with("Content-Security-Policy", policy.toByteArray());
    return response.with("Cross-Origin-Opener-Policy", "same-origin");
}

} // namespace Web
