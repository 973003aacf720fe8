// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/migratecommand.h"

#include "store/updatedatabase.h"

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

QString kindOf(const Store::Migration &step)
{
    if (!step.compatibleFrom)
        return u"contract"_s;
    return *step.compatibleFrom == 0 ? u"expand"_s
                                     : u"contract after %1"_s.arg(*step.compatibleFrom);
}

void list(QTextStream &out, const QString &heading, const QList<Store::Migration> &steps)
{
    if (steps.isEmpty())
        return;
    out << heading << '\n';
    for (const Store::Migration &step : steps)
        out << u"  %1 %2 (%3)"_s.arg(QString::number(step.version), step.name, kindOf(step))
            << '\n';
}

int report(const Store::SchemaUpdate &update, bool isPlan, const MigrateCommandContext &context)
{
    if (update.applied.isEmpty() && update.refused.isEmpty())
        context.out << "The database has all steps of this version.\n";
    list(context.out, isPlan ? u"Would be applied:"_s : u"Applied:"_s, update.applied);
    list(context.out, u"Refused:"_s, update.refused);
    if (update.refused.isEmpty())
        return 0;
    context.err << "postriderd: older programs use the database: " << update.reason
                << ". Stop them, or update them first.\n";
    return 1;
}

} // namespace

int runMigrateCommand(const QStringList &arguments, MigrateCommandContext context)
{
    const bool isPlan = arguments == QStringList{ u"--dry-run"_s };
    if (!arguments.isEmpty() && !isPlan) {
        context.err << "Unknown argument `" << arguments.last() << "`.\n\n" << migrateUsage();
        context.err.flush();
        return 2;
    }
    const auto update = Store::updateDatabase({ context.database, context.wait, isPlan });
    int status = 1;
    if (update)
        status = report(*update, isPlan, context);
    else
        context.err << "postriderd: " << update.error().message << '\n';
    context.out.flush();
    context.err.flush();
    return status;
}

QString migrateUsage()
{
    return uR"(postriderd migrate [--dry-run]

Updates the tables of the database to this version and ends. The service does the same when it
starts. With SQLite the service must not run. With PostgreSQL services of older versions may run:
steps with which one of them could not work are refused, until it is stopped or updated.
  --dry-run    only print the steps
The exit status is 0 if the database has all steps, and 1 if steps were refused or failed.
)"_s;
}

} // namespace Cli
