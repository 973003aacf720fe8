// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/failure.h"
#include "common/result.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QNetworkAccessManager>
#include <QUrl>
#include <QUrlQuery>

#include <chrono>
#include <functional>

namespace Client {

using Answer = Result<QJsonValue, Failure>; ///< `data` of the envelope

/**
 * Calls the service's REST interface with a bearer token. Lives on the thread of its network
 * manager, which outlives it. Redirects are not followed, so a token reaches only its own server.
 */
class Rest : public QObject
{
    Q_OBJECT

public:
    using Callback = std::function<void(const Answer &)>;
    static constexpr std::chrono::milliseconds usualPatience{ 20'000 };

    explicit Rest(QNetworkAccessManager &network, QObject *parent = nullptr);

    void setServer(const QUrl &server); ///< `http://127.0.0.1:8725`; paths are below its /api/v1
    QUrl server() const { return m_server; }
    void setToken(const QByteArray &token) { m_token = token; }
    QByteArray token() const { return m_token; }

    /// `callback` runs once, unless `context` is deleted first. `path` is below /api/v1: "/mails".
    void get(const QString &path, const QUrlQuery &query, QObject *context, Callback callback);
    void send(const QByteArray &method, const QString &path, const QJsonObject &body,
              QObject *context, Callback callback,
              std::chrono::milliseconds patience = usualPatience);

    /// POST with an Idempotency-Key: a repeated call has no second effect. Waits as long as the
    /// service may take to send a mail.
    void sendOnce(const QString &path, const QJsonObject &body, const QByteArray &key,
                  QObject *context, Callback callback);

    /// The address and headers of a request, for callers that read the answer themselves.
    QNetworkRequest request(const QString &path, const QUrlQuery &query = {}) const;

Q_SIGNALS:
    /// The service no longer takes this token (401 other than a refused login).
    void tokenRefused(const QByteArray &token);

private:
    void await(QNetworkReply *reply, QObject *context, Callback callback);

    QNetworkAccessManager &m_network;
    QUrl m_server;
    QByteArray m_token;
};

} // namespace Client
