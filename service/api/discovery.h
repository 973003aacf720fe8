// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/probelimit.h"
#include "common/jsonwriter.h"
#include "discover/finder.h"
#include "http/router.h"
#include "oauth/provider.h"

#include <QObject>

namespace Api {

/**
 * POST /api/v1/accounts/discover: the mail servers of an e-mail address, before there is an account.
 * Nothing is stored. Lives on the http thread.
 */
class Discovery : public QObject
{
public:
    /// `providers`: the providers at which users can sign in.
    Discovery(Discover::FinderOptions options, OAuth::Providers providers, const ProbeLimit &probes,
              QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    QCoro::Task<> discover(Http::Request request, Http::Reply reply);

    const OAuth::Providers m_providers;
    const ProbeLimit &m_probes;
    Discover::Finder m_finder;
};

/// `data` of the answer.
Json::Bytes findingsJson(const Discover::Findings &findings, const OAuth::Providers &providers);

} // namespace Api
