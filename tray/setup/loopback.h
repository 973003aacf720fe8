// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpServer>

#include <optional>

class QTcpSocket;

namespace Setup {

/** What a browser came back with from a provider. */
struct Comeback {
    QString code;        ///< with it the sign-in is finished
    QString error;       ///< instead of a code: `access_denied`, ..
    bool isOurs = false; ///< its state is that of this sign-in
};

/// The answer in the first line of a request; nothing where it is another page.
std::optional<Comeback> comebackOf(const QByteArray &head, const QByteArray &state);

/// Takes as long for every wrong text of that length (no caller learns how much of it was right).
bool isSame(const QByteArray &one, const QByteArray &other);

/**
 * Where a browser comes back to: listens at 127.0.0.1 on a port that the system chooses, for one
 * request with the state of the sign-in, and shows a page that says what to do now. Other requests
 * (icons of the page) get 404.
 */
class Loopback : public QObject
{
    Q_OBJECT

public:
    explicit Loopback(QObject *parent = nullptr);

    bool listen(); ///< false: the system gives no port
    quint16 port() const { return m_server.serverPort(); }
    void expect(const QByteArray &state) { m_state = state; }
    void close();

Q_SIGNALS:
    void returned(const Setup::Comeback &comeback);

private:
    void take(QTcpSocket *socket);
    void answer(QTcpSocket *socket, int status, const QString &title, const QString &text);

    QTcpServer m_server;
    QByteArray m_state;
};

} // namespace Setup
