// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/httpanswer.h"
#include "client/identity.h"

#include <QNetworkReply>
#include <QTcpSocket>
#include <QTimer>

namespace Client {

/**
 * One request of ProvenAccess: connects, checks the proof of the other side, and only then writes the
 * request, on the same connection. Without a valid proof the reply ends with ContentAccessDenied and
 * has no HTTP status. The caller owns the reply, as with all replies.
 */
class ProvenReply : public QNetworkReply
{
    Q_OBJECT

public:
    ProvenReply(const Result<Identity> &identity, QNetworkAccessManager::Operation operation,
                const QNetworkRequest &request, const QByteArray &body, QObject *parent);

    void abort() override;
    bool isSequential() const override { return true; }
    qint64 bytesAvailable() const override;

protected:
    qint64 readData(char *data, qint64 maxSize) override;

private:
    void connectToService();
    void challenge();
    void onReadyRead();
    void onDisconnected();
    void readProof(const QByteArray &bytes);
    void readAnswer(const QByteArray &bytes);
    void ask();
    QByteArray head(const QByteArray &method, const QByteArray &target, qsizetype bodySize) const;
    void refuse();
    void end(NetworkError error = NoError, const QString &why = {});

    QByteArray m_secret;
    QByteArray m_method;
    QByteArray m_body;
    QByteArray m_nonce;
    QString m_address; ///< of the other side, from the socket
    QTcpSocket *m_socket = nullptr;
    QTimer m_patience;
    HttpAnswer m_proof;
    HttpAnswer m_answer;
    bool m_isProven = false;
};

} // namespace Client
