// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/certificates.h"

#include <QPointer>
#include <QSslSocket>
#include <QStringList>
#include <QTcpServer>

#include <optional>

namespace Support {

/**
 * A server that holds one conversation as written down, on a free port of 127.0.0.1, in the thread
 * and event loop of the test. Each step is one entry:
 *
 *     C: $ NOOP          the client must send this line; `$` is any word, kept as the tag
 *     C: $ ID *          .. or a line that begins like this
 *     S: $ OK done       the server sends it, `$` being the last tag kept; a line end is added
 *     S= {5}             the same without a line end
 *     STARTTLS           the server waits for the handshake
 *     TLS                the same as the first step: TLS from the first byte
 *     X                  the server closes the connection
 *     R                  the server resets it
 *     N                  the client must connect again; the following steps are about that connection
 *
 * Line ends inside an entry are sent as they are, in one segment. After the last step whatever
 * comes is a mismatch. One connection per object, and one more for each N.
 */
class ScriptedServer : public QTcpServer
{
public:
    explicit ScriptedServer(QStringList script, std::optional<Certificate> certificate = {});

    /// Sends everything in pieces of that many bytes, each with a round of the event loop between.
    void setPieceBytes(qsizetype bytes) { m_pieceBytes = bytes; }

    bool isDone() const { return m_next >= m_script.size(); } ///< every step was taken
    /// What went wrong, empty if nothing did: compare with QString().
    QString problem() const { return m_problem; }
    /// Every line that the client sent.
    QList<QByteArray> received() const { return m_received; }

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    void run();
    void startTls();
    void onReadyRead();
    void checkLine(const QByteArray &line);
    void send(const QByteArray &bytes);
    void sendPiece();

    QStringList m_script;
    std::optional<Certificate> m_certificate;
    qsizetype m_next = 0;
    QPointer<QSslSocket> m_socket;
    QByteArray m_tag;
    QByteArray m_unsent;
    qsizetype m_pieceBytes = 0;
    bool m_isHandshaking = false;
    bool m_awaitsConnection = true;
    QString m_problem;
    QList<QByteArray> m_received;
};

} // namespace Support
