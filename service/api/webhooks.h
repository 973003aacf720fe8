// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"
#include "api/probelimit.h"
#include "api/webhookinput.h"
#include "common/secretstore.h"
#include "webhooks/dispatcher.h"

#include <QObject>

namespace Api {

/**
 * /webhooks: the webhooks of users, their log, tests and previews. Each user sees only the own
 * ones. Lives on the http thread; the collaborators outlive it, and it outlives every request.
 */
class WebhookRoutes : public QObject
{
public:
    struct Collaborators {
        Store::Database &database;
        SecretStore &secrets;
        Webhooks::Dispatcher &dispatcher;
        const ProbeLimit &probes;
        int mostOfAUser = 100; ///< webhooks; 0: any number
    };

    explicit WebhookRoutes(Collaborators with, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    using WebhookResult = Result<Store::Webhook, ApiFailure>;
    /// The outcome of a transaction: the outer error is the database's, the inner one a refusal.
    using ChangeResult = Result<WebhookResult>;

    QCoro::Task<> create(Http::Request request, Http::Reply reply);
    QCoro::Task<> update(Http::Request request, Http::Reply reply);
    QCoro::Task<> remove(Http::Request request, Http::Reply reply);
    QCoro::Task<> test(Http::Request request, Http::Reply reply);

    QCoro::Task<Result<WebhookInput, ApiFailure>> find(qint64 userId, qint64 id);
    QCoro::Task<std::optional<ApiFailure>> addressFailure(QString url, qint64 userId);
    QCoro::Task<Result<QByteArray, ApiFailure>> keep(Webhooks::Secrets secrets);
    QCoro::Task<> forget(QByteArray secretRef);
    QCoro::Task<WebhookResult> insert(Store::Webhook webhook);
    /// `meant`: `before` with the changes of the request.
    QCoro::Task<ChangeResult> overwrite(Http::Request request, WebhookInput before,
                                        WebhookInput meant, QByteArray secretRef);

    Collaborators m_with;
};

} // namespace Api
