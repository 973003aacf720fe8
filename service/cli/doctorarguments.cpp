// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/doctorarguments.h"

using namespace Qt::StringLiterals;

namespace Cli {

Result<DoctorArguments> parseDoctorArguments(const QStringList &arguments)
{
    DoctorArguments parsed;
    for (const QString &word : arguments) {
        if (word == "--json"_L1)
            parsed.isJson = true;
        else if (word == "--login"_L1)
            parsed.isWithLogin = true;
        else
            return Error{ Error::Code::BadRequest, u"`%1` is not known here."_s.arg(word) };
    }
    return parsed;
}

QString doctorUsage()
{
    return u"postriderd doctor [--login] [--json]\n"
           "\n"
           "Looks at configuration, files and their modes, free space, database, master key, mail\n"
           "servers, clock, webhooks and push, and says what to do. Changes nothing; the service "
           "may\n"
           "run. Run it as the user of the service, with its --config.\n"
           "  --login    also log in at the mail servers of all accounts\n"
           "  --json     print one JSON object\n"
           "It connects to the mail servers of the accounts and to nobody else. The exit status is "
           "0\n"
           "where all is fine, 1 after warnings, 2 after faults.\n"_s;
}

} // namespace Cli
