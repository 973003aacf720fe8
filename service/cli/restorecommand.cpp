// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/restorecommand.h"

#include "backup/restorebackup.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

Error wrong(const QString &message)
{
    return { Error::Code::BadRequest, message };
}

QString advice(const Backup::Manifest &manifest, const QString &dataDir)
{
    if (manifest.hasKeys || QFileInfo::exists(dataDir + "/master.key"_L1))
        return u"Done. Start the service.\n"_s;
    return u"Done. The backup holds no key. Before you start the service, put the master key of "
           u"the "
           "old one to %1/master.key (chmod 600), or name it as you did there; without it the "
           "passwords of all mailboxes must be entered again.\n"_s.arg(dataDir);
}

} // namespace

QString restoreUsage()
{
    return u"postriderd restore FILE\n"
           "\n"
           "Puts back what postriderd backup has written: into the data directory (--data-dir), "
           "which\n"
           "must be empty but for master.key, and into the configured database, which must be "
           "empty\n"
           "too. It may be of another engine than the one that was backed up. The whole file is\n"
           "checked before anything is put in place; the index for searching is made anew.\n"
           "Do not let two services run with the same backup: each would send what waits to be sent.\n"_s;
}

Result<QString> parseRestoreArguments(const QStringList &arguments)
{
    QString file;
    for (const QString &word : arguments) {
        if (word.startsWith(u'-'))
            return wrong(u"`%1` is not known here."_s.arg(word));
        if (!file.isEmpty())
            return wrong(u"Name one file, not also `%1`."_s.arg(word));
        file = word;
    }
    return file.isEmpty() ? wrong(u"Name the file to restore."_s) : Result<QString>(file);
}

int runRestoreCommand(const QStringList &arguments, const RestoreCommandContext &context)
{
    const auto file = parseRestoreArguments(arguments);
    if (!file) {
        context.err << file.error().message << "\n\n" << restoreUsage();
        context.err.flush();
        return 2;
    }
    context.out << "Restoring " << *file << " to " << context.database.shown << Qt::endl;
    const auto tell = [&context](const QString &line) {
        context.out << line << Qt::endl;
    };
    const auto done = Backup::restoreBackup(
        { *file, context.database, context.dataDir, context.attachments, context.reader, tell });
    if (done)
        context.out << advice(*done, context.dataDir);
    else
        context.err << "postriderd: " << done.error().message << '\n';
    context.out.flush();
    context.err.flush();
    return done ? 0 : 1;
}

} // namespace Cli
