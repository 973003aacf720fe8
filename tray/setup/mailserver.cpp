// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/mailserver.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

struct Server {
    Q_DECLARE_TR_FUNCTIONS(Setup::Server)
};

} // namespace

QString wireName(Security security)
{
    switch (security) {
    case Security::Auto:
        return u"auto"_s;
    case Security::Tls:
        return u"tls"_s;
    case Security::StartTls:
        return u"starttls"_s;
    case Security::None:
        return u"none"_s;
    }
    Q_UNREACHABLE();
}

Security securityFrom(const QString &name)
{
    for (const Security one : { Security::Tls, Security::StartTls, Security::None }) {
        if (wireName(one) == name)
            return one;
    }
    return Security::Auto;
}

QString securityText(Security security)
{
    switch (security) {
    case Security::Auto:
        return Server::tr("Encrypted, detected automatically");
    case Security::Tls:
        return Server::tr("TLS");
    case Security::StartTls:
        return Server::tr("STARTTLS");
    case Security::None:
        return Server::tr("None: anybody on the way can read it");
    }
    Q_UNREACHABLE();
}

int usualPort(Side side, Security security)
{
    const bool isTls = security == Security::Tls || security == Security::Auto;
    if (side == Side::Imap)
        return isTls ? 993 : 143;
    return isTls ? 465 : 587;
}

QString serverText(const MailServer &server)
{
    const QString place = Server::tr("%1, port %2").arg(server.host).arg(server.port);
    if (server.security == Security::Auto)
        return place;
    return Server::tr("%1, %2", "server and encryption")
        .arg(place,
             server.security == Security::None ? Server::tr("not encrypted")
                                               : securityText(server.security));
}

} // namespace Setup
