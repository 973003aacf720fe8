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
    const QString url =
        to.engine == Store::Engine::Sqlite ? u"sqlite:FILE"_s : u"postgresql://..."_s;
    return u"Done. Let the service use it: database_url = %1\n"
           "The data directory stays as it is: the key that opens stored passwords is there, and "
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
