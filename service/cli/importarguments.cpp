// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/importarguments.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

constexpr qsizetype longestName = 200;

Error wrong(const QString &message)
{
    return { Error::Code::BadRequest, message };
}

Result<void> setFormat(ImportArguments &parsed, const QString &value)
{
    using enum MailFiles::SourceFormat;
    static const QHash<QString, MailFiles::SourceFormat> formats{
        { u"auto"_s, Auto }, { u"mboxrd"_s, MboxRd }, { u"mboxo"_s, MboxO }, { u"eml"_s, Eml }
    };
    const auto found = formats.constFind(value);
    if (found == formats.cend())
        return wrong(u"--format is `auto`, `mboxrd`, `mboxo` or `eml`, not `%1`."_s.arg(value));
    parsed.format = *found;
    return {};
}

Result<void> setFolder(ImportArguments &parsed, const QString &value)
{
    const bool isPrintable = std::ranges::all_of(value, [](QChar c) { return c.isPrint(); });
    if (!isPrintable || value != value.trimmed() || value.size() > longestName
        || value.startsWith(u'/') || value.endsWith(u'/'))
        return wrong(u"--folder must have at most 200 visible characters, and no `/` at its "
                     "beginning or end."_s);
    parsed.folder = value;
    return {};
}

Result<void> setOption(ImportArguments &parsed, const QString &name, const QString &value)
{
    if (value.isEmpty())
        return wrong(u"`%1` needs a value."_s.arg(name));
    if (name == "--format"_L1)
        return setFormat(parsed, value);
    if (name == "--folder"_L1)
        return setFolder(parsed, value);
    if (name != "--account"_L1)
        return wrong(u"Unknown argument `%1`."_s.arg(name));
    parsed.account = value;
    return {};
}

Result<ImportArguments> complete(const ImportArguments &parsed)
{
    if (parsed.path.isEmpty())
        return wrong(u"Name the file or folder to read."_s);
    if (parsed.account.isEmpty())
        return wrong(u"Name the account with --account."_s);
    if (parsed.folder.isEmpty())
        return wrong(u"Name the folder with --folder."_s);
    return parsed;
}

} // namespace

Result<ImportArguments> parseImportArguments(const QStringList &arguments)
{
    ImportArguments parsed;
    QStringList rest = arguments;
    while (!rest.isEmpty()) {
        const QString word = rest.takeFirst();
        if (!word.startsWith(u'-')) {
            if (!parsed.path.isEmpty())
                return wrong(u"Only one file or folder can be given, not also `%1`."_s.arg(word));
            parsed.path = word;
            continue;
        }
        if (word == "--with-deleted"_L1) {
            parsed.withDeleted = true;
            continue;
        }
        const qsizetype equals = word.indexOf(u'=');
        const QString name = equals < 0 ? word : word.first(equals);
        QString value = equals < 0 ? QString() : word.sliced(equals + 1);
        if (equals < 0 && !rest.isEmpty())
            value = rest.takeFirst();
        RETURN_IF_ERROR(setOption(parsed, name, value));
    }
    return complete(parsed);
}

QString importUsage()
{
    return uR"(postriderd import FILE|FOLDER --account ID|ADDRESS --folder NAME [--format FORMAT]
                  [--with-deleted]

Reads mails from files into the folder $imported/NAME of an account, while the service
runs. They are listed, searched and exported like other mails, but are stored only here: they
are never sent to the mail server, and no notifications are sent. FILE is an mbox file or one
mail; of FOLDER all files in it and below are read, and Maildirs with their folders and flags.
  --account ID|ADDRESS   the account
  --folder NAME          the name of the folder; it is created if it does not exist
  --format FORMAT        auto: found from name and first line of each file, the default;
                         mboxrd, mboxo (only `>From ` stands for `From `), or eml
  --with-deleted         also mails that are marked as deleted in their files
Mails that are already in the folder, byte for byte, are skipped: after an interruption the
same command continues. What cannot be read is reported with its file, its position in the
file and the reason, and the exit status is 1.
)"_s;
}

} // namespace Cli
