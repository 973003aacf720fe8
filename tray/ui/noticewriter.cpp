// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/noticewriter.h"

#include "policy/cleantext.h"
#include "policy/snoozes.h"
#include "policy/verificationcode.h"
#include "ui/menumodel.h"
#include "ui/statustext.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Ui {

using Notify::Notice;

namespace {

struct Notices {
    Q_DECLARE_TR_FUNCTIONS(Ui::Notices)
};

using Content = Session::Preferences::Content;

constexpr qsizetype nameLength = 80;
constexpr qsizetype boxLength = 40;
constexpr qsizetype summaryLines = 6;
constexpr qsizetype subjectLength = 200;
constexpr qsizetype previewLength = 160;

QString senderOf(const Client::Mail &mail)
{
    return mail.fromName.isEmpty() ? mail.from : mail.fromName;
}

int counted(qint64 count)
{
    return int(std::min<qint64>(count, 1 << 30));
}

// The most used actions first, because some desktops show only three buttons.
QList<Notify::Action> mailActions(const QString &code)
{
    // `default` is a click on the notice; some desktops also show it as a button, so there is no second one.
    QList<Notify::Action> actions{ { u"default"_s, Notices::tr("Open") } };
    if (!code.isEmpty())
        actions.append({ u"copy"_s, Notices::tr("Copy %1").arg(Policy::spacedCode(code)) });
    actions.append({ { u"read"_s, Notices::tr("Mark as read") },
                     { u"delete"_s, Notices::tr("Delete here") },
                     { u"later"_s, Notices::tr("Later …") } });
    if (code.isEmpty())
        actions.append({ u"star"_s, Notices::tr("Star") });
    return actions;
}

/// What may be shown of a mail, in one line.
QString shownLine(const Client::Mail &mail, Content content)
{
    if (content == Content::CountOnly)
        return {};
    const QString sender = Policy::cleanLine(senderOf(mail), nameLength);
    if (content == Content::SenderOnly)
        return sender;
    return Policy::isolated(sender, nameLength) + u": "_s
        + Policy::isolated(mail.subject, subjectLength);
}

void describeMail(Notify::Notice &notice, const Client::Mail &mail, Content content)
{
    const QString name = Policy::cleanLine(senderOf(mail), nameLength);
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

// The type is not written as Notify::Notice, because lupdate would then look for tr() there.
Notice noticeOf(const Policy::Show &show, const Session::Preferences &preferences,
                const NameOfAccount &nameOf, bool areSeveral)
{
    Notify::Notice notice{ .key = show.key, .replaces = show.replaces };
    notice.hasSound = preferences.playSound && !show.isUpdate;
    if (show.kind == Policy::Show::Kind::Mail) {
        describeMail(notice, show.mail, preferences.content);
        if (areSeveral)
            notice.title = Notices::tr("%1 – %2", "sender and mailbox")
                               .arg(Policy::isolated(notice.title, nameLength),
                                    Policy::isolated(nameOf(show.accountId), boxLength));
        notice.actions = mailActions(copyableCode(show.mail, preferences));
        return notice;
    }
    notice.title = Notices::tr("%n new mails", nullptr, counted(show.count));
    notice.actions = { { u"default"_s, Notices::tr("Open") } };
    if (show.kind == Policy::Show::Kind::Account) {
        notice.body = Policy::cleanLine(nameOf(show.accountId), nameLength);
        return notice;
    }
    QStringList lines;
    for (const auto &[accountId, count] : show.perAccount)
        lines.append(u"%1: %2"_s.arg(Policy::isolated(nameOf(accountId), nameLength)).arg(count));
    notice.body = lines.mid(0, summaryLines).join(u'\n');
    if (lines.size() > summaryLines)
        notice.body +=
            u'\n' + Notices::tr("and %n more mailboxes", nullptr, int(lines.size() - summaryLines));
    return notice;
}

QString copyableCode(const Client::Mail &mail, const Session::Preferences &preferences)
{
    if (preferences.content != Content::Full)
        return {}; // a button with the code would show hidden content
    return Policy::verificationCode(mail.subject, mail.preview);
}

Notice laterNotice(const Client::Mail &mail, const Session::Preferences &preferences,
                   const QDateTime &now)
{
    Notify::Notice notice{ .key = u"later/%1"_s.arg(mail.id),
                           .replaces = Policy::mailKey(mail.id),
                           .title = Notices::tr("When should this notice be shown again?"),
                           .body = shownLine(mail, preferences.content),
                           .actions = { { u"hour"_s, Notices::tr("In 1 hour") } } };
    if (const auto tonight = Policy::laterTime(Policy::Later::Tonight, now))
        notice.actions.append(
            { u"tonight"_s,
              Notices::tr("Tonight at %1")
                  .arg(QLocale().toString(tonight->time(), QLocale::ShortFormat)) });
    notice.actions.append({ u"monday"_s, Notices::tr("On Monday") });
    return notice;
}

QString deletedKey(qint64 mailId)
{
    return u"deleted/%1"_s.arg(mailId);
}

Notice deletedNotice(const Client::Mail &mail, const Session::Preferences &preferences)
{
    return { .key = deletedKey(mail.id),
             .replaces = Policy::mailKey(mail.id),
             .title = Notices::tr("Mail deleted"),
             .body = shownLine(mail, preferences.content),
             .actions = { { u"undo"_s, Notices::tr("Undo") } } };
}

Notice failureNotice(const QString &key, const QString &action, const QString &reason)
{
    const QString title = action == u"delete" ? Notices::tr("The mail could not be deleted")
        : action == u"star"                   ? Notices::tr("The mail could not be starred")
        : action == u"read"                   ? Notices::tr("The mail could not be marked as read")
        : action == u"sync"                   ? Notices::tr("The mailbox could not be synchronised")
        : action == u"disable"     ? Notices::tr("The mailbox could not be paused or resumed")
        : action == u"reply"       ? Notices::tr("The reply could not be started")
        : action == u"compose"     ? Notices::tr("The new mail could not be started")
        : action == u"unsubscribe" ? Notices::tr("Unsubscribing from the list failed")
        : action == u"unread"      ? Notices::tr("The mail could not be marked as unread")
        : action == u"page"        ? Notices::tr("The page could not be opened")
        : action == u"autostart"   ? Notices::tr("The start at login could not be changed")
                                   : Notices::tr("That did not work");
    return { .key = u"failure/"_s + key,
             .replaces = key,
             .title = title,
             .body = Policy::cleanLine(reason, subjectLength),
             .isProblem = true };
}

Notice sentNotice(const QString &subject, bool isWaiting)
{
    return { .key = u"sent"_s,
             .title = isWaiting ? Notices::tr("The mail waits to be sent")
                                : Notices::tr("The mail is sent"),
             .body = Policy::cleanLine(subject, subjectLength) };
}

QString problemKey(qint64 accountId)
{
    return u"problem/%1"_s.arg(accountId);
}

Notice accountsNotice(const QList<Client::Account> &accounts)
{
    QStringList lines;
    for (const Client::Account &account : accounts.first(std::min(accounts.size(), summaryLines)))
        lines.append(Policy::isolated(accountName(account), nameLength) + u": "_s
                     + accountNote(account));
    return { .key = problemKey(),
             .title =
                 Notices::tr("%n mailboxes need your attention", nullptr, int(accounts.size())),
             .body = lines.join(u'\n'),
             .actions = { { u"default"_s, Notices::tr("Open") } },
             .isProblem = true };
}

Notice accountNotice(qint64 accountId, const QString &name, const QString &note)
{
    return { .key = problemKey(accountId),
             .title = Notices::tr("A mailbox needs your attention"),
             .body = Policy::isolated(name, nameLength) + u": "_s + note,
             .actions = { { u"default"_s, Notices::tr("Open") } },
             .isProblem = true };
}

} // namespace Ui
