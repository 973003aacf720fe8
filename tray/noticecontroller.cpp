// SPDX-License-Identifier: GPL-3.0-or-later
#include "noticecontroller.h"

#include "session/failuretext.h"
#include "ui/menumodel.h"
#include "ui/noticewriter.h"
#include "ui/statustext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(logNotices, "postrider.tray.notices", QtInfoMsg)

// Times are checked at least this often, because the clock may be changed during a wait.
constexpr std::chrono::milliseconds longestLook = 10min;
constexpr qint64 snoozeRetry = 60; // seconds, after a failure of the service
constexpr qsizetype mostShown = 500;

} // namespace

QUrl pageOf(const QUrl &server, const QString &path)
{
    QUrl page = server;
    page.setPath(server.path() + (path.isEmpty() ? u"/"_s : path));
    return page;
}

NoticeController::NoticeController(const Parts &parts, QObject *parent)
    : QObject(parent), m_parts(parts), m_due(parts.alarms.make(this)),
      m_quietEnd(parts.alarms.make(this)), m_snoozeEnd(parts.alarms.make(this)),
      m_snoozes(Policy::Snoozes::fromLines(parts.settings.snoozes()))
{
    m_clock.start();
    connect(m_due, &Client::Alarm::rang, this, [this] {
        run(m_policy.due(m_clock.elapsed()));
        planNext();
    });
    connect(m_quietEnd, &Client::Alarm::rang, this, &NoticeController::update);
    connect(m_snoozeEnd, &Client::Alarm::rang, this, &NoticeController::showSnoozed);
    connect(&parts.link, &Session::Link::stateChanged, this, &NoticeController::showSnoozed);
    connect(&parts.deletions, &Session::Deletions::deleted, this,
            [this](qint64 id) { m_parts.notifier.close(Ui::deletedKey(id)); });
    connect(&parts.deletions, &Session::Deletions::failed, this,
            &NoticeController::onDeletionFailed);
    connect(&parts.settings, &Session::Settings::changed, this, &NoticeController::update);
    connect(&parts.mailroom, &Session::Mailroom::arrived, this, &NoticeController::onArrived);
    connect(&parts.mailroom, &Session::Mailroom::gone, this, &NoticeController::withdraw);
    connect(&parts.mailroom, &Session::Mailroom::changed, this, &NoticeController::onAccounts);
    connect(&parts.notifier, &Notify::Notifier::closed, this,
            [this](const QString &key) { m_policy.closed(key); });
    connect(&parts.notifier, &Notify::Notifier::actionInvoked, this, &NoticeController::onAction);
    // Heartbeats come every 15 s. A check then causes no wake-up of its own.
    connect(&parts.link.events(), &Client::EventClient::received, this,
            [this](const Sse::Event &event) {
                if (event.name == "heartbeat")
                    update();
            });
    update();
}

void NoticeController::reset()
{
    m_policy.forgetAll();
    m_shown.clear();
    m_troubled.clear();
    m_knowsAccounts = false;
}

void NoticeController::update()
{
    const Session::Preferences &preferences = m_parts.settings.preferences();
    const QDateTime now = QDateTime::currentDateTime();
    const bool wasQuiet = m_policy.isQuiet();
    QSet<qint64> muted = preferences.muted;
    for (const Client::Account &account : m_parts.mailroom.accounts()) {
        if (!account.notify)
            muted.insert(account.id);
    }
    m_policy.setMuted(muted);
    run(m_policy.setQuiet(preferences.quiet.isQuiet(now), m_clock.elapsed()));
    planNext();
    if (const auto end = preferences.quiet.end(now)) {
        const auto left = std::chrono::milliseconds(now.msecsTo(*end) + 50);
        m_quietEnd->start(std::clamp<std::chrono::milliseconds>(left, 50ms, longestLook));
    } else {
        m_quietEnd->stop();
    }
    if (wasQuiet != m_policy.isQuiet())
        Q_EMIT quietChanged();
}

void NoticeController::withdraw(const QList<qint64> &ids)
{
    run(m_policy.gone(ids));
    for (const qint64 id : ids)
        m_shown.remove(id);
    Policy::Snoozes left = m_snoozes;
    left.remove(serverName(), ids);
    keepSnoozes(left);
}

QString NoticeController::serverName() const
{
    const Session::Preferences &preferences = m_parts.settings.preferences();
    return preferences.isRemote ? preferences.server.toString(QUrl::FullyEncoded) : u"local"_s;
}

void NoticeController::keepSnoozes(const Policy::Snoozes &snoozes)
{
    if (snoozes == m_snoozes)
        return;
    m_snoozes = snoozes;
    m_parts.settings.setSnoozes(m_snoozes.lines());
    showSnoozed();
}

// Waits in short parts, because the clock may be changed and the machine may sleep.
void NoticeController::showSnoozed()
{
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    if (m_parts.link.isOnline()) {
        Policy::Snoozes left = m_snoozes;
        const QList<qint64> due = left.takeDue(serverName(), now);
        if (!due.isEmpty()) {
            keepSnoozes(left);
            for (const qint64 id : due)
                showAgain(id, now);
        }
    }
    if (const auto next = m_snoozes.next(serverName())) {
        const auto left = std::chrono::milliseconds(1000 * (*next - now) + 50);
        m_snoozeEnd->start(std::clamp<std::chrono::milliseconds>(left, 1s, longestLook));
    } else {
        m_snoozeEnd->stop();
    }
}

// Shows no notice if the mail was read or deleted in the meantime.
void NoticeController::showAgain(qint64 id, qint64 now)
{
    const auto show = [this, id, now](const Client::Answer &answer) {
        if (answer) {
            const Client::Mail mail = Client::mailOf(*answer);
            if (!mail.isRead)
                run(m_policy.again(mail, m_clock.elapsed()));
            planNext();
        } else if (!answer.error().is(ApiError::MailNotFound)) {
            Policy::Snoozes later = m_snoozes;
            later.add(serverName(), id, now + snoozeRetry);
            keepSnoozes(later);
        }
    };
    m_parts.link.rest().get(u"/mails/%1"_s.arg(id), {}, this, show);
}

void NoticeController::onArrived(const Client::Arrival &arrival)
{
    update();
    run(m_policy.arrived(arrival, m_clock.elapsed()));
    planNext();
}

void NoticeController::onAccounts()
{
    if (!m_parts.mailroom.isKnown())
        return;
    update();
    QSet<qint64> troubled;
    QList<Client::Account> all;
    for (const Client::Account &account : m_parts.mailroom.accounts()) {
        if (!Ui::wantsAttention(account))
            continue;
        troubled.insert(account.id);
        all.append(account);
    }
    const QSet<qint64> fresh = m_knowsAccounts ? troubled - m_troubled : QSet<qint64>();
    if (!fresh.isEmpty() && m_parts.settings.preferences().showNotices && !m_policy.isQuiet())
        showTrouble(all, fresh);
    for (const qint64 id : m_troubled - troubled)
        m_parts.notifier.close(Ui::problemKey(id));
    if (troubled.isEmpty())
        m_parts.notifier.close(Ui::problemKey());
    m_troubled = troubled;
    m_knowsAccounts = true;
}

// Many mailboxes share one notice: a locked keychain, for example, stops all of them at once.
void NoticeController::showTrouble(const QList<Client::Account> &all, const QSet<qint64> &fresh)
{
    if (all.size() > Policy::NoticePolicy::singles) {
        for (const Client::Account &account : all)
            m_parts.notifier.close(Ui::problemKey(account.id));
        m_parts.notifier.show(Ui::accountsNotice(all));
        return;
    }
    for (const Client::Account &account : all) {
        if (fresh.contains(account.id))
            m_parts.notifier.show(
                Ui::accountNotice(account.id, Ui::accountName(account), Ui::accountNote(account)));
    }
}

void NoticeController::run(const QList<Policy::Command> &commands)
{
    const Session::Preferences &preferences = m_parts.settings.preferences();
    const bool areSeveral = m_parts.mailroom.accounts().size() > 1;
    const auto nameOf = [this](qint64 id) {
        const Client::Account *account = m_parts.mailroom.account(id);
        return account ? Ui::accountName(*account) : tr("Mailbox %1").arg(id);
    };
    for (const Policy::Command &command : commands) {
        if (const auto *show = std::get_if<Policy::Show>(&command)) {
            if (show->kind == Policy::Show::Kind::Mail) {
                if (m_shown.size() >= mostShown)
                    m_shown.clear();
                m_shown.insert(show->mail.id, show->mail);
            }
            if (preferences.showNotices)
                m_parts.notifier.show(Ui::noticeOf(*show, preferences, nameOf, areSeveral));
        } else {
            m_parts.notifier.close(std::get<Policy::Close>(command).key);
        }
    }
}

void NoticeController::planNext()
{
    if (const auto next = m_policy.nextDue())
        m_due->start(std::chrono::milliseconds(std::max<qint64>(*next - m_clock.elapsed(), 0)));
}

void NoticeController::onAction(const QString &key, const QString &action)
{
    const QUrl server = m_parts.link.rest().server();
    if (key.startsWith(u"mail/"))
        onMailAction(QStringView(key).sliced(5).toLongLong(), key, action);
    else if (key.startsWith(u"later/"))
        snooze(QStringView(key).sliced(6).toLongLong(), action);
    else if (key.startsWith(u"deleted/"))
        m_parts.deletions.undo(QStringView(key).sliced(8).toLongLong());
    else if (key.startsWith(u"problem/"))
        Q_EMIT accountWanted(QStringView(key).sliced(8).toLongLong());
    else if (!key.startsWith(u"failure/"))
        Q_EMIT wanted(pageOf(server));
}

void NoticeController::onMailAction(qint64 id, const QString &key, const QString &action)
{
    const QString path = u"/mails/%1"_s.arg(id);
    const auto done = [this, id, key, action](const Client::Answer &answer) {
        if (answer) {
            if (action != u"star")
                withdraw({ id });
        } else {
            qCWarning(logNotices, "%s of mail %lld failed: %s", qPrintable(action), id,
                      qPrintable(answer.error().message));
            m_parts.notifier.show(
                Ui::failureNotice(key, action, Session::failureText(answer.error())));
        }
        m_parts.mailroom.refresh();
    };
    Client::Rest &rest = m_parts.link.rest();
    if (action == u"read")
        rest.send("PUT", path + u"/read"_s, { { u"isRead"_s, true } }, this, done);
    else if (action == u"star")
        rest.send("PUT", path + u"/star"_s, { { u"isStarred"_s, true } }, this, done);
    else if (action == u"delete") {
        const Client::Mail mail = m_shown.value(id, { .id = id });
        m_parts.deletions.add(id);
        m_parts.notifier.show(Ui::deletedNotice(mail, m_parts.settings.preferences()));
        withdraw({ id });
    } else if (action == u"later")
        m_parts.notifier.show(Ui::laterNotice(m_shown.value(id, { .id = id }),
                                              m_parts.settings.preferences(),
                                              QDateTime::currentDateTime()));
    else if (action == u"copy")
        QGuiApplication::clipboard()->setText(
            Ui::copyableCode(m_shown.value(id), m_parts.settings.preferences()));
    else
        Q_EMIT wanted(pageOf(rest.server(), path));
}

void NoticeController::snooze(qint64 mailId, const QString &when)
{
    using Policy::Later;
    if (when != u"hour" && when != u"tonight" && when != u"monday")
        return; // the notice itself was clicked
    const Later later = when == u"tonight" ? Later::Tonight
        : when == u"monday"                ? Later::Monday
                                           : Later::Hour;
    const QDateTime now = QDateTime::currentDateTime();
    // "Tonight" may have passed before the person answered; the notice then comes in one hour.
    const QDateTime then = Policy::laterTime(later, now).value_or(now.addSecs(3600));
    run(m_policy.gone({ mailId }));
    Policy::Snoozes with = m_snoozes;
    with.add(serverName(), mailId, then.toSecsSinceEpoch());
    keepSnoozes(with);
}

void NoticeController::onDeletionFailed(qint64 id, const Client::Failure &failure)
{
    qCWarning(logNotices, "delete of mail %lld failed: %s", id, qPrintable(failure.message));
    m_parts.notifier.show(
        Ui::failureNotice(Ui::deletedKey(id), u"delete"_s, Session::failureText(failure)));
    m_parts.mailroom.refresh();
}
