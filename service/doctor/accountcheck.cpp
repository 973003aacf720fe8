// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/accountcheck.h"

#include "mailbox/imapendpoint.h"
#include "mailbox/opening.h"
#include "outbox/smtpendpoint.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace Doctor {

namespace {

const QString check = u"servers"_s;
constexpr int atOnce = 8;
constexpr qint64 renewWithinDays = 14;

/** A mail server of one or more accounts. */
struct Server {
    bool isSmtp = false;
    Net::Endpoint endpoint;
    Store::Account account; ///< the first one
    QStringList emails;     ///< of all

    QString name() const
    {
        return u"%1 %2:%3 (%4)"_s.arg(isSmtp ? u"SMTP"_s : u"IMAP"_s, endpoint.host)
            .arg(endpoint.port)
            .arg(emails.size() > 3 ? u"%1 accounts"_s.arg(emails.size()) : emails.join(u", "_s));
    }
};

QString adviceFor(const Error &error)
{
    switch (error.code) {
    case Error::Code::Unreachable:
        return u"Check host and port of the account, the name service (DNS), and whether a "
               "firewall blocks the connection."_s;
    case Error::Code::Timeout:
        return u"Check the port, and whether a firewall blocks the connection."_s;
    case Error::Code::Certificate:
        return u"If the server is your own, set its CA certificate in mail.extra_ca or pin its key "
               "in the account; otherwise do not trust this connection."_s;
    case Error::Code::Tls:
        return u"Check the kind of encryption in the account: tls for ports 993 and 465, starttls "
               u"for "
               "143 and 587."_s;
    case Error::Code::Unauthorized:
        return u"Check user name and password of the account; some providers require an app "
               "password."_s;
    case Error::Code::SecretUnreadable:
    case Error::Code::SecretMissing:
    case Error::Code::NotFound:
        return u"Enter the password of the account again."_s;
    case Error::Code::SecretLocked:
        return u"Unlock the keychain, and use --desktop."_s;
    default:
        return u"Try again later, or ask the operator of the mail server."_s;
    }
}

Finding fault(const QString &where, const Error &error)
{
    return { Level::Fault, check, where, error.message, adviceFor(error) };
}

Finding statusOf(const Store::Account &account)
{
    if (account.status == "disabled")
        return { Level::Ok, u"accounts"_s, account.email, u"The account is disabled."_s, {} };
    if (account.status == "error")
        return { Level::Warning, u"accounts"_s, account.email,
                 u"The last synchronisation failed: %1"_s.arg(account.errorMessage),
                 u"See the check of its server below."_s };
    return { Level::Ok,
             u"accounts"_s,
             account.email,
             account.lastSyncAt ? u"Last synchronised at %1."_s.arg(
                 QDateTime::fromSecsSinceEpoch(*account.lastSyncAt, Qt::UTC).toString(Qt::ISODate))
                                : u"The account was not synchronised yet."_s,
             {} };
}

/** One check of all accounts. */
class AccountChecker
{
public:
    explicit AccountChecker(ServerAccess access) : m_access(std::move(access)) { }

    QCoro::Task<QList<Finding>> run(QList<Store::Account> accounts);

private:
    QCoro::Task<void> collect(Store::Account account);
    void add(bool isSmtp, const Net::Endpoint &endpoint, const Store::Account &account);
    QCoro::Task<Result<void>> checkServer(qsizetype index);
    QCoro::Task<QList<Finding>> checkImap(Server server);
    QCoro::Task<QList<Finding>> checkSmtp(Server server);
    QCoro::Task<Result<QByteArray>> smtpSecretOf(Server server);
    Finding logged(const Server &server, const Result<void> &outcome) const;
    bool isLoggingIn(const Server &server) const;
    QList<Finding> answered(const Server &server, const QSslCertificate &certificate,
                            Net::Security security) const;

    const ServerAccess m_access;
    QList<Server> m_servers;
    QList<QList<Finding>> m_of; ///< findings of each server, in the order of m_servers
    QList<Finding> m_findings;
};

void AccountChecker::add(bool isSmtp, const Net::Endpoint &endpoint, const Store::Account &account)
{
    const auto isSame = [&](const Server &server) {
        return !m_access.isWithLogin && server.isSmtp == isSmtp && server.endpoint == endpoint;
    };
    const auto there = std::ranges::find_if(m_servers, isSame);
    if (there != m_servers.end())
        there->emails.append(account.email);
    else
        m_servers.append({ isSmtp, endpoint, account, { account.email } });
}

QCoro::Task<void> AccountChecker::collect(Store::Account account)
{
    m_findings.append(statusOf(account));
    if (account.status == "disabled")
        co_return;
    const Result<Net::Endpoint> imap = co_await Mailbox::imapEndpoint(m_access.secrets, account);
    if (!imap) {
        m_findings.append(fault(account.email, imap.error()));
        co_return;
    }
    add(false, *imap, account);
    Result<Net::Endpoint> smtp = Outbox::smtpEndpoint(account);
    if (!smtp)
        co_return; // the account only receives mails
    smtp->proxy = imap->proxy;
    add(true, *smtp, account);
}

QCoro::Task<QList<Finding>> AccountChecker::run(QList<Store::Account> accounts)
{
    for (const Store::Account &account : std::as_const(accounts))
        co_await collect(account);
    m_of.resize(m_servers.size());
    QList<qsizetype> indices(m_servers.size());
    std::iota(indices.begin(), indices.end(), 0);
    auto step = [this](qsizetype index) {
        return checkServer(index);
    };
    QCoro::Task<Result<void>> all = Async::pipelined(indices, atOnce, std::move(step));
    const Result<void> done = co_await all;
    Q_ASSERT(done); // errors are stored as findings
    for (const QList<Finding> &findings : std::as_const(m_of))
        m_findings.append(findings);
    co_return m_findings;
}

QCoro::Task<Result<void>> AccountChecker::checkServer(qsizetype index)
{
    const Server server = m_servers[index];
    if (server.isSmtp) {
        QList<Finding> found = co_await checkSmtp(server);
        m_of[index] = std::move(found);
    } else {
        QList<Finding> found = co_await checkImap(server);
        m_of[index] = std::move(found);
    }
    co_return {};
}

QList<Finding> AccountChecker::answered(const Server &server, const QSslCertificate &certificate,
                                        Net::Security security) const
{
    QList<Finding> findings;
    findings.append(
        { Level::Ok,
          check,
          server.name(),
          u"The server answers (%1)."_s.arg(QString::fromLatin1(Net::securityName(security))),
          {} });
    if (security == Net::Security::None && !QHostAddress(server.endpoint.host).isLoopback()
        && server.endpoint.host != u"localhost")
        findings.append({ Level::Warning, check, server.name(),
                          u"Passwords and mails are sent to this server unencrypted."_s,
                          u"Choose tls or starttls in the account."_s });
    if (certificate.isNull())
        return findings;
    const auto expiry = certificateFinding(server.name(), certificate.expiryDate().toUTC(),
                                           QDateTime::currentDateTimeUtc());
    if (expiry)
        findings.append(*expiry);
    return findings;
}

bool AccountChecker::isLoggingIn(const Server &server) const
{
    return m_access.isWithLogin && server.account.authType == "password";
}

Finding AccountChecker::logged(const Server &server, const Result<void> &outcome) const
{
    if (!outcome)
        return fault(server.name(), outcome.error());
    return { Level::Ok, check, server.name(), u"The server accepts the login."_s, {} };
}

QCoro::Task<Result<QByteArray>> AccountChecker::smtpSecretOf(Server server)
{
    QByteArray ref = server.account.secretRef;
    if (!server.account.smtpSecretRef.isEmpty())
        ref = server.account.smtpSecretRef;
    Result<QByteArray> secret = co_await m_access.secrets->get(QString::fromLatin1(ref));
    co_return secret;
}

QCoro::Task<QList<Finding>> AccountChecker::checkImap(Server server)
{
    Imap::Session session(m_access.tls, m_access.imap);
    Mailbox::Opening opening(server.account, { .secrets = m_access.secrets });
    opening.setProxyLogin(server.endpoint.proxy.login);
    const Result<void> opened = co_await opening.connect(&session);
    if (!opened)
        co_return QList<Finding>{ fault(server.name(), opened.error()) };
    QList<Finding> findings = answered(server, session.peerCertificate(), session.security());
    if (isLoggingIn(server)) {
        const Result<void> found = co_await opening.readSecret();
        if (!found) {
            findings.append(fault(server.name(), found.error()));
        } else {
            const Result<void> done = co_await opening.logIn(&session);
            findings.append(logged(server, done));
        }
    }
    if (session.isOpen())
        co_await session.logout();
    co_return findings;
}

QCoro::Task<QList<Finding>> AccountChecker::checkSmtp(Server server)
{
    Smtp::Session session(m_access.tls, m_access.smtp);
    const Result<void> opened = co_await session.open(server.endpoint);
    if (!opened)
        co_return QList<Finding>{ fault(server.name(), opened.error()) };
    QList<Finding> findings = answered(server, session.peerCertificate(), session.security());
    if (isLoggingIn(server)) {
        const Result<QByteArray> secret = co_await smtpSecretOf(server);
        if (!secret) {
            findings.append(fault(server.name(), secret.error()));
        } else {
            const Net::Credentials login = Outbox::smtpLogin(server.account, *secret);
            const Result<void> done = co_await session.login(login);
            findings.append(logged(server, done));
        }
    }
    if (session.isOpen())
        co_await session.quit();
    co_return findings;
}

} // namespace

std::optional<Finding> certificateFinding(const QString &where, const QDateTime &end,
                                          const QDateTime &now)
{
    if (!end.isValid() || now.daysTo(end) >= renewWithinDays)
        return {};
    return Finding{
        Level::Warning, check, where,
        u"The certificate of the server is valid until %1."_s.arg(end.toString(Qt::ISODate)),
        u"Ask the operator of the server to renew it; connections fail after that date."_s
    };
}

QCoro::Task<QList<Finding>> checkAccounts(QList<Store::Account> accounts, ServerAccess access)
{
    AccountChecker checker(std::move(access));
    QList<Finding> findings = co_await checker.run(std::move(accounts));
    co_return findings;
}

} // namespace Doctor
