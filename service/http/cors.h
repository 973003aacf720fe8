// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/head.h"
#include "http/response.h"

#include <QSet>
#include <QStringList>

namespace Http {

/**
 * Cross-origin calls (Fetch standard, 3.2): only from origins that the configuration lists, exactly
 * as a browser sends them. Tokens travel in a header of the caller's, so credentials are never
 * allowed, and neither is `*` or `null`.
 */
class Cors
{
public:
    explicit Cors(const QStringList &origins);

    bool isOn() const { return !m_origins.isEmpty(); }
    /// The caller's origin if it may read the answer; else empty.
    QByteArray allowedOrigin(const Head &head) const;

    static bool isPreflight(const Head &head);
    /// `methods`: the methods of the path. Whether the origin is allowed shows in the headers that
    /// every answer to an allowed origin gets.
    static Response preflight(const QByteArray &methods);

private:
    QSet<QByteArray> m_origins;
};

} // namespace Http
