// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/guesses.h"

using namespace Qt::StringLiterals;

namespace Discover {

using Net::Security;

QList<Server> imapGuesses(const EmailAddress &address)
{
    return { { u"imap."_s + address.domain, 993, Security::Tls, address.text },
             { u"mail."_s + address.domain, 993, Security::Tls, address.text } };
}

QList<Server> smtpGuesses(const EmailAddress &address)
{
    return { { u"smtp."_s + address.domain, 465, Security::Tls, address.text },
             { u"smtp."_s + address.domain, 587, Security::StartTls, address.text },
             { u"mail."_s + address.domain, 465, Security::Tls, address.text },
             { u"mail."_s + address.domain, 587, Security::StartTls, address.text } };
}

} // namespace Discover
