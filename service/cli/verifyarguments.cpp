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
        return wrong(u"`%1` is not known here."_s.arg(name));
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
    return u"postriderd verify --account ID|ADDRESS [--folder PATH] [--json]\n"
           "\n"
           "Asks the mail server what is there and compares it with the database, folder by "
           "folder.\n"
           "Changes nothing on either side; the service may run. Names each mail that is\n"
           "  missing-here      at the server and not here\n"
           "  gone-there        here as at the server, and not there\n"
           "  flags, size       different: seen or flagged, bytes\n"
           "and each folder that differs as a whole (uidvalidity, no-folder, not-synchronised). "
           "What\n"
           "was deleted here, what the account leaves out (syncMode), and flags that are to stay "
           "here\n"
           "(flagSync) are no differences.\n"
           "  --account ID|ADDRESS   the account\n"
           "  --folder PATH          one of its folders; without it, all that it follows\n"
           "  --json                 print one JSON object\n"
           "The exit status is 0 where both are equal, 1 where they differ, 2 where they could not "
           "be\n"
           "compared.\n"_s;
}

} // namespace Cli
