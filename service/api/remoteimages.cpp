// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/remoteimages.h"

#include "api/handlers.h"

using namespace std::chrono_literals;

namespace Api {

namespace {

constexpr int mostRedirections = 5;
constexpr auto longestCall = 15s;

Net::HttpCallerOptions callerOptions(const Net::TlsPolicy &tls)
{
    Net::HttpCallerOptions options;
    options.tls = tls;
    options.userAgent = "Mozilla/5.0"; // does not identify us, and few servers refuse it
    return options;
}

/// The image type by the first bytes; empty: not a type that is shown.
QByteArray typeOfBytes(const QByteArray &bytes)
{
    if (bytes.startsWith("\x89PNG\r\n\x1a\n"))
        return "image/png";
    if (bytes.startsWith("\xff\xd8\xff"))
        return "image/jpeg";
    if (bytes.startsWith("GIF87a") || bytes.startsWith("GIF89a"))
        return "image/gif";
    if (bytes.startsWith("RIFF") && bytes.sliced(4).indexOf("WEBP") == 4)
        return "image/webp";
    return {};
}

bool isImageType(QByteArray field)
{
    field.truncate(field.indexOf(';') < 0 ? field.size() : field.indexOf(';'));
    static const QList<QByteArray> types{ "image/png",   "image/jpeg", "image/jpg",
                                          "image/pjpeg", "image/gif",  "image/webp" };
    return types.contains(field.trimmed().toLower());
}

bool isRedirection(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

Result<RemoteImages::Image, ApiFailure> imageOf(const Net::HttpAnswer &answer)
{
    if (answer.status == 404 || answer.status == 410)
        return failed(ApiError::AttachmentNotFound);
    const QByteArray type = typeOfBytes(answer.body);
    if (answer.status != 200 || answer.isCut || type.isEmpty()
        || !isImageType(answer.header("content-type")))
        return failed(ApiError::ImageUnavailable);
    return RemoteImages::Image{ type, answer.body };
}

} // namespace

RemoteImages::RemoteImages(Options options, QObject *parent)
    : QObject(parent), m_options(std::move(options)),
      m_admission({ .inside = m_options.atOnce.all }), m_kept(m_options.mostCached),
      m_caller(callerOptions(m_options.tls))
{
}

QCoro::Task<Result<RemoteImages::Image, ApiFailure>>
RemoteImages::get(QByteArray url, qint64 userId, Http::Reply reply)
{
    if (const Image *image = kept(url))
        co_return *image;
    const QUrl address = QUrl::fromEncoded(url, QUrl::StrictMode);
    Async::Admission::Slot turn(m_admission, m_options.atOnce.groups(address.host(), userId));
    const bool isAdmitted = co_await turn.admitted();
    if (!isAdmitted || !reply.isWanted())
        co_return failed(ApiError::ImageUnavailable);
    if (const Image *image = kept(url)) // another request has fetched it meanwhile
        co_return *image;
    const Result<Net::HttpAnswer> answer = co_await fetch(address, userId);
    if (!answer)
        co_return failed(ApiError::ImageUnavailable);
    const Result<Image, ApiFailure> image = imageOf(*answer);
    CO_RETURN_IF_ERROR(image);
    auto *entry = new Kept{ *image, {} };
    entry->since.start();
    m_kept.insert(url, entry, image->bytes.size() + url.size() + 256);
    co_return *image;
}

const RemoteImages::Image *RemoteImages::kept(const QByteArray &url) const
{
    const Kept *entry = m_kept.object(url);
    const bool isFresh =
        entry && !entry->since.hasExpired(std::chrono::milliseconds(m_options.kept).count());
    return isFresh ? &entry->image : nullptr;
}

// Each redirection is a separate call, so its host is looked up and checked too.
QCoro::Task<Result<Net::HttpAnswer>> RemoteImages::fetch(QUrl url, qint64 userId)
{
    const QDeadlineTimer until(longestCall);
    for (int redirections = 0;; ++redirections) {
        Net::HttpCall call;
        call.method = Net::HttpMethod::Get;
        call.url = url;
        call.headers = { { "Accept", "image/webp,image/png,image/jpeg,image/gif" } };
        call.opened = m_options.opened;
        call.mostAnswer = m_options.mostBytes;
        call.timeout = std::chrono::milliseconds(std::max<qint64>(1, until.remainingTime()));
        call.shareOf = userId;
        const Result<Net::HttpAnswer> answer = co_await m_caller.call(std::move(call));
        const QByteArray location = answer ? answer->header("location") : QByteArray();
        if (!answer || !isRedirection(answer->status) || location.isEmpty()
            || redirections == mostRedirections)
            co_return answer;
        const QUrl target = QUrl::fromEncoded(location, QUrl::TolerantMode);
        const Result<QUrl> next = Net::callUrl(url.resolved(target).toString(QUrl::FullyEncoded));
        CO_RETURN_IF_ERROR(next);
        url = *next;
    }
}

} // namespace Api
