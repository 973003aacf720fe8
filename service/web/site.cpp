// SPDX-License-Identifier: GPL-3.0-or-later
#include "web/site.h"

#include "http/percent.h"
#include "web/fileanswer.h"

namespace Web {

namespace {

/// The page may load and run only its own files. `blob:` pictures are attachments that were read with the
/// token. Frames show mails, each with a policy of its own.
constexpr QByteArrayView policy = "default-src 'self'; script-src 'self'; style-src 'self'; "
                                  "img-src 'self' data: blob:; connect-src 'self'; "
                                  "frame-src 'self' blob:; object-src 'none'; base-uri 'none'; "
                                  "form-action 'none'; frame-ancestors 'none'";

bool isHashed(QByteArrayView path)
{
    return path.startsWith("/assets/");
}

/// Whether it is a path of files: a missing one is not a page of the client.
bool isOfFiles(QByteArrayView path)
{
    return isHashed(path) || path.startsWith("/icons/");
}

} // namespace

void Site::addTo(Http::Router &router) const
{
    router.setPages({ .auth = Http::Auth::None,
                      .bodyLimit = 0,
                      .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                          reply.send(answer(request));
                      } });
}

Http::Response Site::answer(const Http::Request &request) const
{
    const QByteArray path = Http::percentDecoded(request.path);
    const File *file = path == "/" ? &m_files.index() : m_files.find(path);
    if (!file && isOfFiles(path))
        return Http::Response::failed({ ApiError::RouteNotFound });
    if (!file)
        file = &m_files.index();
    Http::Response response = answerWith(*file, request);
    response.with("Cache-Control",
                  isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache");
    response.with("Content-Security-Policy", policy.toByteArray());
    response.with("Cross-Origin-Opener-Policy", "same-origin");
    return response;
}

} // namespace Web
