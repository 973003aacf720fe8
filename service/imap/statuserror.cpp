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
    // Quirk: Dovecot says it in words only. Guessing from other words could lose a folder.
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

Result<void> statusResult(const StatusLine &status)
{
    if (status.kind == StatusLine::Kind::Ok)
        return {};
    return statusError(status);
}

} // namespace Imap
