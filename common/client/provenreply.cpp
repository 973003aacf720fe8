// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/provenreply.h"

#include "common/proof.h"

#include <QHostAddress>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkProxy>
#include <QRandomGenerator>
#include <QSslSocket>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Client {

namespace {

constexpr qsizetype maxProofBytes = 4096;

QByteArray methodOf(QNetworkAccessManager::Operation operation, const QNetworkRequest &request)
{
    return operation == QNetworkAccessManager::CustomOperation
        ? request.attribute(QNetworkRequest::CustomVerbAttribute).toByteArray()
        : "GET"_ba;
}

QByteArray newNonce()
{
    std::array<quint32, Proof::nonceBytes / sizeof(quint32)> words;
    QRandomGenerator::system()->fillRange(words.data(), words.size());
    return QByteArray(reinterpret_cast<const char *>(words.data()), Proof::nonceBytes);
}

/// The address as the service writes it in its proof: see Proof::of().
QString addressOf(const QTcpSocket &socket)
{
    const QHostAddress host = socket.peerAddress();
    const bool isIpv6 = host.protocol() == QAbstractSocket::IPv6Protocol;
    return (isIpv6 ? u"[%1]:%2"_s : u"%1:%2"_s).arg(host.toString()).arg(socket.peerPort());
}

} // namespace

ProvenReply::ProvenReply(const Result<Identity> &identity,
                         QNetworkAccessManager::Operation operation, const QNetworkRequest &request,
                         const QByteArray &body, QObject *parent)
    : QNetworkReply(parent), m_method(methodOf(operation, request)), m_body(body),
      m_proof(maxProofBytes)
{
    setOperation(operation);
    setRequest(request);
    setUrl(request.url());
    open(QIODevice::ReadOnly);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &ProvenReply::abort);
    if (request.transferTimeout() > 0)
        m_patience.start(request.transferTimeout());
    // Queued, because the caller connects to the signals only after the constructor has returned.
    QMetaObject::invokeMethod(
        this,
        [this, identity] {
            if (isFinished())
                return;
            if (!identity || identity->url.authority() != url().authority()) {
                end(ConnectionRefusedError,
                    identity ? u"The address of the service has changed."_s
                             : identity.error().message);
                return;
            }
            m_secret = identity->secret;
            connectToService();
        },
        Qt::QueuedConnection);
}

void ProvenReply::connectToService()
{
    const bool isTls = url().scheme() == u"https";
    auto *secured = isTls ? new QSslSocket(this) : nullptr;
    m_socket = isTls ? secured : new QTcpSocket(this);
    m_socket->setProxy(QNetworkProxy::NoProxy);
    connect(m_socket, &QTcpSocket::readyRead, this, &ProvenReply::onReadyRead);
    connect(m_socket, &QTcpSocket::disconnected, this, &ProvenReply::onDisconnected);
    connect(m_socket, &QTcpSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error != QAbstractSocket::RemoteHostClosedError) // onDisconnected() follows
            end(ConnectionRefusedError, m_socket->errorString());
    });
    const auto port = quint16(url().port(isTls ? 443 : 80));
    if (isTls) {
        connect(secured, &QSslSocket::encrypted, this, &ProvenReply::challenge);
        secured->connectToHostEncrypted(url().host(), port);
    } else {
        connect(m_socket, &QTcpSocket::connected, this, &ProvenReply::challenge);
        m_socket->connectToHost(url().host(), port);
    }
}

void ProvenReply::challenge()
{
    m_address = addressOf(*m_socket);
    m_nonce = newNonce();
    const QByteArray body = "{\"nonce\":\"" + Proof::toText(m_nonce) + "\"}";
    m_socket->write(head("POST", "/api/v1/auth/proof", body.size())
                    + "Content-Type: application/json\r\n\r\n" + body);
}

void ProvenReply::onReadyRead()
{
    const QByteArray bytes = m_socket->readAll();
    if (m_isProven)
        readAnswer(bytes);
    else
        readProof(bytes);
}

void ProvenReply::readProof(const QByteArray &bytes)
{
    if (!m_proof.feed(bytes) || m_proof.bodySize() > maxProofBytes) {
        refuse();
        return;
    }
    if (!m_proof.isWhole())
        return;
    const QJsonObject json = QJsonDocument::fromJson(m_proof.takeBody(maxProofBytes)).object();
    const QByteArray text =
        json.value("data"_L1).toObject().value("proof"_L1).toString().toLatin1();
    if (m_proof.status() == 200
        && Proof::isEqual(text, Proof::toText(Proof::of(m_secret, m_address, m_nonce))))
        ask();
    else
        refuse();
}

void ProvenReply::ask()
{
    m_isProven = true;
    QByteArray target = url().path(QUrl::FullyEncoded).toLatin1();
    if (url().hasQuery())
        target += '?' + url().query(QUrl::FullyEncoded).toLatin1();
    QByteArray bytes = head(m_method, target, m_body.size());
    for (const QByteArray &name : request().rawHeaderList())
        bytes += name + ": " + request().rawHeader(name) + "\r\n";
    m_socket->write(bytes + "Connection: close\r\n\r\n" + m_body);
    if (request().transferTimeout() > 0)
        m_patience.start(request().transferTimeout());
}

QByteArray ProvenReply::head(const QByteArray &method, const QByteArray &target,
                             qsizetype bodySize) const
{
    return method + ' ' + target + " HTTP/1.1\r\nHost: " + url().authority().toLatin1()
        + "\r\nContent-Length: " + QByteArray::number(bodySize) + "\r\n";
}

void ProvenReply::readAnswer(const QByteArray &bytes)
{
    const bool hadHead = m_answer.hasHead();
    if (!m_answer.feed(bytes)) {
        end(ProtocolFailure, u"The service sent an invalid HTTP answer."_s);
        return;
    }
    if (m_patience.isActive())
        m_patience.start();
    if (!hadHead && m_answer.hasHead()) {
        for (const auto &[name, value] : m_answer.headers())
            setRawHeader(name, value);
        setAttribute(QNetworkRequest::HttpStatusCodeAttribute, m_answer.status());
        Q_EMIT metaDataChanged();
    }
    if (!isFinished() && m_answer.bodySize() > 0)
        Q_EMIT readyRead();
    if (!isFinished() && m_answer.isWhole())
        end();
}

void ProvenReply::onDisconnected()
{
    onReadyRead();
    if (isFinished())
        return;
    if (m_answer.endsWithConnection())
        end();
    else
        end(RemoteHostClosedError, u"The service closed the connection."_s);
}

void ProvenReply::refuse()
{
    end(ContentAccessDenied,
        u"The program at this address could not prove that it is your service."_s);
}

void ProvenReply::abort()
{
    end(OperationCanceledError, u"The service did not answer in time."_s);
}

void ProvenReply::end(NetworkError error, const QString &why)
{
    if (isFinished())
        return;
    setFinished(true);
    m_patience.stop();
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    if (error != NoError) {
        setError(error, why);
        Q_EMIT errorOccurred(error);
    }
    Q_EMIT finished();
}

qint64 ProvenReply::bytesAvailable() const
{
    return QNetworkReply::bytesAvailable() + m_answer.bodySize();
}

qint64 ProvenReply::readData(char *data, qint64 maxSize)
{
    const QByteArray taken = m_answer.takeBody(qsizetype(maxSize));
    std::ranges::copy(taken, data);
    if (taken.isEmpty() && isFinished())
        return -1;
    return taken.size();
}

} // namespace Client
