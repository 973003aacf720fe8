// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/unsubscribe.h"

#include "api/handlers.h"
#include "mime/unsubscribe.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Api {

namespace {

constexpr auto longestCall = 20s;

Net::HttpCallerOptions callerOptions(const Net::TlsPolicy &tls)
{
    Net::HttpCallerOptions options;
    options.tls = tls;
    return options;
}

ApiFailure refused(const QString &why)
{
    return {
        .error = ApiError::UnsubscribeFailed,
        .message =
            why + u" You may still be on the list: try again later, or use the link in the mail."_s
    };
}

/// Why the call failed; nothing: it succeeded.
std::optional<ApiFailure> refusal(const QString &host, const Result<Net::HttpAnswer> &answer)
{
    if (!answer) {
        QString why = answer.error().message;
        if (why.endsWith(u'.'))
            why.chop(1);
        if (answer.error().code == Error::Code::BadRequest) // not allowed; nothing was sent
            why += u" (unsubscribe.allowed_networks can allow it)"_s;
        return refused(u"The request to %1 failed: %2."_s.arg(host, why));
    }
    if (answer->status < 200 || answer->status > 299)
        return refused(u"%1 answered with the status %2."_s.arg(host).arg(answer->status));
    return {};
}

} // namespace

Unsubscribe::Unsubscribe(MailLoader &loader, const Access &access, const ProbeLimit &probes,
                         Options options, QObject *parent)
    : QObject(parent), m_loader(loader), m_access(access), m_probes(probes),
      m_options(std::move(options)), m_caller(callerOptions(m_options.tls))
{
}

void Unsubscribe::addRoutes(Http::Router &router)
{
    router.add(
        "POST", "/api/v1/mails/:id/unsubscribe",
        m_probes.limited(
            "probes", { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                unsubscribe(request, reply);
            } }));
}

QCoro::Task<> Unsubscribe::unsubscribe(Http::Request request, Http::Reply reply)
{
    const Store::Viewer viewer = m_access.viewer(request);
    const Result<MailLoader::Found, ApiFailure> found =
        co_await m_loader.load(request.id(), viewer, MailLoader::Into::Memory);
    if (!found) {
        reply.fail(found.error());
        co_return;
    }
    const QByteArray raw = found->mail.raw.value_or(QByteArray());
    const QByteArray address = Mime::unsubscribeOf(Mime::Headers::parse(raw)).oneClick;
    const Result<QUrl> url = Net::callUrl(QString::fromLatin1(address));
    if (!url) {
        reply.fail(failed(ApiError::NoUnsubscribe));
        co_return;
    }
    Net::HttpCall call;
    call.url = *url;
    call.headers = { { "Content-Type", "application/x-www-form-urlencoded" } };
    call.body = Mime::oneClickBody();
    call.opened = m_options.opened;
    call.timeout = longestCall;
    call.shareOf = request.userId();
    const Result<Net::HttpAnswer> answer = co_await m_caller.call(std::move(call));
    const QString host = url->host();
    const std::optional<ApiFailure> failure = refusal(host, answer);
    if (failure) {
        reply.fail(*failure);
        co_return;
    }
    Json::Writer json;
    json.beginObject().key("id").value(request.id()).key("host").value(host).endObject();
    reply.send(Http::Response::data(json.take(), "unsubscribed"));
}

} // namespace Api
