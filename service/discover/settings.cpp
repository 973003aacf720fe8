// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/settings.h"

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

std::optional<Server> serverOf(const std::optional<Providers::Server> &known,
                               const EmailAddress &address)
{
    if (!known)
        return std::nullopt;
    return Server{ known->host, known->port, known->security, address.text };
}

} // namespace

QByteArray sourceName(Source source)
{
    switch (source) {
    case Source::Providers:
        return "providers";
    case Source::Autoconfig:
        return "autoconfig";
    case Source::WellKnown:
        return "wellKnown";
    case Source::Srv:
        return "srv";
    case Source::Mx:
        return "mx";
    case Source::Guess:
        break;
    }
    return "guess";
}

QByteArray warningName(Warning warning)
{
    return warning == Warning::PlainText ? "plain_text" : "other_domain";
}

QString warningText(Warning warning)
{
    if (warning == Warning::PlainText)
        return u"A server is offered without encryption only: anybody between this service and the "
               "server could read the password and the mail."_s;
    return u"The DNS records of the domain name a server of another domain, and DNS answers can be "
           "forged: check that this is your provider before you enter the password."_s;
}

Settings settingsOf(const Providers::Provider &provider, const EmailAddress &address)
{
    Settings settings;
    settings.provider = provider.name;
    settings.imap = serverOf(provider.imap, address);
    settings.smtp = serverOf(provider.smtp, address);
    settings.authentication = provider.auth;
    settings.oauthName = provider.oauthName;
    settings.helpUrl = provider.helpUrl;
    settings.note = provider.note;
    return settings;
}

} // namespace Discover
