// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/autoconfig.h"

#include "common/shortened.h"
#include "discover/hostname.h"

#include <QHostAddress>
#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

constexpr qsizetype longestName = 100; ///< of a provider, as it is shown

QString filledIn(QString text, const EmailAddress &address)
{
    text.replace(u"%EMAILADDRESS%"_s, address.text, Qt::CaseInsensitive);
    text.replace(u"%EMAILLOCALPART%"_s, address.local, Qt::CaseInsensitive);
    text.replace(u"%EMAILDOMAIN%"_s, address.domain, Qt::CaseInsensitive);
    return text;
}

/// Removes control and format characters, which could change how the text around it is shown.
QString forPeople(const QString &text)
{
    QString shown;
    for (const QChar c : text) {
        if (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format)
            shown += c;
    }
    return Text::shortened(shown.simplified(), longestName);
}

std::optional<Server> serverOf(const ConfigServer &given, const EmailAddress &address)
{
    const QString host = filledIn(given.host, address);
    const QHostAddress literal(host);
    const std::optional<QString> name =
        literal.isNull() ? hostName(host) : std::optional(literal.toString());
    if (!name || given.authentication.isEmpty())
        return std::nullopt;
    QString username = filledIn(given.username, address);
    if (username.isEmpty() || username.contains(u'%')) // an unknown placeholder
        username = address.text;
    return Server{ *name, given.port, given.security, username };
}

struct Choice {
    std::optional<Server> server;
    QByteArrayList authentication;
};

Choice choose(const QList<ConfigServer> &servers, const EmailAddress &address)
{
    Choice choice;
    for (const ConfigServer &given : servers) {
        const std::optional<Server> server = serverOf(given, address);
        const bool isFirst = server && !choice.server;
        const bool isBetter = server && choice.server
            && choice.server->security == Net::Security::None
            && server->security != Net::Security::None;
        if (isFirst || isBetter)
            choice = { server, given.authentication };
    }
    return choice;
}

bool isPlain(const std::optional<Server> &server)
{
    return server && server->security == Net::Security::None;
}

QUrl urlOf(const QString &host, const QString &path)
{
    QUrl url;
    url.setScheme(u"https"_s);
    url.setHost(host);
    url.setPath(path);
    return url;
}

} // namespace

QUrl autoconfigUrl(const EmailAddress &address)
{
    QUrl url = urlOf(u"autoconfig."_s + address.domain, u"/mail/config-v1.1.xml"_s);
    const QByteArray asked = QUrl::toPercentEncoding(address.local + u'@' + address.domain);
    url.setQuery(u"emailaddress="_s + QString::fromLatin1(asked));
    return url;
}

QUrl wellKnownUrl(const EmailAddress &address)
{
    return urlOf(address.domain, u"/.well-known/autoconfig/mail/config-v1.1.xml"_s);
}

Result<Settings> chooseServers(const ConfigFile &file, const EmailAddress &address)
{
    const Choice imap = choose(file.imap, address);
    const Choice smtp = choose(file.smtp, address);
    if (!imap.server && file.imap.isEmpty() && file.hasPop)
        return Error{ Error::Code::Protocol,
                      u"The file names only POP3 servers, and no IMAP "
                      "server."_s };
    if (!imap.server)
        return Error{ Error::Code::Protocol,
                      u"The file names no IMAP server that can be used here."_s };
    Settings settings;
    settings.provider = forPeople(filledIn(file.displayName, address));
    settings.imap = imap.server;
    settings.smtp = smtp.server;
    settings.authentication = imap.authentication;
    if (isPlain(imap.server) || isPlain(smtp.server))
        settings.warnings.append(Warning::PlainText);
    return settings;
}

} // namespace Discover
