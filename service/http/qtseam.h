// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/acceptor.h"
#include "http/head.h"

#include <QHttpServerRequest>
#include <QHttpServerResponder>
#include <QPointer>
#include <QSet>
#include <QtHttpServer/QAbstractHttpServer>

namespace Http {

/**
 * Qt's HTTP server. All code that depends on the version of Qt is here (6.4: the handler gets a
 * socket; from 6.5 on a responder; from 6.8 on always by reference).
 *
 * It is never connected to a client, because it has no limits and no time-outs, keeps pointers to
 * sockets that may be deleted during a call, and answers pipelined requests out of order. Our
 * reader cuts the bytes into requests; each complete one is written down anew and fed to Qt through
 * one socket in memory, in one go. A request is accepted only where both parsers read it in the
 * same way.
 */
class QtSeam : private QAbstractHttpServer
{
public:
    /// `acceptor` must be listening; Qt owns it from here on.
    explicit QtSeam(Acceptor *acceptor) : m_acceptor(acceptor) { bind(acceptor); }

    /// False where Qt does not take this for exactly one request with this method and body.
    /// Without a body the result depends on method and target alone. A positive result is kept, so
    /// Qt is not asked again: the check is two fifths of the work of a small request.
    bool agrees(const Head &head, const QByteArray &body)
    {
        if (!body.isEmpty() || head.target.size() > knownTargetBytes)
            return isReadAlike(head, body);
        const QByteArray line = head.method + ' ' + head.target;
        if (m_known.contains(line))
            return true;
        const bool isSame = isReadAlike(head, body);
        if (isSame && m_known.size() >= knownMost)
            m_known.clear();
        if (isSame)
            m_known.insert(line);
        return isSame;
    }

private:
    static constexpr qsizetype knownMost = 1000;
    static constexpr qsizetype knownTargetBytes = 300;

    bool isReadAlike(const Head &head, const QByteArray &body)
    {
        m_method = QHttpServerRequest::Method::Unknown;
        m_body.clear();
        m_count = 0;
        if (!m_feed || !m_feed->isUsable()) {
            delete m_feed;
            m_feed = new QtFeed(m_acceptor);
            m_acceptor->give(m_feed);
        }
        const bool isAllRead = m_feed->push(message(head, body));
        const bool isSame =
            isAllRead && m_count == 1 && head.method == nameOf(m_method) && m_body == body;
        if (!isSame)
            delete m_feed; // it may hold half a request
        return isSame;
    }

    /// With the framing fields only, so that Qt cannot react to other fields.
    static QByteArray message(const Head &head, const QByteArray &body)
    {
        QByteArray text;
        text.reserve(head.method.size() + head.target.size() + body.size() + 64);
        text += head.method;
        text += ' ';
        text += head.target;
        text += " HTTP/1.1\r\nHost: a\r\nContent-Length: ";
        text += QByteArray::number(body.size());
        text += "\r\n\r\n";
        text += body;
        return text;
    }

    static QByteArrayView nameOf(QHttpServerRequest::Method method)
    {
        using Method = QHttpServerRequest::Method;
        switch (method) {
        case Method::Get:
            return "GET";
        case Method::Put:
            return "PUT";
        case Method::Delete:
            return "DELETE";
        case Method::Post:
            return "POST";
        case Method::Head:
            return "HEAD";
        case Method::Options:
            return "OPTIONS";
        case Method::Patch:
            return "PATCH";
        default:
            return {};
        }
    }

    bool take(const QHttpServerRequest &request)
    {
        ++m_count;
        m_method = request.method();
        m_body = request.body();
        return true;
    }

#if QT_VERSION < QT_VERSION_CHECK(6, 5, 0)
    bool handleRequest(const QHttpServerRequest &request, QTcpSocket *) override
    {
        return take(request);
    }
    void missingHandler(const QHttpServerRequest &, QTcpSocket *) override { }
#else
    // The responder is left where it is: moved out and destroyed in here, it would connect its
    // socket twice.
    bool handleRequest(const QHttpServerRequest &request, QHttpServerResponder &) override
    {
        return take(request);
    }
#if QT_VERSION < QT_VERSION_CHECK(6, 8, 0)
    void missingHandler(const QHttpServerRequest &, QHttpServerResponder &&) override { }
#else
    void missingHandler(const QHttpServerRequest &, QHttpServerResponder &) override { }
#endif
#endif

    Acceptor *m_acceptor;
    QPointer<QtFeed> m_feed;
    QHttpServerRequest::Method m_method = QHttpServerRequest::Method::Unknown;
    QByteArray m_body;
    int m_count = 0;
    QSet<QByteArray> m_known; ///< `GET /path?query`
};

} // namespace Http
