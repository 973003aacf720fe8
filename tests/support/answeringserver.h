// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMap>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

/**
 * An HTTP server controlled by the test: it keeps the requests in their order, and the test sends
 * the answers. Listens on 127.0.0.1, in the test's own thread.
 */
class AnsweringServer : public QTcpServer
{
public:
    struct Request {
        QByteArray method;
        QByteArray target;
        QMap<QByteArray, QByteArray> headers; ///< names in lower case
        QByteArray body;
        QPointer<QTcpSocket> socket;

        void send(const QByteArray &bytes) const
        {
            if (socket) {
                socket->write(bytes);
                socket->flush();
            }
        }
        void answer(int status, const QByteArray &json, const QByteArray &more = {}) const
        {
            send("HTTP/1.1 " + QByteArray::number(status)
                 + " X\r\nContent-Type: application/json\r\nContent-Length: "
                 + QByteArray::number(json.size()) + "\r\n" + more + "\r\n" + json);
        }
        void beginStream() const
        {
            send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                 "Transfer-Encoding: chunked\r\n\r\n");
        }
        void sendChunk(const QByteArray &bytes) const
        {
            send(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n");
        }
        void close() const
        {
            if (socket)
                socket->disconnectFromHost();
        }
        bool isClosed() const { return !socket || socket->state() == QTcpSocket::UnconnectedState; }
    };

    explicit AnsweringServer(quint16 port = 0)
    {
        [[maybe_unused]] const bool listens = listen(QHostAddress::LocalHost, port);
        Q_ASSERT(listens);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = nextPendingConnection())
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        });
    }

    QUrl url() const { return QUrl(QString::fromLatin1("http://127.0.0.1:%1").arg(serverPort())); }

    QList<Request> requests;

private:
    void read(QTcpSocket *socket)
    {
        QByteArray &bytes = m_unread[socket];
        bytes += socket->readAll();
        for (qsizetype end = 0; (end = bytes.indexOf("\r\n\r\n")) >= 0;) {
            const auto lines = bytes.left(end).split('\n');
            Request request;
            request.method = lines.first().split(' ').value(0);
            request.target = lines.first().split(' ').value(1);
            for (const QByteArray &line : lines.sliced(1)) {
                const qsizetype colon = line.indexOf(':');
                request.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
            }
            const qsizetype length = request.headers.value("content-length").toInt();
            if (bytes.size() < end + 4 + length)
                return;
            request.body = bytes.mid(end + 4, length);
            request.socket = socket;
            bytes.remove(0, end + 4 + length);
            requests.append(request);
        }
    }

    QMap<QTcpSocket *, QByteArray> m_unread;
};
