// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/copycommand.h"

#include "cli/copyarguments.h"
#include "store/copy/databasecopy.h"
#include "store/sql/privatefile.h"

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

bool asksForHelp(const QStringList &arguments)
{
    return arguments.contains("--help"_L1) || arguments.contains("-h"_L1);
}

QString advice(const Store::DatabaseAddress &to)
{
    const QString url = to.isFile() ? u"sqlite:FILE"_s : u"postgresql://..."_s;
    return u"Done. Set database_url = %1 in the configuration of the service.\n"
           "Keep the data directory: it contains the key for the stored passwords, and the "
           "uploads.\n"_s.arg(url);
}

} // namespace

int runCopyCommand(const QStringList &arguments, CopyCommandContext context)
{
    if (asksForHelp(arguments)) {
        context.out << copyUsage();
        return 0;
    }
    const auto parsed = parseCopyArguments(arguments);
    if (!parsed) {
        context.err << parsed.error().message << "\n\n" << copyUsage();
        context.err.flush();
        return 2;
    }
    const QString warning =
        Store::openToOthers(Store::filesOf(parsed->from) + Store::filesOf(parsed->to));
    if (!warning.isEmpty())
        context.err << "postriderd: " << warning << Qt::endl;
    context.out << "Copying " << parsed->from.shown << " to " << parsed->to.shown << Qt::endl;
    const auto report = [&context](const QString &line) {
        context.out << line << Qt::endl;
    };
    const Result<void> done =
        Store::copyDatabase({ parsed->from, parsed->to, std::move(context.reader), report });
    if (done)
        context.out << advice(parsed->to);
    else
        context.err << "postriderd: " << done.error().message << '\n';
    context.out.flush();
    context.err.flush();
    return done ? 0 : done.error().code == Error::Code::BadRequest ? 2 : 1;
}

} // namespace Cli
