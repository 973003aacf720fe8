// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/access.h"
#include "api/mailloader.h"
#include "api/probelimit.h"
#include "net/httpcaller.h"

#include <QObject>

namespace Api {

/**
 * POST /api/v1/mails/:id/unsubscribe: takes the reader off the mail's list with one call to the
 * address that the mail names (RFC 8058). Nothing is repeated, no redirection is followed, and only
 * addresses that are public are called. Lives on the http thread.
 */
class Unsubscribe : public QObject
{
public:
    struct Options {
        Net::TlsPolicy tls;
        Net::Networks opened; ///< may be called though they are not public
    };

    Unsubscribe(MailLoader &loader, const Access &access, const ProbeLimit &probes, Options options,
                QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    QCoro::Task<> unsubscribe(Http::Request request, Http::Reply reply);

    MailLoader &m_loader;
    const Access &m_access;
    const ProbeLimit &m_probes;
    const Options m_options;
    Net::HttpCaller m_caller;
};

} // namespace Api
