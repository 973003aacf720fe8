// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpSocket>
#include <QTest>

/**
 * A client that sends exactly the bytes of the test and keeps everything that it receives.
 *
 *     Client client(server.port());
 *     client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
 *     QCOMPARE(client.answer().status, 200);
 */
class Client : public QObject
{
public:
    struct Answer {
        int status = 0;                       ///< 0: there was none
        QMap<QByteArray, QByteArray> headers; ///< names in lower case
        QByteArray body;
        QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
        int code() const { return json().value(QLatin1StringView("code")).toInt(-1); }
    };

    explicit Client(quint16 port, qint64 readBufferSize = 0)
    {
        socket.setReadBufferSize(readBufferSize);
        socket.connectToHost(QHostAddress::LocalHost, port);
        [[maybe_unused]] const bool isDecided = QTest::qWaitFor([&] {
            return socket.state() == QTcpSocket::ConnectedState
                || socket.state() == QTcpSocket::UnconnectedState;
        });
    }

    void send(const QByteArray &bytes)
    {
        socket.write(bytes);
        socket.flush();
    }

    /// GET or the like, without a body.
    Answer call(const QByteArray &method, const QByteArray &target, const QByteArray &headers = {})
    {
        send(method + ' ' + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
        return answer(method == "HEAD");
    }

    Answer post(const QByteArray &target, const QByteArray &json, const QByteArray &headers = {})
    {
        send("POST " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
             + headers + "Content-Length: " + QByteArray::number(json.size()) + "\r\n\r\n" + json);
        return answer();
    }

    /// Waits for the next answer and takes it from the received bytes.
    Answer answer(bool isHead = false)
    {
        Answer answer;
        [[maybe_unused]] const bool isThere =
            QTest::qWaitFor([&] { return take(answer, isHead) || isClosed(); });
        return answer;
    }

    bool isClosed()
    {
        pull();
        return socket.state() == QTcpSocket::UnconnectedState && !take(m_scratch, false);
    }
    bool waitForClosed()
    {
        return QTest::qWaitFor([&] {
            pull();
            return socket.state() == QTcpSocket::UnconnectedState;
        });
    }
    /// The received bytes that were not taken.
    const QByteArray &rest()
    {
        pull();
        return m_bytes;
    }

    QTcpSocket socket;

private:
    void pull() { m_bytes += socket.readAll(); }

    bool take(Answer &answer, bool isHead)
    {
        pull();
        const qsizetype end = m_bytes.indexOf("\r\n\r\n");
        if (end < 0)
            return false;
        answer = {};
        const auto lines = m_bytes.left(end).split('\n');
        answer.status = lines.first().split(' ').value(1).toInt();
        for (const QByteArray &line : lines.mid(1)) {
            const qsizetype colon = line.indexOf(':');
            answer.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
        }
        const qsizetype length = isHead ? 0 : answer.headers.value("content-length").toInt();
        if (m_bytes.size() < end + 4 + length)
            return false;
        answer.body = m_bytes.mid(end + 4, length);
        if (&answer != &m_scratch)
            m_bytes.remove(0, end + 4 + length);
        return true;
    }

    QByteArray m_bytes;
    Answer m_scratch;
};
