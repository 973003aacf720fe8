// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/filefetch.h"

#include "discover/configfile.h"
#include "discover/hostname.h"

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

bool isRedirection(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

Result<QByteArray> bodyOf(const Net::HttpAnswer &answer, const QString &host)
{
    if (answer.status == 404 || answer.status == 410)
        return Error{ Error::Code::NotFound, u"%1 has no such file."_s.arg(host) };
    if (answer.status != 200)
        return Error{ Error::Code::Server,
                      u"%1 answered with status %2."_s.arg(host).arg(answer.status) };
    if (answer.isCut)
        return Error{ Error::Code::Protocol,
                      u"The file of %1 is longer than 64 KiB or was cut off."_s.arg(host) };
    return answer.body;
}

} // namespace

Result<QUrl> redirectedTo(const QUrl &from, const QByteArray &location)
{
    const QUrl next = from.resolved(QUrl(QString::fromLatin1(location), QUrl::StrictMode));
    const bool isAllowed = next.isValid() && next.scheme() == u"https" && hostName(next.host());
    const Result<QUrl> url = Net::callUrl(next.toString(QUrl::FullyEncoded));
    if (location.isEmpty() || !isAllowed || !url)
        return Error{ Error::Code::BadRequest,
                      u"%1 redirects to an address that is not allowed."_s.arg(from.host()) };
    return *url;
}

QCoro::Task<Result<QByteArray>> fetchFile(Net::HttpCaller &caller, FileFetch wanted)
{
    for (int redirections = 0; redirections <= mostRedirections; ++redirections) {
        Net::HttpCall call;
        call.method = Net::HttpMethod::Get;
        call.url = wanted.url;
        call.headers = { { "Accept", "text/xml, application/xml" } };
        call.opened = wanted.opened;
        call.mostAnswer = mostConfigBytes;
        call.shareOf = wanted.shareOf;
        call.timeout = std::chrono::milliseconds(std::max<qint64>(1, wanted.until.remainingTime()));
        const Result<Net::HttpAnswer> answer = co_await caller.call(std::move(call));
        CO_RETURN_IF_ERROR(answer);
        if (!isRedirection(answer->status))
            co_return bodyOf(*answer, wanted.url.host());
        const Result<QUrl> next = redirectedTo(wanted.url, answer->header("location"));
        CO_RETURN_IF_ERROR(next);
        wanted.url = *next;
    }
    co_return Error{
        Error::Code::Protocol,
        u"%1 redirects more than %2 times."_s.arg(wanted.url.host()).arg(mostRedirections)
    };
}

} // namespace Discover
