// SPDX-License-Identifier: GPL-3.0-or-later
#include "web/fileanswer.h"

namespace Web {

namespace {

Http::Response content(const File &file, bool isGzipAccepted)
{
    const bool isGzip = isGzipAccepted && !file.gzip.isEmpty();
    Http::Response response =
        Http::Response::file(file.contentType, isGzip ? file.gzip : file.bytes);
    if (isGzip)
        response.with("Content-Encoding", "gzip");
    return response;
}

/// Whether If-None-Match is `*` or a list with the ETag of the file, weak or strong: RFC 9110 13.1.2.
bool isKnown(const QByteArray &ifNoneMatch, const File &file)
{
    return ifNoneMatch == "*" || ifNoneMatch.contains(file.etag);
}

} // namespace

bool acceptsGzip(QByteArrayView acceptEncoding)
{
    const QList<QByteArray> codings = acceptEncoding.toByteArray().toLower().split(',');
    for (const QByteArray &coding : codings) {
        const QList<QByteArray> parts = coding.split(';');
        if (parts.first().trimmed() != "gzip")
            continue;
        const QByteArray quality = parts.size() > 1 ? parts[1].trimmed() : QByteArray("q=1");
        return quality.startsWith("q=") && quality.sliced(2).toDouble() > 0;
    }
    return false;
}

Http::Response answerWith(const File &file, const Http::Request &request)
{
    Http::Response response;
    if (isKnown(request.header("if-none-match"), file))
        response.status = 304;
    else
        response = content(file, acceptsGzip(request.header("accept-encoding")));
    response.with("ETag", file.etag);
    response.with("Vary", "Accept-Encoding");
    return response;
}

} // namespace Web
