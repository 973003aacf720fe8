// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/discovery.h"

#include "http/body.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

using Discover::Attempt;
using Discover::Findings;
using Discover::Server;
using Discover::Settings;

void writeText(Json::Writer &json, QByteArrayView name, const QString &text)
{
    json.key(name);
    text.isEmpty() ? json.null() : json.value(text);
}

/// With the field names of POST /accounts; unknown values are null.
void writeServer(Json::Writer &json, const std::optional<Server> &server, bool isSmtp)
{
    json.key(isSmtp ? "smtp_host" : "host");
    server ? json.value(server->host) : json.null();
    json.key(isSmtp ? "smtp_port" : "port");
    server ? json.value(int(server->port)) : json.null();
    json.key(isSmtp ? "smtpSecurity" : "security");
    server ? json.value(Net::securityName(server->security)) : json.null();
    json.key(isSmtp ? "smtpUsername" : "username");
    server ? json.value(server->username) : json.null();
}

void writeWarnings(Json::Writer &json, const QList<Discover::Warning> &warnings)
{
    json.key("warnings").beginArray();
    for (const Discover::Warning warning : warnings) {
        json.beginObject().key("code").value(Discover::warningName(warning));
        json.key("message").value(Discover::warningText(warning)).endObject();
    }
    json.endArray();
}

void writeAttempts(Json::Writer &json, const QList<Attempt> &attempts)
{
    json.key("tried").beginArray();
    for (const Attempt &attempt : attempts) {
        const bool isPending = attempt.outcome == Discover::Outcome::Pending;
        json.beginObject().key("source").value(Discover::sourceName(attempt.source));
        json.key("subject").value(attempt.subject);
        json.key("outcome").value(Discover::outcomeName(attempt.outcome));
        json.key("message").value(isPending ? u"There was no answer before the search ended."_s
                                            : attempt.message);
        json.endObject();
    }
    json.endArray();
}

QString messageOf(const Findings &findings, const Settings &settings)
{
    if (!findings.best())
        return u"No settings were found for %1. Enter the servers as your provider's help pages "
               "name them."_s.arg(findings.address.domain);
    return settings.imap ? settings.message : settings.note;
}

} // namespace

Json::Bytes findingsJson(const Findings &findings, const OAuth::Providers &providers)
{
    const Attempt *best = findings.best();
    const Settings settings = best ? *best->settings : Settings();
    Json::Writer json;
    json.beginObject().key("found").value(settings.imap.has_value());
    json.key("source");
    best ? json.value(Discover::sourceName(best->source)) : json.null();
    json.key("message").value(messageOf(findings, settings));
    writeText(json, "provider", settings.provider);
    json.key("account").beginObject().key("email").value(findings.address.text);
    writeServer(json, settings.imap, false);
    writeServer(json, settings.smtp, true);
    json.endObject().key("authentication").beginArray();
    const QString signIn =
        OAuth::providerFor(providers, findings.address.domain, settings.oauthName);
    if (!signIn.isEmpty() && !settings.authentication.contains("oauth2"))
        json.value("oauth2"); // the operator has configured it
    for (const QByteArray &kind : settings.authentication)
        json.value(kind);
    json.endArray();
    writeText(json, "oauthProvider", signIn);
    writeText(json, "helpUrl", settings.helpUrl);
    writeText(json, "note", settings.note);
    writeWarnings(json, settings.warnings);
    writeAttempts(json, findings.attempts);
    return json.endObject().take();
}

Discovery::Discovery(Discover::FinderOptions options, OAuth::Providers providers,
                     const ProbeLimit &probes, QObject *parent)
    : QObject(parent), m_providers(std::move(providers)), m_probes(probes),
      m_finder(std::move(options))
{
}

void Discovery::addRoutes(Http::Router &router)
{
    router.add(
        "POST", "/api/v1/accounts/discover",
        m_probes.limited(
            "probes", { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                discover(request, reply);
            } }));
}

QCoro::Task<> Discovery::discover(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    const QString given = body.text("email"_L1, { .min = 5, .max = 318 });
    const Result<Discover::EmailAddress> address = Discover::emailAddress(given);
    if (!body.failure() && !address)
        body.fail(u"email"_s, address.error().message);
    if (body.failure()) {
        reply.fail(*body.failure());
        co_return;
    }
    const Findings findings = co_await m_finder.find(*address, request.userId());
    reply.send(Http::Response::data(findingsJson(findings, m_providers)));
}

} // namespace Api
