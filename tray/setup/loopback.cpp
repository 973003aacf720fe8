// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/loopback.h"

#include <QTcpSocket>
#include <QUrl>
#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

constexpr qsizetype mostHead = 16 * 1024;
constexpr int mostWaiting = 8;

QByteArray page(const QString &title, const QString &text)
{
    const QString html =
        u"<!DOCTYPE html><html><head><meta charset=\"utf-8\"><meta name=\"color-scheme\" "
        "content=\"light dark\"><title>%1</title><style>body{font-family:sans-serif;"
        "max-width:32em;margin:15vh auto;padding:0 1em;line-height:1.5}</style></head>"
        "<body><h1>%1</h1><p>%2</p></body></html>"_s.arg(title.toHtmlEscaped(),
                                                         text.toHtmlEscaped());
    return html.toUtf8();
}

} // namespace

bool isSame(const QByteArray &one, const QByteArray &other)
{
    if (one.size() != other.size())
        return false;
    unsigned difference = 0;
    for (qsizetype at = 0; at < one.size(); ++at)
        difference |= unsigned(uchar(one.at(at)) ^ uchar(other.at(at)));
    return difference == 0;
}

std::optional<Comeback> comebackOf(const QByteArray &head, const QByteArray &state)
{
    const QList<QByteArray> words = head.left(head.indexOf("\r\n")).split(' ');
    if (words.size() != 3 || words.at(0) != "GET")
        return std::nullopt;
    const QUrl target = QUrl::fromEncoded(words.at(1));
    const QUrlQuery query(target);
    if (target.path() != u"/" || !query.hasQueryItem(u"state"_s))
        return std::nullopt;
    const auto value = [&query](const QString &name) {
        return query.queryItemValue(name, QUrl::FullyDecoded);
    };
    const bool isOurs = !state.isEmpty() && isSame(value(u"state"_s).toUtf8(), state);
    return Comeback{ value(u"code"_s), value(u"error"_s), isOurs };
}

Loopback::Loopback(QObject *parent) : QObject(parent)
{
    m_server.setMaxPendingConnections(mostWaiting);
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            socket->setReadBufferSize(mostHead);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { take(socket); });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    });
}

bool Loopback::listen()
{
    return m_server.listen(QHostAddress(QHostAddress::LocalHost), 0);
}

void Loopback::close()
{
    m_server.close();
    m_state.clear();
}

void Loopback::take(QTcpSocket *socket)
{
    const QByteArray head = socket->peek(mostHead);
    if (!head.contains("\r\n\r\n")) {
        if (head.size() >= mostHead)
            socket->abort();
        return;
    }
    socket->readAll();
    const std::optional<Comeback> comeback = comebackOf(head, m_state);
    if (!comeback || !m_server.isListening()) {
        answer(socket, 404, tr("There is no such page"), {});
        return;
    }
    if (!comeback->isOurs)
        answer(socket, 400, tr("This answer does not belong to your sign-in"),
               tr("Close this page and begin the sign-in again in Postrider."));
    else if (comeback->code.isEmpty())
        answer(socket, 200, tr("You are not signed in"),
               tr("Close this page. Postrider shows what to do next."));
    else
        answer(socket, 200, tr("You are signed in"), tr("Close this page and go on in Postrider."));
    close();
    Q_EMIT returned(*comeback);
}

void Loopback::answer(QTcpSocket *socket, int status, const QString &title, const QString &text)
{
    const QByteArray body = page(title, text);
    socket->write(
        "HTTP/1.1 " + QByteArray::number(status)
        + " Answer\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\n"
          "Referrer-Policy: no-referrer\r\nConnection: close\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    socket->flush(); // this may be deleted before the next turn of the event loop
    socket->disconnectFromHost();
}

} // namespace Setup
