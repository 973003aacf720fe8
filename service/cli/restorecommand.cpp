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

// The key file of the packages. systemd passes it to the service, which then uses no other one.
constexpr auto packagedKey = "/etc/postrider/master.key"_L1;

QString advice(const Backup::Manifest &manifest, const RestoreArguments &arguments,
               const QString &dataDir)
{
    QString text = u"Done. "_s;
    if (!arguments.isMove)
        text += u"Mails that waited to be sent are in the outbox with the status unknown, and all "
                "users have to log in again, with their passwords from the time of the backup. "_s;
    const QString own = dataDir + "/master.key"_L1;
    const bool isPackaged = QFileInfo::exists(packagedKey);
    if ((manifest.hasKeys || QFileInfo::exists(own)) && isPackaged)
        return text
            + u"A service that was installed from a package reads its master key from %1: if it is "
              "to use this database, copy %2 there, as root, with mode 600. Then start the "
              "service.\n"_s.arg(packagedKey, own);
    if (manifest.hasKeys || QFileInfo::exists(own))
        return text + u"Start the service.\n"_s;
    const QString key = isPackaged ? packagedKey.toString() : own;
    return text
        + u"The backup contains no master key. Before you start the service, copy the key of the "
          "old service to %1 (chmod 600), or configure it as in the old service; without the key "
          "the passwords of all mailboxes must be entered again.\n"_s.arg(key);
}

} // namespace

QString restoreUsage()
{
    return uR"(postriderd restore FILE [--move]

Restores a file of postriderd backup into the data directory (--data-dir), which must be
empty except for master.key, and into the configured database, which must be empty too. It
may be of another engine than the one that was backed up. The whole file is checked before
anything is restored; the search index is built again.
Mails that waited to be sent may have been sent since: they are not sent again automatically,
but get the status unknown in the outbox. All users have to log in again.
  --move   the old service did nothing after the backup and will never run again: mails that
           wait are sent, and tokens stay valid
)"_s;
}

Result<RestoreArguments> parseRestoreArguments(const QStringList &arguments)
{
    RestoreArguments parsed;
    for (const QString &word : arguments) {
        if (word == "--move"_L1) {
            parsed.isMove = true;
            continue;
        }
        if (word.startsWith(u'-'))
            return wrong(u"Unknown argument `%1`."_s.arg(word));
        if (!parsed.file.isEmpty())
            return wrong(u"Only one file can be given, not also `%1`."_s.arg(word));
        parsed.file = word;
    }
    if (parsed.file.isEmpty())
        return wrong(u"Name the file to restore."_s);
    return parsed;
}

int runRestoreCommand(const QStringList &arguments, const RestoreCommandContext &context)
{
    const auto parsed = parseRestoreArguments(arguments);
    if (!parsed) {
        context.err << parsed.error().message << "\n\n" << restoreUsage();
        context.err.flush();
        return 2;
    }
    context.out << "Restoring " << parsed->file << " to " << context.database.shown << Qt::endl;
    const auto report = [&context](const QString &line) {
        context.out << line << Qt::endl;
    };
    const auto done =
        Backup::restoreBackup({ parsed->file, context.database, context.dataDir,
                                context.attachments, context.reader, report, parsed->isMove });
    if (done)
        context.out << advice(*done, *parsed, context.dataDir);
    else
        context.err << "postriderd: " << done.error().message << '\n';
    context.out.flush();
    context.err.flush();
    return done ? 0 : 1;
}

} // namespace Cli
