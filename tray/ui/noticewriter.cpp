// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/noticewriter.h"

#include "policy/cleantext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Ui {

namespace {

struct Notices {
    Q_DECLARE_TR_FUNCTIONS(Ui::Notices)
};

using Content = Session::Preferences::Content;

constexpr qsizetype nameLength = 80;
constexpr qsizetype subjectLength = 200;
constexpr qsizetype previewLength = 160;

int counted(qint64 count)
{
    return int(std::min<qint64>(count, 1 << 30));
}

QList<Notify::Action> mailActions()
{
    return { { u"default"_s, Notices::tr("Open") },
             { u"open"_s, Notices::tr("Open") },
             { u"read"_s, Notices::tr("Mark as read") },
             { u"star"_s, Notices::tr("Star") },
             { u"delete"_s, Notices::tr("Delete here") } };
}

void describeMail(Notify::Notice &notice, const Client::Mail &mail, Content content)
{
    const QString sender = mail.fromName.isEmpty() ? mail.from : mail.fromName;
    const QString name = Policy::cleanLine(sender, nameLength);
    if (content == Content::CountOnly) {
        notice.title = Notices::tr("New mail");
        return;
    }
    notice.title = name.isEmpty() ? Notices::tr("New mail") : name;
    if (content == Content::SenderOnly)
        return;
    const QString subject = Policy::cleanLine(mail.subject, subjectLength);
    const QString preview = Policy::cleanLine(mail.preview, previewLength);
    notice.body = subject.isEmpty() ? Notices::tr("(no subject)") : subject;
    if (!preview.isEmpty())
        notice.body += u'\n' + preview;
}

} // namespace

Notify::Notice noticeOf(const Policy::Show &show, const Session::Preferences &preferences,
                        const NameOfAccount &nameOf)
{
    Notify::Notice notice{ .key = show.key, .replaces = show.replaces };
    notice.hasSound = preferences.playSound && !show.isUpdate;
    if (show.kind == Policy::Show::Kind::Mail) {
        describeMail(notice, show.mail, preferences.content);
        notice.actions = mailActions();
        return notice;
    }
    notice.title = Notices::tr("%n new mails", nullptr, counted(show.count));
    notice.actions = { { u"default"_s, Notices::tr("Open") }, { u"open"_s, Notices::tr("Open") } };
    if (show.kind == Policy::Show::Kind::Account) {
        notice.body = Policy::cleanLine(nameOf(show.accountId), nameLength);
        return notice;
    }
    QStringList lines;
    for (const auto &[accountId, count] : show.perAccount)
        lines.append(u"%1: %2"_s.arg(Policy::isolated(nameOf(accountId), nameLength)).arg(count));
    notice.body = lines.mid(0, 6).join(u'\n');
    return notice;
}

Notify::Notice failureNotice(const QString &key, const QString &action, const QString &reason)
{
    const QString title = action == u"delete" ? Notices::tr("The mail could not be deleted")
        : action == u"star"                   ? Notices::tr("The mail could not be starred")
        : action == u"read"                   ? Notices::tr("The mail could not be marked as read")
                                              : Notices::tr("That did not work");
    return { .key = u"failure/"_s + key,
             .replaces = key,
             .title = title,
             .body = Policy::cleanLine(reason, subjectLength),
             .isProblem = true };
}

Notify::Notice accountNotice(qint64 accountId, const QString &name, const QString &note)
{
    return { .key = u"problem/%1"_s.arg(accountId),
             .title = Notices::tr("A mailbox needs you"),
             .body = Policy::isolated(name, nameLength) + u": "_s + note,
             .actions = { { u"default"_s, Notices::tr("Open") } },
             .isProblem = true };
}

} // namespace Ui
