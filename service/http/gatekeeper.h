// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/cors.h"
#include "http/head.h"
#include "http/hostcheck.h"
#include "http/ratelimiter.h"
#include "http/router.h"
#include "http/server.h"

#include <optional>

namespace Http {

/** The result of the checks of a request's head. */
struct Verdict {
    Match match;
    std::optional<Principal> principal;
    std::optional<Response> refusal; ///< set: the route is not called, this is the answer
    QByteArray corsOrigin;
};

/**
 * Decides on a request from its head alone, before a byte of its body is kept: host, path, method,
 * cross-origin call, token, rate, id, media type, in this order. http thread only.
 */
class Gatekeeper
{
public:
    Gatekeeper(const ServerOptions &options, const Router &router);

    /// On while the server listens on loopback only.
    void setHostChecked(bool isChecked) { m_isHostChecked = isChecked; }
    Verdict judge(const Head &head, qint64 nowMs);
    bool hasCors() const { return m_cors.isOn(); }

private:
    std::optional<Response> refuse(const Head &head, Verdict &verdict, qint64 nowMs);
    std::optional<ApiFailure> checkToken(const Head &head, Verdict &verdict) const;

    const ServerOptions &m_options;
    const Router &m_router;
    HostCheck m_hosts;
    Cors m_cors;
    RateLimiter m_rates;
    bool m_isHostChecked = false;
};

} // namespace Http
