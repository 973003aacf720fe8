// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/cors.h"

namespace Http {

Cors::Cors(const QStringList &origins)
{
    for (const QString &origin : origins)
        m_origins.insert(origin.toUtf8());
    m_origins.remove("null");
    m_origins.remove("*");
}

QByteArray Cors::allowedOrigin(const Head &head) const
{
    if (m_origins.isEmpty())
        return {};
    const QByteArray origin = head.field("origin");
    return m_origins.contains(origin) ? origin : QByteArray();
}

bool Cors::isPreflight(const Head &head)
{
    return head.method == "OPTIONS" && !head.field("origin").isEmpty()
        && !head.field("access-control-request-method").isEmpty();
}

Response Cors::preflight(const QByteArray &methods)
{
    Response response;
    response.status = 204;
    response.with("Access-Control-Allow-Methods", methods)
        .with("Access-Control-Allow-Headers",
              "Authorization, Content-Type, Idempotency-Key, If-Match, If-Range, "
              "Last-Event-ID, Range")
        .with("Access-Control-Max-Age", "600");
    return response;
}

} // namespace Http
