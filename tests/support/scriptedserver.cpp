// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/scriptedserver.h"

#include <QFile>
#include <QSslConfiguration>
#include <QSslKey>
#include <QTimer>

namespace Support {

using namespace Qt::StringLiterals;

ScriptedServer::ScriptedServer(QStringList script, std::optional<Certificate> certificate)
    : m_script(std::move(script)), m_certificate(std::move(certificate))
{
    if (!listen(QHostAddress::LocalHost))
        qFatal("no port to listen on");
}

void ScriptedServer::incomingConnection(qintptr descriptor)
{
    if (!m_awaitsConnection) {
        m_problem = u"unexpected connection"_s;
        return;
    }
    m_awaitsConnection = false;
    if (m_socket)
        m_socket->disconnect(this);
    m_socket = new QSslSocket(this);
    m_socket->setSocketDescriptor(descriptor);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(m_socket, &QSslSocket::readyRead, this, &ScriptedServer::onReadyRead);
    connect(m_socket, &QSslSocket::encrypted, this, [this] {
        m_isHandshaking = false;
        run();
    });
    if (!m_script.contains(u"N"_s))
        close();
    run();
}

void ScriptedServer::run()
{
    while (m_next < m_script.size() && m_unsent.isEmpty() && !m_isHandshaking && m_socket
           && !m_awaitsConnection) {
        const QString step = m_script.at(m_next);
        if (step.startsWith(u"C:"))
            return;
        ++m_next;
        if (step == u"X")
            m_socket->disconnectFromHost();
        else if (step == u"N")
            m_awaitsConnection = true;
        else if (step == u"R")
            m_socket->abort();
        else if (step == u"STARTTLS" || step == u"TLS")
            startTls();
        else if (step.startsWith(u"S: "))
            send(step.sliced(3).toUtf8() + "\r\n");
        else if (step.startsWith(u"S= "))
            send(step.sliced(3).toUtf8());
        else
            m_problem = u"bad step: "_s + step;
    }
}

void ScriptedServer::startTls()
{
    QFile certificate(m_certificate->certificateFile);
    QFile key(m_certificate->keyFile);
    if (!certificate.open(QIODevice::ReadOnly) || !key.open(QIODevice::ReadOnly))
        qFatal("no certificate");
    m_socket->setLocalCertificate(QSslCertificate(&certificate));
    m_socket->setPrivateKey(QSslKey(&key, QSsl::Ec));
    m_isHandshaking = true;
    m_socket->startServerEncryption();
}

void ScriptedServer::onReadyRead()
{
    while (m_socket && m_socket->canReadLine())
        checkLine(m_socket->readLine().chopped(1));
}

void ScriptedServer::checkLine(const QByteArray &line)
{
    const QByteArray text = line.endsWith('\r') ? line.chopped(1) : line;
    m_received.append(text);
    if (!m_problem.isEmpty())
        return;
    QByteArray expected = m_next < m_script.size() ? m_script.at(m_next).toUtf8() : QByteArray();
    if (!expected.startsWith("C: ")) {
        m_problem = u"unexpected line: "_s + QString::fromUtf8(text);
        return;
    }
    expected.remove(0, 3);
    if (expected.startsWith("$ ")) {
        m_tag = text.left(text.indexOf(' '));
        expected.replace(0, 1, m_tag);
    }
    const bool matches =
        expected.endsWith('*') ? text.startsWith(expected.chopped(1)) : text == expected;
    if (!matches) {
        m_problem =
            u"expected %1, got %2"_s.arg(QString::fromUtf8(expected), QString::fromUtf8(text));
        return;
    }
    ++m_next;
    run();
}

void ScriptedServer::send(const QByteArray &bytes)
{
    QByteArray out = bytes;
    if (out.startsWith("$ "))
        out.replace(0, 1, m_tag);
    out.replace("\n$ ", "\n" + m_tag + ' ');
    if (m_pieceBytes == 0) {
        m_socket->write(out);
        return;
    }
    m_unsent = out;
    sendPiece();
}

void ScriptedServer::sendPiece()
{
    if (!m_socket || m_socket->state() != QAbstractSocket::ConnectedState)
        return;
    m_socket->write(m_unsent.left(m_pieceBytes));
    m_socket->flush();
    m_unsent.remove(0, m_pieceBytes);
    if (m_unsent.isEmpty())
        run();
    else
        QTimer::singleShot(0, this, &ScriptedServer::sendPiece);
}

} // namespace Support
