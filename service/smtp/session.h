// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/endpoint.h"
#include "net/loginplan.h"
#include "net/sasl.h"
#include "net/transport.h"
#include "smtp/extensions.h"
#include "smtp/limits.h"
#include "smtp/submission.h"

#include <QObject>

#include <chrono>
#include <memory>

namespace Smtp {

/** How a session behaves; the same for all accounts. */
struct SessionOptions {
    Limits limits;
    bool allowPrivate = true;                            ///< `mail.allow_private`
    std::chrono::milliseconds openTimeout{ 30'000 };     ///< until the greeting was understood
    std::chrono::milliseconds commandTimeout{ 300'000 }; ///< RFC 5321 4.5.3.2: MAIL, RCPT
    std::chrono::milliseconds blockTimeout{ 180'000 };   ///< no byte of the message can be sent
    std::chrono::milliseconds finalTimeout{ 600'000 };   ///< from the final dot to the answer
};

/**
 * One connection to a submission server, RFC 6409. Used on one thread with an event loop, by one
 * coroutine at a time, which owns it. abort() and the destructor end every waiting call with an error, so
 * code after a co_await must check the result before it uses the session.
 *
 *     Smtp::Session session(policy);
 *     const Result<void> opened = co_await session.open(endpoint);
 *     const Result<void> loggedIn = co_await session.login(credentials);
 *     const Smtp::Submission sent = co_await session.submit(envelope, cargo);
 *     co_await session.quit();
 */
class Session : public QObject
{
public:
    explicit Session(Net::TlsPolicy policy, SessionOptions options = {}, QObject *parent = nullptr);
    ~Session() override;

    /**
     * Connects, reads the greeting, and sends EHLO and, if required, STARTTLS. With Security::Auto on an
     * unusual port: uses TLS if no greeting arrives, see Net::mayBeTls(). Data received before TLS is
     * discarded. Errors: Unreachable, Tls, Certificate, Timeout, Server (it refuses the connection),
     * Protocol.
     */
    QCoro::Task<Result<void>> open(Net::Endpoint endpoint);

    /// How the connection is protected, once it is open; never Auto.
    Net::Security security() const { return m_endpoint.security; }

    /**
     * With the mechanisms of Net::LoginPlan; where the server ends the connection after a refusal, it
     * is opened once more. Unauthorized: refused, or no offered mechanism may be used; Tls: the
     * offered mechanisms are weaker than the one that worked before; Server: not now. A server that
     * offers no login at all is used without (our choice, for internal relays; a server that
     * requires a login refuses MAIL), unless the credentials name a mechanism.
     */
    QCoro::Task<Result<void>> login(Net::Credentials credentials);

    /// The mechanism that the last login() succeeded with; empty: none.
    QByteArray mechanism() const { return m_mechanism; }
    /// The mechanisms that the server refused in the last login(), in the order of trying.
    QList<QByteArray> refusedMechanisms() const { return m_refusedMechanisms; }

    /// Sends a mail. May be called for several mails, one after the other. After a failure, check
    /// isOpen(): the session may be closed.
    QCoro::Task<Submission> submit(Envelope envelope, Cargo cargo);

    /// Sends QUIT, waits at most 2 s for the reply, and closes the connection in every case.
    QCoro::Task<void> quit();

    /// Closes the connection at once. Every waiting call returns the error `why`.
    void abort(Error why);

    bool isOpen() const { return m_transport && m_transport->isOpen(); }
    const Extensions &extensions() const { return m_extensions; }
    /// Fingerprint of the server's public key (Net::keyFingerprint()); empty without TLS.
    QByteArray peerKey() const { return m_transport ? m_transport->peerKey() : QByteArray(); }
    QSslCertificate peerCertificate() const
    {
        return m_transport ? m_transport->peerCertificate() : QSslCertificate(); // null without TLS
    }

private:
    using ReplyResult = Result<Reply>;

    QCoro::Task<Result<void>> connectBy(Net::Security way, std::chrono::milliseconds within);
    QCoro::Task<Result<void>> connectEitherWay();
    QCoro::Task<Result<void>> greet();
    QCoro::Task<Result<void>> hello();
    QCoro::Task<Result<void>> upgrade();
    /// The outcome of one mechanism.
    struct Attempt {
        std::optional<Error> error;               ///< absent: logged in
        std::optional<Net::Refusal> refusal = {}; ///< absent with an error: the connection failed
    };

    QCoro::Task<Result<void>> authenticate(Net::Credentials credentials);
    QCoro::Task<Attempt> attempt(std::shared_ptr<Net::SaslClient> sasl);
    QCoro::Task<Submission> carry(Envelope envelope, Cargo cargo, Submission soFar);
    QCoro::Task<Result<void>> sendMessage(Cargo cargo);
    QCoro::Task<ReplyResult> command(QByteArray line, QByteArray logged = {});
    QCoro::Task<ReplyResult> readReply(std::chrono::milliseconds deadline);
    QCoro::Task<Result<void>> checkSilence();
    void write(const QByteArray &bytes, QByteArrayView logged);
    Error give(Error why); ///< aborts with `why`, and returns it
    Error refusal(const QString &what, const Reply &reply) const;
    Reply cleaned(Reply reply) const;
    void keepSecret(const QByteArray &secret);
    bool mayQuote() const;

    Net::TlsPolicy m_policy;
    SessionOptions m_options;
    Net::Endpoint m_endpoint;
    std::unique_ptr<Net::Transport> m_transport;
    Extensions m_extensions;
    std::weak_ptr<Net::SaslClient> m_sasl; ///< of the running login
    QByteArray m_mechanism;
    QList<QByteArray> m_refusedMechanisms;
    QList<QByteArray> m_secrets; ///< lower case: servers repeat text that they did not understand
    bool m_isInTransaction = false; ///< MAIL was sent, but the mail was neither completed nor reset
    std::optional<Reply> m_early;   ///< received while the message was being sent
};

} // namespace Smtp
