// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "net/httpcall.h"

#include <QNetworkReply>
#include <QNetworkRequest>
#include <QTimer>

#include <chrono>

namespace Net {

/** How long a call may take. */
struct HttpDeadlines {
    std::chrono::milliseconds lookup{ 5'000 };
    std::chrono::milliseconds connect{ 5'000 };
    std::chrono::milliseconds tls{ 5'000 };
    std::chrono::milliseconds total{ 15'000 }; ///< with all of these
};

/**
 * One request at one address and its answer, with deadlines and a bound on what is read. Owned by
 * the HttpCaller, on its thread; run() is awaited before it goes.
 */
class HttpExchange : public QObject
{
public:
    explicit HttpExchange(qsizetype mostAnswer) : m_mostAnswer(mostAnswer) { }
    ~HttpExchange() override;

    /// Unreachable, Timeout, Tls, Certificate, Protocol; an answer of any status is none.
    QCoro::Task<Result<HttpAnswer>> run(QNetworkReply *reply, HttpDeadlines deadlines);
    void abort(Error why);

    bool wasConnected() const { return m_isConnected; } ///< the request may have left

private:
    void onConnecting(HttpDeadlines deadlines);
    void onConnected();
    void onReadyRead();
    void onFinished();
    void onSslErrors(const QList<QSslError> &problems);
    void end(Result<HttpAnswer> result);
    bool hasStatus() const;
    HttpAnswer answer(bool isCut) const;
    Error describe() const;

    const qsizetype m_mostAnswer;
    QNetworkReply *m_reply = nullptr; ///< ours; only ever deleted later
    QString m_host;
    QByteArray m_body;
    QTimer m_phase; ///< connecting
    QTimer m_total;
    bool m_isConnected = false;
    std::optional<Error> m_certificateError;
    Async::Completion<Result<HttpAnswer>> m_done;
};

} // namespace Net
