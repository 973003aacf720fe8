// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sasl.h"

#include "net/scram.h"

#include <QList>

namespace Net {

namespace {

class Plain : public SaslClient
{
public:
    explicit Plain(Credentials credentials) : m_credentials(std::move(credentials)) { }
    QByteArray name() const override { return "PLAIN"; }
    QByteArray initialResponse() override
    {
        return QByteArray(1, '\0') + m_credentials.username.toUtf8() + '\0'
            + m_credentials.password;
    }
    bool hasUsedSecret() const override { return true; }
    QCoro::Task<Result<QByteArray>> respond(QByteArray) override
    {
        co_return Error{ Error::Code::Protocol,
                         QStringLiteral("The server sent a second challenge for PLAIN.") };
    }

private:
    Credentials m_credentials;
};

class LoginPrompts : public SaslClient
{
public:
    explicit LoginPrompts(Credentials credentials) : m_credentials(std::move(credentials)) { }
    QByteArray name() const override { return "LOGIN"; }
    QByteArray initialResponse() override { return {}; }
    bool hasUsedSecret() const override { return m_prompts > 1; }
    QCoro::Task<Result<QByteArray>> respond(QByteArray) override
    {
        switch (++m_prompts) {
        case 1:
            co_return m_credentials.username.toUtf8();
        case 2:
            co_return m_credentials.password;
        default:
            co_return Error{ Error::Code::Protocol,
                             QStringLiteral("The server sent too many challenges for LOGIN.") };
        }
    }

private:
    Credentials m_credentials;
    int m_prompts = 0;
};

/** One message; a challenge holds the reason of a refusal, and the client must answer it. */
class Bearer : public SaslClient
{
public:
    Bearer(QByteArray name, QByteArray message, QByteArray errorAnswer)
        : m_name(std::move(name)), m_message(std::move(message)),
          m_errorAnswer(std::move(errorAnswer))
    {
    }
    QByteArray name() const override { return m_name; }
    QByteArray initialResponse() override { return m_message; }
    bool hasUsedSecret() const override { return true; }
    QCoro::Task<Result<QByteArray>> respond(QByteArray) override { co_return m_errorAnswer; }

private:
    QByteArray m_name;
    QByteArray m_message;
    QByteArray m_errorAnswer;
};

} // namespace

std::unique_ptr<SaslClient> makePlain(const Credentials &credentials)
{
    return std::make_unique<Plain>(credentials);
}

std::unique_ptr<SaslClient> makeLogin(const Credentials &credentials)
{
    return std::make_unique<LoginPrompts>(credentials);
}

std::unique_ptr<SaslClient> makeXOAuth2(const Credentials &credentials)
{
    const QByteArray message = "user=" + credentials.username.toUtf8() + "\x01" + "auth=Bearer "
        + credentials.accessToken + "\x01\x01";
    return std::make_unique<Bearer>("XOAUTH2", message, QByteArray(""));
}

std::unique_ptr<SaslClient> makeOAuthBearer(const Credentials &credentials, const QString &host,
                                            quint16 port)
{
    QByteArray user = credentials.username.toUtf8();
    user.replace('=', "=3D").replace(',', "=2C"); // RFC 5801 4
    const QByteArray message = "n,a=" + user + ",\x01host=" + host.toUtf8() + "\x01port="
        + QByteArray::number(port) + "\x01" + "auth=Bearer " + credentials.accessToken + "\x01\x01";
    return std::make_unique<Bearer>("OAUTHBEARER", message, QByteArray("\x01"));
}

std::unique_ptr<SaslClient> makeSasl(const QByteArray &name, const Credentials &credentials,
                                     const QString &host, quint16 port)
{
    if (!credentials.accessToken.isEmpty()) {
        if (name == "OAUTHBEARER")
            return makeOAuthBearer(credentials, host, port);
        return name == "XOAUTH2" ? makeXOAuth2(credentials) : nullptr;
    }
    if (name == "SCRAM-SHA-256")
        return std::make_unique<Scram>(ScramHash::Sha256, credentials.username,
                                       credentials.password);
    if (name == "SCRAM-SHA-1")
        return std::make_unique<Scram>(ScramHash::Sha1, credentials.username, credentials.password);
    if (name == "PLAIN")
        return makePlain(credentials);
    return name == "LOGIN" ? makeLogin(credentials) : nullptr;
}

} // namespace Net
