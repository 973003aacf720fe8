// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/findings.h"

#include "policy/cleantext.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

struct Found {
    Q_DECLARE_TR_FUNCTIONS(Setup::Found)
};

constexpr qsizetype nameLength = 60;
constexpr qsizetype noteLength = 300;

QStringList textsOf(const QJsonValue &value)
{
    QStringList texts;
    for (const QJsonValue &one : value.toArray())
        texts.append(one.toString());
    return texts;
}

/// Addresses of strangers' pages are accepted with TLS only.
QUrl pageOf(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    return url.isValid() && url.scheme() == u"https" && !url.host().isEmpty() ? url : QUrl();
}

QString sourceText(const QString &source)
{
    if (source == u"providers")
        return Found::tr("known to Postrider");
    if (source == u"autoconfig" || source == u"wellKnown")
        return Found::tr("found in the provider's own file");
    if (source == u"srv")
        return Found::tr("found in the DNS of the domain");
    if (source == u"mx")
        return Found::tr("known as the provider of this domain");
    return Found::tr("found under its usual name");
}

bool isPlain(const MailServer &server)
{
    return !server.host.isEmpty() && server.security == Security::None;
}

} // namespace

Findings findingsOf(const QJsonValue &data)
{
    const QJsonObject json = data.toObject();
    const QJsonObject account = json.value("account"_L1).toObject();
    const auto server = [&account](QLatin1StringView host, QLatin1StringView port,
                                   QLatin1StringView security, QLatin1StringView username) {
        return MailServer{ account.value(host).toString(), account.value(port).toInt(),
                           securityFrom(account.value(security).toString()),
                           account.value(username).toString() };
    };
    Findings findings;
    findings.isFound = json.value("found"_L1).toBool();
    findings.source = json.value("source"_L1).toString();
    findings.provider = Policy::cleanLine(json.value("provider"_L1).toString(), nameLength);
    findings.imap = server("host"_L1, "port"_L1, "security"_L1, "username"_L1);
    findings.smtp = server("smtp_host"_L1, "smtp_port"_L1, "smtpSecurity"_L1, "smtpUsername"_L1);
    findings.authentication = textsOf(json.value("authentication"_L1));
    findings.oauthProvider = json.value("oauthProvider"_L1).toString();
    findings.helpUrl = pageOf(json.value("helpUrl"_L1).toString());
    findings.note = Policy::cleanLine(json.value("note"_L1).toString(), noteLength);
    for (const QJsonValue &warning : json.value("warnings"_L1).toArray())
        findings.warnings.append(warning.toObject().value("code"_L1).toString());
    return findings;
}

QString foundText(const Findings &findings)
{
    const QString who = findings.provider.isEmpty() ? findings.imap.host : findings.provider;
    const QString protection = isPlain(findings.imap) || isPlain(findings.smtp)
        ? Found::tr("not encrypted")
        : Found::tr("encrypted");
    return Found::tr("%1, %2, %3", "provider, encryption, where it was found")
        .arg(Policy::isolated(who, nameLength), protection, sourceText(findings.source));
}

QString cautionText(const Findings &findings)
{
    QStringList texts;
    if (findings.warnings.contains(u"plain_text"_s))
        texts.append(Found::tr("This server offers no encryption: anybody on the way could read "
                               "the password and the mail."));
    if (findings.warnings.contains(u"other_domain"_s))
        texts.append(Found::tr("The domain names %1 as its mail server, but this information can "
                               "be forged. Go on only if that is your provider.")
                         .arg(Policy::isolated(findings.imap.host, nameLength)));
    return texts.join(u'\n');
}

QString searchText(const QString &email)
{
    const QString domain = Policy::isolated(email.section(u'@', -1).trimmed(), nameLength);
    return Found::tr(
               "Looking for the mail servers of %1: in the list of known providers, in a file "
               "of the domain, in its DNS, under usual names …")
        .arg(domain);
}

bool isAddress(const QString &text)
{
    const QString address = text.trimmed();
    const qsizetype at = address.indexOf(u'@');
    return at > 0 && at < address.size() - 1 && address.count(u'@') == 1 && !address.contains(u' ')
        && !address.endsWith(u'.');
}

} // namespace Setup
