// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/menumodel.h"

#include "policy/cleantext.h"
#include "policy/snoozes.h"
#include "ui/statustext.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Ui {

namespace {

struct Menu {
    Q_DECLARE_TR_FUNCTIONS(Ui::Menu)
};

using State = Session::Link::State;

constexpr qsizetype maxAccounts = 20; // more are in the window
constexpr qsizetype nameLength = 40;
constexpr qsizetype lineLength = 60;
constexpr qsizetype noteLength = 80;
constexpr qsizetype problemLength = 120;

MenuItem line()
{
    return {};
}

MenuItem accountItem(const Client::Account &account, const MenuInput &input)
{
    const QString name = Policy::menuText(accountName(account), nameLength);
    const QString note = accountNote(account);
    QString text = account.unread > 0 ? u"%1 (%2)"_s.arg(name).arg(account.unread) : name;
    if (!note.isEmpty())
        text += u" – "_s + Policy::menuText(note, noteLength);
    return { u"account/%1"_s.arg(account.id), text, true, std::nullopt,
             accountMenu(account, input) };
}

MenuItem pauseItem(const MenuInput &input)
{
    const Policy::QuietHours &quiet = input.preferences.quiet;
    if (quiet.isPaused(input.now)) {
        const QDateTime until = QDateTime::fromSecsSinceEpoch(quiet.pausedUntil);
        QString when = QLocale().toString(until.time(), QLocale::ShortFormat);
        if (until.date() == input.now.date().addDays(1))
            when = Menu::tr("tomorrow %1", "time of the end of a pause").arg(when);
        else if (until.date() != input.now.date())
            when.prepend(QLocale().toString(until.date(), u"ddd "_s));
        return { u"resume"_s, Menu::tr("Show notices again (paused until %1)").arg(when) };
    }
    return { u"pause"_s,
             Menu::tr("Pause notices"),
             input.preferences.showNotices,
             std::nullopt,
             { { u"pause/30"_s, Menu::tr("For 30 minutes") },
               { u"pause/60"_s, Menu::tr("For 1 hour") },
               { u"pause/tomorrow"_s, Menu::tr("Until tomorrow") } } };
}

} // namespace

bool MenuItem::operator==(const MenuItem &other) const
{
    return id == other.id && text == other.text && isEnabled == other.isEnabled
        && isChecked == other.isChecked && children == other.children;
}

QList<MenuItem> accountMenu(const Client::Account &account, const MenuInput &input)
{
    const QString id = QString::number(account.id);
    const bool isPaused = account.status == u"disabled";
    const bool isOnline = input.state == State::Online;
    return { { u"show/"_s + id, Menu::tr("Show mails") },
             { u"sync/"_s + id, Menu::tr("Sync now"), isOnline && !isPaused },
             { u"mute/"_s + id, Menu::tr("No notices"), true,
               input.preferences.muted.contains(account.id) },
             { u"disable/"_s + id, Menu::tr("Pause synchronisation"), isOnline, isPaused },
             { u"signin/"_s + id, Menu::tr("Sign in again …"), isOnline },
             { u"edit/"_s + id, Menu::tr("Change or remove …"), isOnline } };
}

QList<MenuItem> mailMenu(const Client::Mail &mail, const MenuInput &input)
{
    const QString id = QString::number(mail.id);
    const bool isOnline = input.state == State::Online;
    QList<MenuItem> later{ { u"later/%1/hour"_s.arg(id), Menu::tr("In 1 hour") } };
    if (Policy::laterTime(Policy::Later::Tonight, input.now))
        later.append({ u"later/%1/tonight"_s.arg(id), Menu::tr("Tonight") });
    later.append({ u"later/%1/monday"_s.arg(id), Menu::tr("On Monday") });
    return { { u"mail/"_s + id, Menu::tr("Open in the browser"),
               mayOpenPages(input.state, input.preferences) },
             { u"reply/"_s + id, Menu::tr("Reply …"), isOnline },
             line(),
             mail.isRead ? MenuItem{ u"unread/"_s + id, Menu::tr("Mark as unread"), isOnline }
                         : MenuItem{ u"read/"_s + id, Menu::tr("Mark as read"), isOnline },
             { u"star/"_s + id, Menu::tr("Star"), isOnline },
             { u"later/"_s + id, Menu::tr("Show its notice again"), isOnline, std::nullopt, later },
             { u"unsubscribe/"_s + id, Menu::tr("Unsubscribe from the list …"), isOnline },
             line(),
             { u"delete/"_s + id, Menu::tr("Delete here"), isOnline } };
}

QString accountName(const Client::Account &account)
{
    return account.name.isEmpty() ? account.email : account.name;
}

QString mailLine(const Client::Mail &mail)
{
    const QString sender = mail.fromName.isEmpty() ? mail.from : mail.fromName;
    const QString subject = mail.subject.isEmpty() ? Menu::tr("(no subject)") : mail.subject;
    return Policy::isolated(sender, lineLength / 2) + u": "_s
        + Policy::isolated(subject, lineLength);
}

bool mayOpenPages(State state, const Session::Preferences &preferences)
{
    if (preferences.isRemote)
        return state != State::NoService && state != State::Searching;
    return state == State::Online;
}

QList<MenuItem> menuOf(const MenuInput &input)
{
    const bool hasPages = mayOpenPages(input.state, input.preferences);
    QList<MenuItem> items;
    items.append({ u"status"_s, linkText(input.state), false });
    int lines = 0;
    for (const QString &problem : input.problem.split(u'\n', Qt::SkipEmptyParts))
        items.append(
            { u"problem/%1"_s.arg(++lines), Policy::menuText(problem, problemLength), false });
    if (input.state == State::NeedsLogin)
        items.append(
            { u"login"_s,
              input.preferences.isRemote ? Menu::tr("Sign in …") : Menu::tr("Try again") });
    const bool isLost = input.state == State::Waiting || input.state == State::Polling;
    if (isLost)
        items.append({ u"retry"_s, Menu::tr("Try now") });
    if (input.state == State::NoService || (isLost && !input.preferences.isRemote))
        items.append({ u"start"_s, Menu::tr("Start the mail service") });
    items.append(line());

    for (const Client::Account &account :
         input.accounts.first(std::min(input.accounts.size(), maxAccounts)))
        items.append(accountItem(account, input));
    if (input.isKnown && input.accounts.isEmpty())
        items.append({ u"add"_s, Menu::tr("No mailbox yet: add one …") });
    if (!input.accounts.isEmpty())
        items.append(line());

    for (const Client::Mail &mail : input.recent) {
        const QString mark = mail.isRead ? QString() : u"● "_s;
        items.append(
            { u"mail/%1"_s.arg(mail.id), mark + mailLine(mail).replace(u'&', u"&&"_s), hasPages });
    }
    if (!input.recent.isEmpty())
        items.append(line());

    const bool isOnline = input.state == State::Online;
    items.append({ u"compose"_s, Menu::tr("New mail …"), isOnline && !input.accounts.isEmpty() });
    items.append({ u"sync"_s, Menu::tr("Sync now"), isOnline && !input.accounts.isEmpty() });
    items.append(pauseItem(input));
    if (input.preferences.ignoredUpTo > 0)
        items.append({ u"unignore"_s, Menu::tr("Count all unread mails again") });
    else
        items.append({ u"ignore"_s, Menu::tr("Ignore what is unread now"), input.isKnown });
    items.append(line());
    items.append({ u"web"_s, Menu::tr("Open mail in the browser"), hasPages });
    if (!input.hasWindowOnly)
        items.append({ u"window"_s, Menu::tr("Show window") });
    if (!input.accounts.isEmpty())
        items.append({ u"add"_s, Menu::tr("Add a mailbox …"), isOnline });
    items.append({ u"settings"_s, Menu::tr("Settings …") });
    items.append({ u"log"_s, Menu::tr("Show log") });
    if (input.preferences.isRemote && isOnline)
        items.append({ u"signout"_s, Menu::tr("Sign out") });
    items.append(line());
    items.append({ u"quit"_s, Menu::tr("Quit") });
    return items;
}

} // namespace Ui
