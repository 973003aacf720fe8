// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/gatekeeper.h"

#include "http/query.h"

namespace Http {

using namespace Qt::StringLiterals;

namespace {

QByteArray bearerToken(const Head &head)
{
    constexpr QByteArrayView scheme = "bearer ";
    const QByteArray field = head.field("authorization");
    if (field.size() <= scheme.size()
        || field.left(scheme.size()).compare(scheme, Qt::CaseInsensitive) != 0)
        return {};
    return field.mid(scheme.size()).trimmed();
}

QByteArray queryParameter(const Head &head, QLatin1StringView name)
{
    Query query(head.query());
    return query.text(name, 8192).value_or(QString()).toUtf8();
}

/// RFC 9110 8.3.1. The only parameter that is accepted is charset=utf-8.
bool isJson(const QByteArray &contentType)
{
    QByteArray plain = contentType.toLower();
    plain.replace(' ', "").replace('\t', "");
    return plain == "application/json" || plain == "application/json;charset=utf-8"
        || plain == "application/json;charset=\"utf-8\"";
}

} // namespace

Gatekeeper::Gatekeeper(const ServerOptions &options, const Router &router)
    : m_options(options), m_router(router), m_hosts(options.allowedHosts),
      m_cors(options.corsOrigins), m_rates(options.limits)
{
}

Verdict Gatekeeper::judge(const Head &head, qint64 nowMs)
{
    Verdict verdict;
    verdict.corsOrigin = m_cors.allowedOrigin(head);
    verdict.refusal = refuse(head, verdict, nowMs);
    return verdict;
}

std::optional<Response> Gatekeeper::refuse(const Head &head, Verdict &verdict, qint64 nowMs)
{
    if (m_isHostChecked && !m_hosts.isAllowed(head.field("host")))
        return Response::failed({ ApiError::HostNotAllowed });

    verdict.match = m_router.find(head.method, head.path());
    const Match &match = verdict.match;
    if (match.allow.isEmpty())
        return Response::failed({ ApiError::RouteNotFound });
    if (head.method == "OPTIONS" && !match.route) {
        if (m_cors.isOn() && Cors::isPreflight(head))
            return verdict.corsOrigin.isEmpty() ? Response::bytes({}, {}, 204)
                                                : Cors::preflight(match.allow);
        return Response::bytes({}, {}, 204).with("Allow", match.allow + ", OPTIONS");
    }
    if (!match.route)
        return Response::failed({ ApiError::MethodNotAllowed }).with("Allow", match.allow);

    if (auto failure = checkToken(head, verdict))
        return Response::failed(*std::move(failure));
    if (verdict.principal) {
        const int wait =
            m_rates.waitSeconds(verdict.principal->userId, *match.route, head.query(), nowMs);
        if (wait > 0)
            return Response::failed({ ApiError::RateLimited, {}, {}, wait });
    }
    if (match.isBadId)
        return Response::failed({ ApiError::InvalidId });
    if (match.route->media == Media::Json && head.hasBody() && !isJson(head.field("content-type")))
        return Response::failed({ ApiError::UnsupportedMediaType });
    return std::nullopt;
}

std::optional<ApiFailure> Gatekeeper::checkToken(const Head &head, Verdict &verdict) const
{
    const Auth auth = verdict.match.route->auth;
    if (auth == Auth::None)
        return std::nullopt;
    QByteArray token = bearerToken(head);
    if (token.isEmpty() && auth != Auth::Bearer)
        token = queryParameter(head, "token"_L1);
    if (token.isEmpty() && auth == Auth::TokenOrTicket
        && !queryParameter(head, "ticket"_L1).isEmpty())
        return std::nullopt;
    if (token.isEmpty() || !m_options.tokenCheck)
        return ApiFailure{ ApiError::TokenMissing };
    auto principal = m_options.tokenCheck(token);
    RETURN_IF_ERROR(principal);
    verdict.principal = *std::move(principal);
    return std::nullopt;
}

} // namespace Http
