// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accountinput.h"

#include "api/accountjson.h"
#include "net/endpoint.h"
#include "net/loginplan.h"
#include "net/proxy.h"
#include "net/tlspolicy.h"
#include "oauth/provider.h"

#include <QHostAddress>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr Http::TextRule nameRule{ .min = 1, .max = 200 };
constexpr Http::TextRule emailRule{ .min = 3, .max = 320 };
constexpr Http::TextRule hostRule{ .min = 1, .max = 253 };
constexpr Http::TextRule loginRule{ .min = 1, .max = 320 };
constexpr Http::TextRule passwordRule{ .min = 0, .max = 4096 };
constexpr Http::TextRule handleRule{ .min = 1, .max = 100 };
constexpr Http::TextRule folderRule{ .min = 1, .max = 1000 };
constexpr qsizetype maxFolders = 1000;

/** Reads the fields of a request over the fields of an account. */
class Reader
{
public:
    Reader(Http::Body &body, Store::Account account) : m_body(body)
    {
        m_input.account = std::move(account);
    }

    AccountInput read(bool isNew)
    {
        m_isNew = isNew;
        readRequired();
        readSmtp();
        readOptions();
        return m_input;
    }

private:
    // Null counts as given: reading a required field that is null reports a failure.
    bool isGiven(QLatin1StringView name) const
    {
        return m_isNew || m_body.has(name) || m_body.isNull(name);
    }

    void readRequired()
    {
        Store::Account &account = m_input.account;
        if (isGiven("name"_L1))
            account.name = checked("name"_L1, m_body.text("name"_L1, nameRule));
        if (isGiven("email"_L1))
            account.email = readEmail();
        if (isGiven("host"_L1))
            account.host = readHost("host"_L1, m_body.text("host"_L1, hostRule));
        if (isGiven("port"_L1))
            account.port = int(m_body.integer("port"_L1, 1, 65535));
        if (isGiven("username"_L1))
            account.username = checked("username"_L1, m_body.text("username"_L1, loginRule));
        readSecret();
        account.security = readSecurity("security"_L1, account.security);
        account.authMechanism = readMechanism("authMechanism"_L1, account.authMechanism);
    }

    // A change between password and sign-in resets the mechanisms, because each is for one kind only.
    void readSecret()
    {
        Store::Account &account = m_input.account;
        if (const auto grant = m_body.optionalText("oauthGrant"_L1, handleRule))
            m_input.oauthGrant = grant->toLatin1();
        const bool isPasswordGiven = m_body.has("password"_L1) || m_body.isNull("password"_L1);
        if (isPasswordGiven || (m_isNew && !m_input.oauthGrant))
            m_input.password =
                readPassword("password"_L1, m_body.text("password"_L1, passwordRule));
        if (m_input.password && m_input.oauthGrant && !m_input.password->isEmpty())
            m_body.fail(u"oauthGrant"_s, u"must not be given together with a password"_s);
        const QByteArray before = account.authType;
        if (m_input.oauthGrant) {
            m_input.password.reset();
            account.authType = "oauth2";
        } else if (m_input.password) {
            account.authType = "password";
            account.oauthProvider.clear();
        }
        if (account.authType != before)
            account.authMechanism = account.smtpAuthMechanism = "auto";
    }

    void readSmtp()
    {
        Store::Account &account = m_input.account;
        if (resets("smtp_host"_L1))
            account.smtpHost.clear();
        else if (const auto host = m_body.optionalText("smtp_host"_L1, { .max = 253 }))
            account.smtpHost = host->isEmpty() ? QString() : readHost("smtp_host"_L1, *host);
        if (resets("smtp_port"_L1))
            account.smtpPort = 0;
        else if (const auto port = m_body.optionalInteger("smtp_port"_L1, 1, 65535))
            account.smtpPort = int(*port);
        account.smtpSecurity = readSecurity("smtpSecurity"_L1, account.smtpSecurity);
        account.smtpAuthMechanism =
            readMechanism("smtpAuthMechanism"_L1, account.smtpAuthMechanism);
        if (resets("smtpUsername"_L1))
            account.smtpUsername.clear();
        else if (const auto name = m_body.optionalText("smtpUsername"_L1, { .max = 320 }))
            account.smtpUsername = checked("smtpUsername"_L1, *name);
        if (resets("smtpPassword"_L1))
            m_input.smtpPassword = QByteArray();
        else if (const auto password = m_body.optionalText("smtpPassword"_L1, passwordRule))
            m_input.smtpPassword = readPassword("smtpPassword"_L1, *password);
    }

    void readOptions()
    {
        Store::Account &account = m_input.account;
        const Store::Account standard;
        if (resets("senderName"_L1))
            account.senderName = standard.senderName;
        else if (const auto name = m_body.optionalText("senderName"_L1, { .max = 200 }))
            account.senderName = checked("senderName"_L1, *name);
        if (resets("folders"_L1))
            account.folders = standard.folders;
        else if (m_body.has("folders"_L1))
            account.folders = readFolders();
        if (resets("folderRoles"_L1))
            account.folderRoles = standard.folderRoles;
        else if (const auto roles = m_body.optionalObject("folderRoles"_L1))
            account.folderRoles = readFolderRoles(*roles);
        account.syncMode = readChoice("syncMode"_L1, account.syncMode, standard.syncMode,
                                      { "all", "recent", "unread" });
        if (resets("syncDays"_L1))
            account.syncDays = standard.syncDays;
        else if (const auto days = m_body.optionalInteger("syncDays"_L1, 1, 3650))
            account.syncDays = int(*days);
        account.flagSync = readChoice("flagSync"_L1, account.flagSync, standard.flagSync,
                                      { "off", "pull", "both" });
        if (resets("deleteOnServer"_L1))
            account.deleteOnServer = standard.deleteOnServer;
        else if (const auto deletes = m_body.optionalBoolean("deleteOnServer"_L1))
            account.deleteOnServer = *deletes;
        if (resets("appendSent"_L1))
            account.appendSent = standard.appendSent;
        else if (const auto appends = m_body.optionalBoolean("appendSent"_L1))
            account.appendSent = *appends;
        account.onExpunge = readChoice("onExpunge"_L1, account.onExpunge, standard.onExpunge,
                                       { "hide", "keep", "delete" });
        if (resets("notify"_L1))
            account.notify = standard.notify;
        else if (const auto notify = m_body.optionalBoolean("notify"_L1))
            account.notify = *notify;
        readTlsPin();
        readProxy();
        if (const auto status = m_body.optionalText("status"_L1); status && !m_isNew) {
            if (*status != u"active" && *status != u"disabled")
                m_body.fail(u"status"_s, u"must be active or disabled"_s);
            m_input.status = status->toLatin1();
        }
    }

    bool resets(QLatin1StringView name) const { return !m_isNew && m_body.isNull(name); }

    // For texts that are sent to a mail server unchanged: a line break would start another command.
    QString checked(QLatin1StringView name, const QString &text)
    {
        if (text.contains(u'\r') || text.contains(u'\n') || text.contains(QChar(0)))
            m_body.fail(name, u"must not contain line breaks or NUL"_s);
        return text;
    }

    QString readEmail()
    {
        const QString email = checked("email"_L1, m_body.text("email"_L1, emailRule)).trimmed();
        const qsizetype at = email.indexOf(u'@');
        const bool isOne =
            at > 0 && at < email.size() - 1 && email.count(u'@') == 1 && !email.contains(u' ');
        if (!email.isEmpty() && !isOne)
            m_body.fail(u"email"_s, u"must be an e-mail address"_s);
        return email;
    }

    QString readHost(QLatin1StringView name, const QString &given)
    {
        QString host = given.trimmed().toLower();
        if (host.startsWith(u'[') && host.endsWith(u']'))
            host = host.sliced(1, host.size() - 2);
        const bool isAddress = !QHostAddress(host).isNull();
        const bool isName = QUrl::toAce(host).size() > 0 && !host.contains(u':')
            && !host.contains(u'/') && !host.contains(u'@') && !host.contains(u' ');
        if (!given.isEmpty() && !isAddress && !isName)
            m_body.fail(name, u"must be a host name or an address, without scheme and port"_s);
        return host;
    }

    std::optional<QByteArray> readPassword(QLatin1StringView name, const QString &given)
    {
        const bool isUnchanged = !m_isNew && (given.isEmpty() || given == passwordMask);
        if (isUnchanged)
            return std::nullopt;
        return checked(name, given).toUtf8();
    }

    QByteArray readSecurity(QLatin1StringView name, const QByteArray &before)
    {
        return readChoice(name, before, "auto", { "auto", "tls", "starttls", "none" });
    }

    QByteArray readMechanism(QLatin1StringView name, const QByteArray &before)
    {
        return readChoice(name, before, "auto", Net::mechanismChoices());
    }

    QByteArray readChoice(QLatin1StringView name, const QByteArray &before,
                          const QByteArray &standard, const QList<QByteArray> &choices)
    {
        if (resets(name))
            return standard;
        const std::optional<QString> given = m_body.optionalText(name);
        if (!given)
            return before;
        if (!choices.contains(given->toUtf8()))
            m_body.fail(name, u"must be one of "_s + QString::fromLatin1(choices.join(", ")));
        return given->toUtf8();
    }

    QStringList readFolders()
    {
        QStringList folders = m_body.textList("folders"_L1, maxFolders, folderRule);
        for (const QString &folder : std::as_const(folders))
            checked("folders"_L1, folder);
        if (folders.isEmpty() && !m_body.failure())
            m_body.fail(u"folders"_s, u"must name at least one folder"_s);
        folders.removeDuplicates();
        return folders;
    }

    // Replaces all roles. The folder of a role that is left out is found by SPECIAL-USE or its name.
    Store::FolderRoles readFolderRoles(const QJsonObject &given)
    {
        static const QStringList known = { u"sent"_s, u"drafts"_s, u"trash"_s, u"junk"_s,
                                           u"archive"_s };
        Store::FolderRoles roles;
        Http::Body body(given, u"folderRoles."_s);
        for (auto it = given.begin(); it != given.end(); ++it) {
            const QString field = u"folderRoles."_s + it.key();
            if (!known.contains(it.key())) {
                m_body.fail(field, u"must be one of sent, drafts, trash, junk, archive"_s);
                continue;
            }
            QString path;
            if (!it.value().isNull())
                path = body.text(QLatin1StringView(it.key().toLatin1()), folderRule);
            if (path.compare(u"INBOX", Qt::CaseInsensitive) == 0)
                m_body.fail(field, u"must not be INBOX"_s);
            if (path.contains(u'\r') || path.contains(u'\n') || path.contains(QChar(0)))
                m_body.fail(field, u"must not contain line breaks or NUL"_s);
            if (!path.isEmpty() && roles.values().contains(path))
                m_body.fail(field, u"must not be the folder of another role"_s);
            roles.insert(it.key().toLatin1(), path);
        }
        m_body.takeFailures(body);
        return roles;
    }

    void readTlsPin()
    {
        if (resets("tlsPin"_L1))
            m_input.account.tlsPin.clear();
        const std::optional<QString> given = m_body.optionalText("tlsPin"_L1, { .max = 200 });
        if (!given)
            return;
        const std::optional<QByteArray> pin = Net::pinFromText(*given);
        if (!pin)
            m_body.fail(u"tlsPin"_s, u"must be a SHA-256 fingerprint, 64 hexadecimal digits"_s);
        else
            m_input.account.tlsPin = *pin;
    }

    // Answers show the URL with a mask instead of its login. A URL with the mask keeps the stored login.
    void readProxy()
    {
        const auto given = m_body.optionalText("proxyUrl"_L1, { .max = 1000 });
        if (resets("proxyUrl"_L1) || (given && given->isEmpty())) {
            m_input.account.proxyUrl.clear();
            m_input.proxyLogin = QByteArray();
        }
        if (!given || given->isEmpty())
            return;
        const QString mask = QString::fromUtf16(passwordMask) + u'@';
        const bool isMasked = given->contains(mask);
        const Result<Net::Proxy> proxy = Net::proxyFromUrl(QString(*given).remove(mask));
        if (!proxy)
            m_body.fail(u"proxyUrl"_s, proxy.error().message);
        else if (isMasked && !m_isNew && Net::proxyUrl(*proxy) != m_input.account.proxyUrl)
            m_body.fail(u"proxyUrl"_s, u"must contain the login again for another proxy"_s);
        else
            m_input.account.proxyUrl = Net::proxyUrl(*proxy);
        if (proxy && !isMasked)
            m_input.proxyLogin = proxy->login;
    }

    Http::Body &m_body;
    AccountInput m_input;
    bool m_isNew = true;
};

} // namespace

AccountInput readNewAccount(Http::Body &body)
{
    return Reader(body, Store::Account()).read(true);
}

AccountInput readAccountUpdate(Http::Body &body, const Store::Account &before)
{
    return Reader(body, before).read(false);
}

void checkLogins(Http::Body &body, const Store::Account &account, bool hasSmtpPassword)
{
    const bool isOAuth = account.authType == "oauth2";
    const auto check = [&](const QString &field, const QByteArray &mechanism, bool isToken) {
        if (mechanism != "auto" && Net::isForTokens(mechanism) != isToken)
            body.fail(
                field,
                isToken
                    ? u"must be auto, OAUTHBEARER or XOAUTH2: the account has an OAuth sign-in"_s
                    : u"must not be an OAuth mechanism: this login uses a password"_s);
    };
    check(u"authMechanism"_s, account.authMechanism, isOAuth);
    check(u"smtpAuthMechanism"_s, account.smtpAuthMechanism, isOAuth && !hasSmtpPassword);
    const auto isShown = [](const QByteArray &security, const QString &host) {
        return security == "none" && !OAuth::isLoopbackHost(host);
    };
    const QString reason = u"must not be none: an access token is sent over TLS only"_s;
    if (isOAuth && isShown(account.security, account.host))
        body.fail(u"security"_s, reason);
    const QString smtpHost = account.smtpHost.isEmpty() ? account.host : account.smtpHost;
    if (isOAuth && !hasSmtpPassword && isShown(account.smtpSecurity, smtpHost))
        body.fail(u"smtpSecurity"_s, reason);
}

bool needsReconnect(const Store::Account &before, const AccountInput &input)
{
    const Store::Account &after = input.account;
    const auto connection = [](const Store::Account &account) {
        return std::tie(account.host, account.port, account.username, account.security,
                        account.tlsPin, account.email, account.folders, account.folderRoles,
                        account.syncMode, account.syncDays, account.flagSync, account.onExpunge,
                        account.proxyUrl, account.authMechanism);
    };
    return input.password || input.proxyLogin || connection(before) != connection(after);
}

} // namespace Api
