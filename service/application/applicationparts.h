// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "application/application.h"
#include "application/httpruntime.h"
#include "application/observerbridge.h"
#include "application/secretsetup.h"
#include "application/tlswatch.h"
#include "net/derivation.h"
#include "nodes/identity.h"
#include "nodes/membership.h"
#include "oauth/logins.h"
#include "outbox/dispatcher.h"
#include "push/dispatcher.h"
#include "sync/scheduler.h"
#include "web/docs.h"
#include "web/site.h"
#include "webhooks/dispatcher.h"

#include <QThreadPool>

/** The parts of a running service. Destroyed from the last to the first: each comes after those that it was
 * created with. */
struct Application::Parts {
    QThreadPool pool;
    std::unique_ptr<Store::Database> database;
    Crypto::KeyRing keys;
    std::unique_ptr<SecretSetup> secrets;
    std::optional<Crypto::SigningKeys> tokenKeys;
    std::unique_ptr<Net::CallThread> calls; ///< to hosts that users and browsers named
    std::unique_ptr<OAuth::Logins> logins;
    std::unique_ptr<Webhooks::Dispatcher> webhooks;
    std::unique_ptr<Push::Dispatcher> push; ///< null: its key cannot be unsealed
    std::unique_ptr<Web::Docs> docs;        ///< outlives the server
    std::unique_ptr<Web::Site> site;        ///< outlives the server
    HttpRuntime *http = nullptr;            ///< deleted on the http thread
    std::unique_ptr<Http::Server> server;
    std::unique_ptr<TlsWatch> tlsWatch;
    std::unique_ptr<ObserverBridge> observer;
    std::optional<Nodes::Identity> identity;
    std::unique_ptr<Nodes::Membership> nodes; ///< null: no other service uses the database
    std::unique_ptr<Sync::Scheduler> scheduler;
    std::unique_ptr<Outbox::Dispatcher> outbox;
    bool isStopping = false;
};
