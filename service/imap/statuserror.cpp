// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/statuserror.h"

#include "common/shortened.h"

#include <QList>

namespace Imap {

using namespace Qt::StringLiterals;

namespace {

QString said(const StatusLine &status)
{
    return Text::shortened(status.text, Text::mostError);
}

} // namespace

Error statusError(const StatusLine &status)
{
    // Quirk: Dovecot sends only this text, without a code. Other texts are not used for a guess: a wrong
    // guess could remove a folder.
    const bool missing = status.code == "NONEXISTENT" || status.code == "TRYCREATE"
        || (status.code.isEmpty() && status.text.startsWith(u"Mailbox doesn't exist:"));
    return { missing ? Error::Code::NotFound : Error::Code::Server,
             u"The server refused: %1"_s.arg(said(status)) };
}

Error loginError(const StatusLine &status)
{
    static const QList<QByteArray> passing = { "UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG" };
    const bool isRefusal = status.kind == StatusLine::Kind::No && !passing.contains(status.code);
    return { isRefusal ? Error::Code::Unauthorized : Error::Code::Server,
             u"The server refused the login: %1"_s.arg(said(status)) };
}

// RFC 5530. Cyrus reports "no mechanism available" in its text only, without a code. For a user without
// SCRAM secrets it sends the same NO without a code as for a wrong password.
Net::Refusal refusalOf(const StatusLine &status, bool wasSent, bool wasUsed)
{
    static const QList<QByteArray> busy = { "INUSE", "LIMIT", "SERVERBUG" };
    static const QList<QByteArray> final = { "AUTHENTICATIONFAILED", "AUTHORIZATIONFAILED",
                                             "EXPIRED", "CONTACTADMIN" };
    if (status.kind == StatusLine::Kind::Bye || busy.contains(status.code))
        return Net::Refusal::NotNow;
    if (status.kind == StatusLine::Kind::Bad || status.code == "CANNOT" || !wasSent
        || status.text.contains(u"mechanism", Qt::CaseInsensitive))
        return Net::Refusal::Mechanism;
    if (!wasUsed || status.code == "UNAVAILABLE")
        return Net::Refusal::Unjudged;
    return final.contains(status.code) ? Net::Refusal::WrongPassword : Net::Refusal::Unclear;
}

Result<void> statusResult(const StatusLine &status)
{
    if (status.kind == StatusLine::Kind::Ok)
        return {};
    return statusError(status);
}

} // namespace Imap
