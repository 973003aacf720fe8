// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/backupcommand.h"

#include "backup/makebackup.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

Error wrong(const QString &message)
{
    return { Error::Code::BadRequest, message };
}

QString advice(const Backup::Manifest &manifest)
{
    return manifest.hasKeys
        ? u"It contains the master key: whoever has this file can read the passwords of all "
          "mailboxes.\n"_s
        : u"It does not contain the master key. The passwords in it cannot be read without that "
          "key: keep a copy of the key in another place.\n"_s;
}

Result<Backup::BackupDone> backUp(const BackupArguments &arguments,
                                  const BackupCommandContext &context)
{
    QByteArray keys;
    if (arguments.withKeys) {
        const Result<QByteArray> found = context.keys();
        RETURN_IF_ERROR(found);
        keys = *found;
    }
    const auto report = [&context](const QString &line) {
        context.out << line << Qt::endl;
    };
    return Backup::makeBackup({ context.database, context.attachments, keys, arguments.file,
                                QStringLiteral(POSTRIDER_VERSION), report });
}

} // namespace

QString backupUsage()
{
    return uR"(postriderd backup FILE [--with-keys]

Writes the whole database and the outgoing attachments to one new file, a tar, while the
service runs. The file is read again and checked before it gets its name.
  --with-keys    also the master key, which opens the stored passwords of all mailboxes:
                 keep such a file as safe as the passwords. Without this option, keep a copy
                 of the key (master.key in the data directory) in another place.
Passwords that the keychain of the operating system keeps are never in it.
See also: postriderd restore --help
)"_s;
}

Result<BackupArguments> parseBackupArguments(const QStringList &arguments)
{
    BackupArguments parsed;
    for (const QString &word : arguments) {
        if (word == "--with-keys"_L1)
            parsed.withKeys = true;
        else if (word.startsWith(u'-'))
            return wrong(u"Unknown argument `%1`."_s.arg(word));
        else if (!parsed.file.isEmpty())
            return wrong(u"Only one file can be given, not also `%1`."_s.arg(word));
        else
            parsed.file = word;
    }
    return parsed.file.isEmpty() ? wrong(u"Name the file to write."_s)
                                 : Result<BackupArguments>(parsed);
}

int runBackupCommand(const QStringList &arguments, const BackupCommandContext &context)
{
    const auto parsed = parseBackupArguments(arguments);
    if (!parsed) {
        context.err << parsed.error().message << "\n\n" << backupUsage();
        context.err.flush();
        return 2;
    }
    context.out << "Backing up " << context.database.shown << Qt::endl;
    const auto done = backUp(*parsed, context);
    if (done)
        context.out << "Done: " << parsed->file << ", "
                    << QLocale(QLocale::English).formattedDataSize(done->size) << ".\n"
                    << advice(done->manifest);
    else
        context.err << "postriderd: " << done.error().message << '\n';
    context.out.flush();
    context.err.flush();
    return done ? 0 : 1;
}

} // namespace Cli
