// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/proxytunnel.h"

#include "net/transport.h"

#include <QDeadlineTimer>
#include <QHostAddress>
#include <QtEndian>

#include <array>

using namespace Qt::StringLiterals;

namespace Net {

namespace {

constexpr qsizetype longestLine = 8 * 1024;
constexpr int mostHeaders = 100;

std::chrono::milliseconds left(const QDeadlineTimer &until)
{
    return std::chrono::milliseconds(until.remainingTime());
}

Error refused(const QString &what)
{
    return { Error::Code::Unreachable, what };
}

Error notSpoken(const Proxy &proxy)
{
    return { Error::Code::Protocol,
             proxy.kind == Proxy::Kind::Socks5 ? u"The proxy does not speak SOCKS 5."_s
                                               : u"The proxy does not speak HTTP."_s };
}

Error loginRefused(const Proxy &proxy)
{
    return refused(proxy.login.isEmpty() ? u"The proxy requires a login."_s
                                         : u"The proxy refused the login."_s);
}

/// A failure of the connection, with the proxy in its text: the connection is to the proxy.
Error ofProxy(const Error &error)
{
    if (error.code == Error::Code::Timeout)
        return { Error::Code::Timeout, u"The proxy did not answer in time."_s };
    if (error.code == Error::Code::Unreachable)
        return { Error::Code::Unreachable, u"The proxy closed the connection."_s };
    return error;
}

// RFC 1928 6
Error socksFailure(quint8 reply, const QString &host)
{
    switch (reply) {
    case 2:
        return refused(u"The proxy does not allow connections to %1."_s.arg(host));
    case 3:
    case 4:
    case 6:
        return refused(u"The proxy cannot reach %1."_s.arg(host));
    case 5:
        return refused(u"%1 refused the connection of the proxy."_s.arg(host));
    default:
        return refused(
            u"The proxy could not connect to %1 (SOCKS reply %2)."_s.arg(host).arg(reply));
    }
}

QByteArray withLength(QByteArrayView bytes)
{
    return QByteArray(1, char(bytes.size())) + bytes.toByteArray();
}

// RFC 1928 4: the address as it is, or a name for the proxy to look up.
QByteArray socksRequest(const QString &host, quint16 port)
{
    QByteArray request("\x05\x01\x00", 3);
    const QHostAddress address(host);
    if (address.protocol() == QAbstractSocket::IPv4Protocol) {
        std::array<char, 4> bytes;
        qToBigEndian(address.toIPv4Address(), bytes.data());
        request += '\x01' + QByteArray(bytes.data(), bytes.size());
    } else if (address.protocol() == QAbstractSocket::IPv6Protocol) {
        const Q_IPV6ADDR bytes = address.toIPv6Address();
        request += '\x04' + QByteArray(reinterpret_cast<const char *>(&bytes), sizeof bytes);
    } else {
        request += '\x03' + withLength(host.toLatin1());
    }
    return request + char(port >> 8) + char(port & 0xff);
}

// RFC 1929
QCoro::Task<Result<void>> socksLogin(Transport *transport, Proxy proxy, QDeadlineTimer until)
{
    const qsizetype colon = proxy.login.indexOf(':');
    transport->write("\x01" + withLength(proxy.login.first(colon))
                     + withLength(proxy.login.sliced(colon + 1)));
    const Result<QByteArray> answer = co_await transport->readBytes(2, left(until));
    if (!answer)
        co_return ofProxy(answer.error());
    if (answer->at(1) != 0)
        co_return loginRefused(proxy);
    co_return Result<void>();
}

// RFC 1928 3
QCoro::Task<Result<void>> socksGreeting(Transport *transport, Proxy proxy, QDeadlineTimer until)
{
    const bool hasLogin = !proxy.login.isEmpty();
    transport->write(hasLogin ? QByteArray("\x05\x02\x00\x02", 4) : QByteArray("\x05\x01\x00", 3));
    const Result<QByteArray> choice = co_await transport->readBytes(2, left(until));
    if (!choice)
        co_return ofProxy(choice.error());
    if (choice->at(0) != 5)
        co_return notSpoken(proxy);
    if (choice->at(1) == 0)
        co_return Result<void>();
    if (choice->at(1) != 2 || !hasLogin)
        co_return loginRefused(proxy);
    Result<void> loggedIn = co_await socksLogin(transport, proxy, until);
    co_return loggedIn;
}

QCoro::Task<Result<void>> openSocks(Transport *transport, Proxy proxy, QString host, quint16 port,
                                    QDeadlineTimer until)
{
    const Result<void> greeted = co_await socksGreeting(transport, proxy, until);
    CO_RETURN_IF_ERROR(greeted);
    transport->write(socksRequest(host, port));
    const Result<QByteArray> head = co_await transport->readBytes(4, left(until));
    if (!head)
        co_return ofProxy(head.error());
    if (head->at(0) != 5)
        co_return notSpoken(proxy);
    if (head->at(1) != 0)
        co_return socksFailure(quint8(head->at(1)), host);
    qsizetype rest = 2; // the port; before it comes an address that we do not need
    if (head->at(3) == 3) {
        const Result<QByteArray> length = co_await transport->readBytes(1, left(until));
        if (!length)
            co_return ofProxy(length.error());
        rest += quint8(length->at(0));
    } else if (head->at(3) == 1 || head->at(3) == 4) {
        rest += head->at(3) == 1 ? 4 : 16;
    } else {
        co_return notSpoken(proxy);
    }
    const Result<QByteArray> bound = co_await transport->readBytes(rest, left(until));
    if (!bound)
        co_return ofProxy(bound.error());
    co_return Result<void>();
}

QByteArray connectRequest(const Proxy &proxy, const QString &host, quint16 port)
{
    const bool isIpv6 = host.contains(u':');
    const QByteArray name = (isIpv6 ? u'[' + host + u']' : host).toLatin1();
    const QByteArray target = name + ':' + QByteArray::number(port);
    QByteArray request = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
    if (!proxy.login.isEmpty())
        request += "Proxy-Authorization: Basic " + proxy.login.toBase64() + "\r\n";
    return request + "\r\n";
}

/// 200 of `HTTP/1.1 200 OK`; 0 if the line is not a status line.
int statusOf(const QByteArray &line)
{
    if (!line.startsWith("HTTP/1.") || line.size() < 12 || line.at(8) != ' ')
        return 0;
    return line.mid(9, 3).toInt();
}

Error httpFailure(int status, const Proxy &proxy, const QString &host)
{
    if (status == 407 || status == 401) // tinyproxy answers 401 to a wrong password
        return loginRefused(proxy);
    if (status == 403 || status == 405)
        return refused(u"The proxy does not allow connections to %1."_s.arg(host));
    if (status == 502 || status == 503 || status == 504)
        return refused(u"The proxy cannot reach %1."_s.arg(host));
    return refused(u"The proxy could not connect to %1 (HTTP status %2)."_s.arg(host).arg(status));
}

QCoro::Task<Result<void>> openHttp(Transport *transport, Proxy proxy, QString host, quint16 port,
                                   QDeadlineTimer until)
{
    transport->write(connectRequest(proxy, host, port));
    const Result<QByteArray> first = co_await transport->readLine(longestLine, left(until));
    if (!first)
        co_return ofProxy(first.error());
    const int status = statusOf(*first);
    if (status < 200) // also refuses interim answers to CONNECT
        co_return notSpoken(proxy);
    if (status >= 300)
        co_return httpFailure(status, proxy, host);
    for (int i = 0; i < mostHeaders; ++i) {
        const Result<QByteArray> header = co_await transport->readLine(longestLine, left(until));
        if (!header)
            co_return ofProxy(header.error());
        if (header->isEmpty())
            co_return Result<void>();
    }
    co_return notSpoken(proxy);
}

} // namespace

QCoro::Task<Result<void>> openTunnel(Transport *transport, Proxy proxy, QString host, quint16 port,
                                     std::chrono::milliseconds deadline)
{
    const QDeadlineTimer until(deadline);
    const bool isSocks = proxy.kind == Proxy::Kind::Socks5;
    QCoro::Task<Result<void>> opening = isSocks ? openSocks(transport, proxy, host, port, until)
                                                : openHttp(transport, proxy, host, port, until);
    Result<void> opened = co_await opening;
    co_return opened;
}

} // namespace Net
