// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/exportcommand.h"

#include <QElapsedTimer>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

Error wrong(const QString &message)
{
    return { Error::Code::BadRequest, message };
}

Result<void> setOption(ExportArguments &parsed, const QString &name, const QString &value)
{
    if (name == "--account"_L1)
        parsed.account = value;
    else if (name == "--format"_L1 && value == "mbox"_L1)
        parsed.format = MailFiles::Format::Mbox;
    else if (name == "--format"_L1 && value == "eml"_L1)
        parsed.format = MailFiles::Format::Eml;
    else if (name == "--format"_L1)
        return wrong(u"--format is `mbox` or `eml`, not `%1`."_s.arg(value));
    else
        return wrong(u"Unknown argument `%1`."_s.arg(name));
    return value.isEmpty() ? wrong(u"`%1` needs a value."_s.arg(name)) : Result<void>();
}

QString summary(const MailFiles::ExportDone &done, qint64 tookMs)
{
    const QLocale english(QLocale::English);
    const double seconds = double(std::max<qint64>(tookMs, 1)) / 1000;
    return u"Done: %1 mails, %2, in %3 s (%4 mails/s)\n"_s.arg(
        english.toString(done.mails), english.formattedDataSize(done.bytes),
        english.toString(seconds, 'f', 1), english.toString(double(done.mails) / seconds, 'f', 0));
}

} // namespace

QString exportUsage()
{
    return uR"(postriderd export FOLDER [--account ID|ADDRESS] [--format mbox|eml]

Writes mails as files into a new folder, while the service runs:
  --account ID|ADDRESS   of this account; without it, of all
  --format mbox          one file for each folder, with `>From ` for `From ` (mboxrd); the
                         default
  --format eml           one file for each mail, with exactly the bytes of the mail server
Mails that are gone from the mail server and hidden are left out. A mail that is not fetched
completely yet, or is too large to be stored, is listed in not-exported.txt, and the exit
status is 1.
)"_s;
}

Result<ExportArguments> parseExportArguments(const QStringList &arguments)
{
    ExportArguments parsed;
    QStringList rest = arguments;
    while (!rest.isEmpty()) {
        const QString word = rest.takeFirst();
        if (!word.startsWith(u'-')) {
            if (!parsed.folder.isEmpty())
                return wrong(u"Only one folder can be given, not also `%1`."_s.arg(word));
            parsed.folder = word;
            continue;
        }
        const qsizetype equals = word.indexOf(u'=');
        const QString name = equals < 0 ? word : word.first(equals);
        QString value = equals < 0 ? QString() : word.sliced(equals + 1);
        if (equals < 0 && !rest.isEmpty())
            value = rest.takeFirst();
        RETURN_IF_ERROR(setOption(parsed, name, value));
    }
    return parsed.folder.isEmpty() ? wrong(u"Name the folder to write to."_s)
                                   : Result<ExportArguments>(parsed);
}

int runExportCommand(const QStringList &arguments, const ExportCommandContext &context)
{
    const auto parsed = parseExportArguments(arguments);
    if (!parsed) {
        context.err << parsed.error().message << "\n\n" << exportUsage();
        context.err.flush();
        return 2;
    }
    const auto report = [&context](const QString &line) {
        context.out << line << Qt::endl;
    };
    QElapsedTimer took;
    took.start();
    const auto done = MailFiles::exportMails(
        { context.database, parsed->account, parsed->folder, parsed->format, report });
    if (!done)
        context.err << "postriderd: " << done.error().message << '\n';
    else
        context.out << summary(*done, took.elapsed());
    if (done && done->missing > 0)
        context.err << "postriderd: " << done->missing << " mails are not stored completely; "
                    << parsed->folder << "/not-exported.txt lists them\n";
    context.out.flush();
    context.err.flush();
    return done && done->missing == 0 ? 0 : 1;
}

} // namespace Cli
