// SPDX-License-Identifier: GPL-3.0-or-later
#include "s3/bucket.h"

#include "net/requestwriter.h"
#include "s3/signature.h"

#include <QAbstractEventDispatcher>
#include <QDeadlineTimer>

using namespace Qt::StringLiterals;

namespace S3 {

namespace {

constexpr int callsAtOnce = 16;
constexpr qsizetype mostListing = 4 * 1024 * 1024; // 1,000 keys of 1 KiB, escaped
constexpr qsizetype mostRefusal = 64 * 1024;
/// Larger bodies are hashed by the pool: more would delay the other work of the thread.
constexpr qsizetype mostHashedHere = 64 * 1024;

Net::HttpCallerOptions callerOptions(const Net::TlsPolicy &tls, const Patience &patience)
{
    Net::HttpCallerOptions options;
    options.tls = tls;
    options.deadlines.total = patience.ofTry;
    return options;
}

QByteArray methodName(Net::HttpMethod method)
{
    switch (method) {
    case Net::HttpMethod::Put:
        return "PUT";
    case Net::HttpMethod::Delete:
        return "DELETE";
    default:
        return "GET";
    }
}

Error stopping()
{
    return { Error::Code::Storage, u"The service is being stopped."_s };
}

bool isSuccess(int status)
{
    return status >= 200 && status < 300;
}

/// The ends of names after the prefix of the bucket.
void cutPrefix(QList<QByteArray> &names, const QByteArray &prefix)
{
    names.removeIf([&prefix](const QByteArray &name) { return !name.startsWith(prefix); });
    for (QByteArray &name : names)
        name.remove(0, prefix.size());
}

} // namespace

Bucket::Bucket(Settings settings, const Clock &clock, QThreadPool &pool, const Net::TlsPolicy &tls,
               QObject *owner, Patience patience)
    : m_settings(std::move(settings)), m_patience(std::move(patience)),
      m_opened(*Net::Networks::parse({ u"0.0.0.0/0"_s, u"::/0"_s })), m_clock(clock), m_pool(pool),
      m_places(callsAtOnce), m_caller(callerOptions(tls, m_patience), owner)
{
}

QCoro::Task<Result<void>> Bucket::put(QByteArray key, QByteArray bytes)
{
    Call call{ .method = Net::HttpMethod::Put, .path = pathOf(key), .query = {}, .body = bytes };
    bytes.clear();
    const Answer answer = co_await run(std::move(call));
    CO_RETURN_IF_ERROR(answer);
    co_return Result<void>();
}

QCoro::Task<Result<QByteArray>> Bucket::get(QByteArray key, qsizetype size)
{
    Call call{ .path = pathOf(key), .query = {}, .body = {}, .size = size };
    const Answer answer = co_await run(std::move(call));
    CO_RETURN_IF_ERROR(answer);
    co_return answer->body;
}

QCoro::Task<Result<void>> Bucket::remove(QByteArray key)
{
    Call call{ .method = Net::HttpMethod::Delete, .path = pathOf(key), .query = {}, .body = {} };
    const Answer answer = co_await run(std::move(call));
    if (!answer && answer.error().code != Error::Code::NotFound)
        co_return answer.error();
    co_return Result<void>();
}

QCoro::Task<Result<Listing>> Bucket::keys(QByteArray folder, QByteArray after)
{
    Query query{ { "prefix", m_settings.prefix + folder } };
    Result<Listing> page = co_await list(std::move(query), after);
    co_return page;
}

QCoro::Task<Result<Listing>> Bucket::folders(QByteArray after)
{
    Query query{ { "delimiter", "/" }, { "prefix", m_settings.prefix } };
    Result<Listing> page = co_await list(std::move(query), after);
    co_return page;
}

QCoro::Task<Result<Listing>> Bucket::list(Query query, QByteArray after)
{
    query.emplaceBack("list-type", "2");
    if (!after.isEmpty())
        query.emplaceBack("continuation-token", after);
    Call call{ .path = '/' + m_settings.bucket, .query = queryText(query), .body = {} };
    const Answer answer = co_await run(std::move(call));
    if (!answer && answer.error().code == Error::Code::NotFound)
        co_return Error{ Error::Code::Storage,
                         u"The S3 store has no bucket %1."_s.arg(
                             QString::fromLatin1(m_settings.bucket)) };
    CO_RETURN_IF_ERROR(answer);
    Result<Listing> listing = readListing(answer->body);
    if (!listing)
        co_return Error{ Error::Code::Storage, u"The S3 store sent a list that cannot be read."_s };
    cutPrefix(listing->keys, m_settings.prefix);
    cutPrefix(listing->folders, m_settings.prefix);
    co_return listing;
}

void Bucket::abort()
{
    m_isStopping = true;
    m_caller.abortAll();
    for (const auto &over : std::exchange(m_pauses, {}))
        over.finish(true);
}

QCoro::Task<Bucket::Answer> Bucket::run(Call call)
{
    const Async::Slots::Lease place = co_await m_places.acquire();
    const QByteArray hash = co_await hashOf(call.body);
    const QDeadlineTimer end(m_patience.ofAll);
    for (qsizetype tries = 0;; ++tries) {
        if (m_isStopping)
            co_return stopping();
        const std::chrono::milliseconds left(std::max(end.remainingTime(), qint64(1)));
        const std::chrono::milliseconds time = std::min(m_patience.ofTry, left);
        const auto answer = co_await once(call, hash, time);
        if (answer)
            co_return *answer;
        const bool isLast = tries >= m_patience.pauses.size() || end.hasExpired();
        if (!answer.error().isForNow || isLast)
            co_return answer.error().error;
        const std::chrono::milliseconds wait = m_patience.pauses.at(tries);
        co_await pause(wait);
    }
}

QCoro::Task<Result<Net::HttpAnswer, Refusal>> Bucket::once(Call call, QByteArray hash,
                                                           std::chrono::milliseconds time)
{
    Net::HttpCall request = signedCall(call, hash);
    request.timeout = time;
    const Answer answer = co_await m_caller.call(std::move(request));
    if (!answer)
        co_return refusalOf(answer.error(), m_settings);
    if (!isSuccess(answer->status))
        co_return refusalOf(*answer, m_settings);
    if (answer->isCut || (call.size >= 0 && answer->body.size() != call.size))
        co_return brokenAnswer(m_settings);
    co_return *answer;
}

QCoro::Task<QByteArray> Bucket::hashOf(QByteArray body)
{
    if (body.size() <= mostHashedHere)
        co_return bodyHash(body);
    auto hash = [body] {
        return bodyHash(body);
    };
    QByteArray hashed = co_await Async::onPool(&m_pool, std::move(hash));
    co_return hashed;
}

QCoro::Task<> Bucket::pause(std::chrono::milliseconds time)
{
    if (m_isStopping)
        co_return;
    const Async::Completion<bool> over;
    over.finishAfter(time, QAbstractEventDispatcher::instance(), true);
    m_pauses.removeIf([](const Async::Completion<bool> &other) { return other.isFinished(); });
    m_pauses.append(over);
    co_await over;
}

QByteArray Bucket::pathOf(const QByteArray &key) const
{
    return '/' + m_settings.bucket + '/' + m_settings.prefix + key;
}

Net::HttpCall Bucket::signedCall(Call call, const QByteArray &hash) const
{
    Net::HttpCall request;
    request.method = call.method;
    request.url = m_settings.url;
    request.url.setPath(QString::fromLatin1(call.path), QUrl::StrictMode);
    if (!call.query.isEmpty())
        request.url.setQuery(QString::fromLatin1(call.query), QUrl::StrictMode);
    request.body = call.body;
    request.opened = m_opened;
    request.mostAnswer = std::max(call.size, call.query.isEmpty() ? mostRefusal : mostListing);
    const SignedRequest covered{ .method = methodName(call.method),
                                 .host = Net::hostField(m_settings.url),
                                 .path = call.path,
                                 .query = call.query,
                                 .headers = {},
                                 .bodyHash = hash,
                                 .time = m_clock.now() };
    request.headers =
        signedHeaders(covered, { m_settings.region, m_settings.accessKey, m_settings.secretKey });
    return request;
}

} // namespace S3
