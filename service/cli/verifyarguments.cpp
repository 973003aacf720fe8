// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verifyarguments.h"

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

Error wrong(const QString &message)
{
    return { Error::Code::BadRequest, message };
}

Result<void> setOption(VerifyArguments &parsed, const QString &name, const QString &value)
{
    if (name == "--account"_L1)
        parsed.account = value;
    else if (name == "--folder"_L1)
        parsed.folder = value;
    else
        return wrong(u"Unknown argument `%1`."_s.arg(name));
    return value.isEmpty() ? wrong(u"`%1` needs a value."_s.arg(name)) : Result<void>();
}

} // namespace

Result<VerifyArguments> parseVerifyArguments(const QStringList &arguments)
{
    VerifyArguments parsed;
    QStringList rest = arguments;
    while (!rest.isEmpty()) {
        const QString word = rest.takeFirst();
        if (word == "--json"_L1) {
            parsed.isJson = true;
            continue;
        }
        const qsizetype equals = word.indexOf(u'=');
        const QString name = equals < 0 ? word : word.first(equals);
        QString value = equals < 0 ? QString() : word.sliced(equals + 1);
        if (equals < 0 && !rest.isEmpty())
            value = rest.takeFirst();
        RETURN_IF_ERROR(setOption(parsed, name, value));
    }
    if (parsed.account.isEmpty())
        return wrong(u"Name the account with --account."_s);
    return parsed;
}

QString verifyUsage()
{
    return uR"(postriderd verify --account ID|ADDRESS [--folder PATH] [--json]

Lists the mails of the mail server and compares them with the database, folder by folder.
Changes nothing on either side; the service may run. Prints each mail with a difference:
  missing-here      the server has it, the database does not
  gone-there        the database has it as a mail of the server, the server does not
  flags, size       seen or flagged, or the number of bytes, is different
and each folder that differs as a whole (uidvalidity, no-folder, not-synchronised). Mails
that were deleted here or that the account leaves out (syncMode), and flags that are not
synchronised (flagSync), are not differences.
  --account ID|ADDRESS   the account
  --folder PATH          one of its folders; without it, all that it synchronises
  --json                 print one JSON object
The exit status is 0 if both are equal, 1 if they differ, 2 if they could not be compared.
)"_s;
}

} // namespace Cli
