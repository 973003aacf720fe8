// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/probelimit.h"
#include "http/router.h"
#include "push/dispatcher.h"
#include "store/db/database.h"

#include <QCoroTask>
#include <QObject>

namespace Api {

/**
 * The resource /api/v1/push: the browsers of the user that get notices of new mail. Lives on the
 * http thread. Without a dispatcher (our key cannot be unsealed) every call answers 50302.
 */
class Push : public QObject
{
public:
    Push(Store::Database &database, ::Push::Dispatcher *dispatcher, const ProbeLimit &probes,
         QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    QCoro::Task<> subscribe(Http::Request request, Http::Reply reply);
    void save(const Store::PushSubscription &subscription, const Http::Reply &reply);
    QCoro::Task<> test(Http::Request request, Http::Reply reply);

    Store::Database &m_database;
    ::Push::Dispatcher *const m_dispatcher;
    const ProbeLimit &m_probes;
};

} // namespace Api
