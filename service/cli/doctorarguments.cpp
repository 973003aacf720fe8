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
            return Error{ Error::Code::BadRequest, u"Unknown argument `%1`."_s.arg(word) };
    }
    return parsed;
}

QString doctorUsage()
{
    return uR"(postriderd doctor [--login] [--json]

Checks configuration, files and their modes, free space, database, master key, mail
servers, clock, webhooks and push, and says how to correct each problem. Changes nothing; the
service may run. Run it as the user of the service, with its --config.
  --login    also log in at the mail servers of all accounts
  --json     print one JSON object
It connects to the mail servers of the accounts, to the S3 store of the configuration, and to
no other servers. The exit status is 0 if there are no problems, 1 after warnings, 2 after faults.
)"_s;
}

} // namespace Cli
