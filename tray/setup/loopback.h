// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpServer>

#include <optional>

class QTcpSocket;

namespace Setup {

/** The provider's answer, which the browser brings back. */
struct Comeback {
    QString code;        ///< with it the sign-in is finished
    QString error;       ///< instead of a code: `access_denied`, ..
    bool isOurs = false; ///< its state is that of this sign-in
};

/// The answer in the first line of a request; nothing: the request is for another page.
std::optional<Comeback> comebackOf(const QByteArray &head, const QByteArray &state);

/// Takes equally long for all texts of that length, so that a caller cannot learn how much of one was right.
bool isSame(const QByteArray &one, const QByteArray &other);

/**
 * The address that the browser returns to: listens at 127.0.0.1 on a port that the system chooses, for one
 * request with the state of the sign-in, and answers with a page that says what to do next. Other requests
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
