// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/importcommand.h"

#include "cli/importarguments.h"
#include "cli/progressbar.h"
#include "mailfiles/importmails.h"
#include "store/db/progresslines.h"

#include <QElapsedTimer>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

QString summary(const MailFiles::ImportDone &done, qint64 tookMs)
{
    const QLocale english(QLocale::English);
    const double seconds = double(std::max<qint64>(tookMs, 1)) / 1000;
    const auto examined = double(done.mails + done.known);
    const QString deleted = done.deleted == 0
        ? QString()
        : u"; %1 are marked as deleted and were skipped (--with-deleted imports them)"_s.arg(
            english.toString(done.deleted));
    return u"Done: %1 mails, %2, in %3 s (%4 mails/s); %5 were there already%6\n"_s.arg(
        english.toString(done.mails), english.formattedDataSize(done.bytes),
        english.toString(seconds, 'f', 1), english.toString(examined / seconds, 'f', 0),
        english.toString(done.known), deleted);
}

QString lineOf(const MailFiles::SourceMail &mail)
{
    return u"postriderd: not imported: %1, at byte %2: %3\n"_s.arg(
        mail.file, QString::number(mail.offset), mail.problem);
}

MailFiles::ImportOptions optionsOf(const ImportArguments &arguments,
                                   const ImportCommandContext &context)
{
    MailFiles::ImportOptions options;
    options.database = context.database;
    options.wait = context.wait;
    options.path = arguments.path;
    options.account = arguments.account;
    options.folder = arguments.folder;
    options.format = arguments.format;
    options.withDeleted = arguments.withDeleted;
    return options;
}

Result<MailFiles::ImportDone> importFrom(const ImportArguments &arguments,
                                         const ImportCommandContext &context)
{
    MailFiles::ImportOptions options = optionsOf(arguments, context);
    ProgressBar bar(context.err, context.isTerminal);
    const std::function<void(const QString &)> say = [&context](const QString &line) {
        context.out << line << Qt::endl;
    };
    const std::function<void(const QString &)> nobody;
    Store::ProgressLines lines(context.isTerminal ? nobody : say);
    options.progress = [&bar, &lines](const MailFiles::ImportProgress &now) {
        constexpr qint64 kib = 1024;
        bar.update(u"import"_s, now.bytes, now.allBytes, now.mails);
        lines.progress(u"%1 mails, KiB"_s.arg(Store::shownNumber(now.mails)), now.bytes / kib,
                       now.allBytes / kib);
    };
    options.notImported = [&bar, &context](const MailFiles::SourceMail &mail) {
        bar.clear();
        context.err << lineOf(mail);
    };
    return MailFiles::importMails(options);
}

} // namespace

int runImportCommand(const QStringList &arguments, const ImportCommandContext &context)
{
    const auto parsed = parseImportArguments(arguments);
    if (!parsed) {
        context.err << parsed.error().message << "\n\n" << importUsage();
        context.err.flush();
        return 2;
    }
    QElapsedTimer took;
    took.start();
    const auto done = importFrom(*parsed, context);
    if (done)
        context.out << summary(*done, took.elapsed());
    else
        context.err << "postriderd: " << done.error().message << '\n';
    if (done && done->notImported > 0)
        context.err << "postriderd: " << done->notImported << " were not imported\n";
    context.out.flush();
    context.err.flush();
    return done && done->notImported == 0 ? 0 : 1;
}

} // namespace Cli
