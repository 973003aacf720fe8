// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/rest.h"

#include <QJsonDocument>
#include <QNetworkReply>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace Client {

namespace {

constexpr int sendPatienceMs = 35'000; // the service answers within 20 s
constexpr qint64 maxAnswerBytes = 16 << 20;

Answer read(QNetworkReply &reply)
{
    const QByteArray body = reply.read(maxAnswerBytes);
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status / 100 != 2)
        return failureOf(reply, body);
    const QJsonObject json = QJsonDocument::fromJson(body).object();
    if (json.value("code"_L1).toInt(-1) != 0 || reply.error() != QNetworkReply::NoError) {
        Failure failure;
        failure.kind = Failure::Kind::NotOurs;
        failure.status = status;
        failure.message = u"The answer does not come from Postrider."_s;
        return failure;
    }
    return json.value("data"_L1);
}

} // namespace

Rest::Rest(QNetworkAccessManager &network, QObject *parent)
    : QObject(parent), m_network(network) { }

void Rest::setServer(const QUrl &server)
{
    m_server = server.adjusted(QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::RemoveUserInfo
                               | QUrl::StripTrailingSlash);
}

QNetworkRequest Rest::request(const QString &path, const QUrlQuery &query) const
{
    QUrl url = m_server;
    url.setPath(m_server.path() + u"/api/v1"_s + path);
    url.setQuery(query);
    QNetworkRequest request(url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute,
                         QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setHeader(QNetworkRequest::UserAgentHeader, u"postrider-tray/" POSTRIDER_VERSION ""_s);
    if (!m_token.isEmpty())
        request.setRawHeader("Authorization", "Bearer " + m_token);
    return request;
}

void Rest::get(const QString &path, const QUrlQuery &query, QObject *context, Callback callback)
{
    QNetworkRequest asked = request(path, query);
    asked.setTransferTimeout(int(usualPatience.count()));
    await(m_network.get(asked), context, std::move(callback));
}

void Rest::send(const QByteArray &method, const QString &path, const QJsonObject &body,
                QObject *context, Callback callback, std::chrono::milliseconds patience)
{
    QNetworkRequest asked = request(path);
    asked.setTransferTimeout(int(patience.count()));
    asked.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    const QByteArray json =
        method == "DELETE" ? QByteArray() : QJsonDocument(body).toJson(QJsonDocument::Compact);
    await(m_network.sendCustomRequest(asked, method, json), context, std::move(callback));
}

void Rest::sendOnce(const QString &path, const QJsonObject &body, const QByteArray &key,
                    QObject *context, Callback callback)
{
    QNetworkRequest asked = request(path);
    asked.setTransferTimeout(sendPatienceMs);
    asked.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    asked.setRawHeader("Idempotency-Key", key);
    const QByteArray json = QJsonDocument(body).toJson(QJsonDocument::Compact);
    await(m_network.sendCustomRequest(asked, "POST", json), context, std::move(callback));
}

void Rest::await(QNetworkReply *reply, QObject *context, Callback callback)
{
    const QByteArray used = m_token;
    connect(reply, &QNetworkReply::finished, this, [this, reply, used] {
        reply->deleteLater();
        const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        if (status == 401 && !used.isEmpty())
            Q_EMIT tokenRefused(used);
    });
    connect(reply, &QNetworkReply::finished, context,
            [reply, callback = std::move(callback)] { callback(read(*reply)); });
}

} // namespace Client
