// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"

#include "desktop/autostart.h"
#include "desktop/launchercount.h"
#include "session/failuretext.h"
#include "ui/noticewriter.h"
#include "ui/statustext.h"

#include <QApplication>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QLoggingCategory>
#include <QWindow>

#ifdef Q_OS_LINUX
#include "notify/dbusnotifier.h"
#else
#include "notify/traynotifier.h"
#endif

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(logApplication, "postrider.tray", QtInfoMsg)

constexpr auto drawEvery = 50ms;
constexpr auto endPatience = 6s; // the service may take 5 s to end

std::unique_ptr<Notify::Notifier> makeNotifier()
{
#ifdef Q_OS_LINUX
    return std::make_unique<Notify::DBusNotifier>(QDBusConnection::sessionBus());
#else
    return std::make_unique<Notify::TrayNotifier>();
#endif
}

} // namespace

Application::Application(Desktop::Logbook &log, const Options &options, QObject *parent)
    : QObject(parent), m_log(log), m_options(options), m_settings(options.settingsFile),
      m_keychain({ .service = u"Postrider Tray"_s }), m_vault(m_keychain),
      m_link({ m_settings, m_vault, m_starter, m_alarms, m_network }),
      m_mailroom(m_link.rest(), m_link.events(), m_alarms), m_search(m_link.rest(), m_alarms),
      m_deletions(m_link.rest(), m_alarms), m_compose(m_link, m_mailroom),
      m_notifier(makeNotifier()),
      m_notices(std::make_unique<NoticeController>(NoticeController::Parts{
          m_settings, m_link, m_mailroom, *m_notifier, m_deletions, m_alarms })),
      m_panel(m_alarms, std::chrono::seconds(m_settings.trayPatience())),
      m_unsubscribe(m_link.rest(), &m_window), m_showing(m_alarms.make(this))
{
    connectParts();
    connectMails();
    m_window.restoreGeometry(m_settings.windowGeometry());
}

Application::~Application()
{
    m_isQuitting = true; // closing a window must not open another one now
    m_keychain.close();
    // Closing the keychain ended the calls that waited for it. Their coroutines resume through posted
    // events and free their memory then; no event loop runs any more.
    QCoreApplication::sendPostedEvents();
}

void Application::connectParts()
{
    connect(&m_link, &Session::Link::stateChanged, this, &Application::showLater);
    connect(&m_link, &Session::Link::serviceChanged, this, [this] {
        m_mailroom.reset();
        m_notices->reset();
        m_deletions.forget();
    });
    connect(&m_link, &Session::Link::stateChanged, this, [this] {
        if (m_link.isOnline() && m_login)
            m_login->accept();
        if (m_link.state() == Session::Link::State::NeedsLogin
            && std::exchange(m_wantsLogin, false))
            showLogin();
    });
    connect(&m_link, &Session::Link::loginFailed, this, [this](const QString &message) {
        if (m_login)
            m_login->showFailure(message);
    });
    connect(&m_vault, &Session::TokenVault::stateChanged, this, &Application::showLater);
    connect(&m_keychain, &KeychainStore::unlocked, &m_vault, &Session::TokenVault::storeAgain);
    connect(&m_mailroom, &Session::Mailroom::changed, this, &Application::showLater);
    connect(m_notices.get(), &NoticeController::quietChanged, this, &Application::showLater);
    connect(m_notices.get(), &NoticeController::wanted, this, &Application::open);
    connect(m_notices.get(), &NoticeController::accountWanted, this, &Application::helpAccount);
    connect(&m_mailroom, &Session::Mailroom::changed, this, &Application::offerSetup);
    connect(&m_link, &Session::Link::stateChanged, this, [this] {
        if (m_setup)
            m_setup->flow().setOnline(m_link.isOnline());
    });
    connect(&m_panel, &Desktop::Panel::ready, this, &Application::onPanelReady);
    connect(&m_panel, &Desktop::Panel::missing, this, &Application::onPanelMissing);
    connect(&m_panelColour, &Desktop::PanelColour::changed, this, &Application::showLater);
    connect(&m_wake, &Desktop::WakeWatch::wokeUp, &m_link, &Session::Link::wokeUp);
    connect(&m_end, &Desktop::EndSignals::asked, this, &Application::quit);
    connect(&m_menu, &Ui::TrayMenu::chosen, this, &Application::choose);
    connect(&m_window, &Ui::MainWindow::chosen, this, &Application::choose);
    connect(&m_window, &Ui::MainWindow::closing, this, &Application::onWindowClosing);
    connect(m_showing, &Client::Alarm::rang, this, &Application::showNow);
    connect(&m_settings, &Session::Settings::changed, this,
            [this](const Session::Preferences &before) {
                const Session::Preferences &now = m_settings.preferences();
                m_mailroom.setIgnoredUpTo(now.ignoredUpTo);
                if (now.isRemote != before.isRemote || now.server != before.server) {
                    if (m_login)
                        m_login->reject(); // it asks for the login of the previous service
                    m_wantsLogin = now.isRemote;
                    m_link.start();
                }
                showLater();
            });
}

void Application::connectMails()
{
    connect(&m_window, &Ui::MainWindow::searched, &m_search, &Session::MailSearch::setText);
    connect(&m_search, &Session::MailSearch::changed, this, &Application::showFound);
    connect(&m_mailroom, &Session::Mailroom::changed, &m_search, &Session::MailSearch::again);
    connect(&m_deletions, &Session::Deletions::changed, this, [this] {
        if (m_deleted && !m_deletions.isPending(m_deleted->id))
            m_deleted.reset();
        showFound();
        showLater();
    });
    connect(&m_deletions, &Session::Deletions::deleted, &m_mailroom, &Session::Mailroom::refresh);
    connect(&m_compose, &ComposeSide::failed, this, &Application::complain);
    connect(&m_unsubscribe, &Unsubscriber::failed, this, &Application::complain);
    connect(&m_unsubscribe, &Unsubscriber::mailWanted, &m_compose, &ComposeSide::begin);
    connect(&m_unsubscribe, &Unsubscriber::pageWanted, this, &Application::openInBrowser);
    connect(&m_compose, &ComposeSide::sent, this, [this](const QString &subject, bool isWaiting) {
        m_notifier->show(Ui::sentNotice(subject, isWaiting));
    });
}

void Application::start()
{
    m_mailroom.setIgnoredUpTo(m_settings.preferences().ignoredUpTo);
    m_link.start();
    m_panel.find();
    if (!m_options.mailto.isEmpty())
        m_compose.begin(Policy::mailtoOf(m_options.mailto));
    showLater();
}

void Application::onPanelReady()
{
    m_icon = std::make_unique<QSystemTrayIcon>();
    m_icon->setContextMenu(&m_menu);
#ifdef Q_OS_LINUX
    m_menu.setOverBus(m_menu.platformMenu() != nullptr); // null: Qt draws the menu itself
#endif
    connect(m_icon.get(), &QSystemTrayIcon::activated, this,
            [this](QSystemTrayIcon::ActivationReason reason) {
                if (reason == QSystemTrayIcon::Trigger)
                    m_window.isVisible() && !m_window.isMinimized() ? void(m_window.close())
                                                                    : showWindow();
                else if (reason == QSystemTrayIcon::MiddleClick)
                    choose(u"web"_s);
            });
    m_shownLook.reset();
    showNow();
    m_icon->show();
#ifndef Q_OS_LINUX
    static_cast<Notify::TrayNotifier *>(m_notifier.get())->setIcon(m_icon.get());
#endif
}

void Application::onPanelMissing()
{
    showNow();
    const QWidget *inUse = QApplication::activeWindow();
    if (!inUse) {
        showInsteadOfIcon();
        return;
    }
    // Another window of the tray has the keyboard. The main window opens when that one closes, so that
    // it does not interrupt typing.
    connect(inUse->windowHandle(), &QWindow::visibleChanged, this, [this](bool isVisible) {
        if (!isVisible)
            showInsteadOfIcon();
    });
}

void Application::showInsteadOfIcon()
{
    if (m_isQuitting || m_icon || m_window.isVisible())
        return;
    if (m_options.isAutostart)
        m_window.showMinimized(); // reachable, but covers nothing
    else
        showWindow();
}

void Application::onWindowClosing()
{
    keepWindowSize();
    if (!m_icon && !m_setup)
        quit(); // without icon and window the tray cannot be reached
}

void Application::showLater()
{
    if (!m_showing->isActive())
        m_showing->start(drawEvery);
}

Ui::MenuInput Application::input() const
{
    QString problem = m_link.problem();
    if (problem.isEmpty())
        problem = Ui::vaultText(m_vault.state());
    if (!m_complaint.isEmpty())
        problem.prepend(problem.isEmpty() ? m_complaint : m_complaint + u'\n');
    return { .state = m_link.state(),
             .problem = problem,
             .isKnown = m_mailroom.isKnown(),
             .accounts = m_mailroom.accounts(),
             .recent = without(m_mailroom.recent()),
             .preferences = m_settings.preferences(),
             .now = QDateTime::currentDateTime(),
             .hasWindowOnly = !m_icon };
}

Ui::IconLook Application::look() const
{
    using State = Session::Link::State;
    const bool needsPerson = m_link.state() == State::NeedsLogin
        || m_link.state() == State::NoService
        || std::ranges::any_of(m_mailroom.accounts(), Ui::wantsAttention);
    return { .isOnline = m_link.isOnline(),
             .unread = m_mailroom.isKnown() ? m_mailroom.unread() : 0,
             .isQuiet = m_notices->isQuiet(),
             .needsPerson = needsPerson,
             .style = iconStyle() };
}

Session::Preferences::IconStyle Application::iconStyle() const
{
    using Style = Session::Preferences::IconStyle;
    const Style chosen = m_settings.preferences().iconStyle;
    if (chosen != Style::Panel)
        return chosen;
    return m_panelColour.isDark() ? Style::Light : Style::Dark;
}

void Application::showNow()
{
    const Ui::MenuInput shown = input();
    m_menu.setItems(Ui::menuOf(shown));
    const Ui::IconLook now = look();
    const QString tip =
        Ui::toolTip(m_link.state(), m_mailroom.isKnown(), now.unread, m_notices->isQuiet());
    m_window.setInput(shown, QString(tip).replace(u'\n', u" – "_s));
    if (m_shownLook != now) {
        m_shownLook = now;
        const QIcon icon = Ui::badgeIcon(now);
        QGuiApplication::setWindowIcon(icon); // of every window
        if (m_icon)
            m_icon->setIcon(icon);
    }
    if (m_icon && m_icon->toolTip() != tip)
        m_icon->setToolTip(tip);
    m_window.setUndo(m_deleted);
    if (std::exchange(m_launcherCount, now.unread) != now.unread)
        Desktop::setLauncherCount(now.unread);
    m_window.setWindowTitle(now.unread > 0 ? tr("Postrider (%1)").arg(now.unread) : u"Postrider"_s);
}

void Application::choose(const QString &id)
{
    const QString what = id.section(u'/', 0, 0);
    const QString which = id.section(u'/', 1);
    const QDateTime now = QDateTime::currentDateTime();
    if (!std::exchange(m_complaint, {}).isEmpty())
        showLater();
    Session::Preferences preferences = m_settings.preferences();
    if (what == u"mail")
        open(pageOf(m_link.rest().server(), u"/mails/"_s + which));
    else if (what == u"web")
        open(pageOf(m_link.rest().server()));
    else if (id == u"pause/tomorrow")
        pauseUntil(QDateTime(now.date().addDays(1), QTime(7, 0)));
    else if (what == u"pause")
        pauseUntil(now.addSecs(which.toInt() * 60));
    else if (what == u"resume") {
        preferences.quiet.resume();
        m_settings.setPreferences(preferences);
    } else if (what == u"ignore")
        m_mailroom.findLastUnread([this](qint64 last) { ignoreUpTo(last); });
    else if (what == u"unignore")
        ignoreUpTo(0);
    else if (id == u"sync") {
        for (const Client::Account &account : m_mailroom.accounts()) {
            if (account.status != u"disabled")
                chooseForAccount(u"sync"_s, account.id);
        }
    } else if (what == u"login")
        m_settings.preferences().isRemote ? showLogin() : m_link.start();
    else if (what == u"start")
        m_link.startService();
    else if (what == u"signout")
        m_link.signOut();
    else if (what == u"retry")
        m_link.hurry();
    else if (what == u"window")
        showWindow();
    else if (what == u"settings")
        showSettings();
    else if (what == u"add")
        addMailbox();
    else if (what == u"signin")
        showSetup().signInAgain(which.toLongLong());
    else if (what == u"edit")
        showSetup().edit(which.toLongLong());
    else if (what == u"compose")
        m_compose.begin();
    else if (what == u"log") {
        if (!m_logWindow)
            m_logWindow = new Ui::LogWindow(m_log);
        m_logWindow->show();
        m_logWindow->raise();
    } else if (what == u"quit") {
        if (!m_compose.askAboutUnsent())
            quit();
    } else if (!chooseForMail(what, which))
        chooseForAccount(what, which.toLongLong());
}

bool Application::chooseForMail(const QString &what, const QString &which)
{
    const qint64 id = which.section(u'/', 0, 0).toLongLong();
    const auto done = [this, what](const Client::Answer &answer) {
        if (!answer)
            complain(what, Session::failureText(answer.error()));
        m_mailroom.refresh();
    };
    const QString path = u"/mails/%1"_s.arg(id);
    if (what == u"delete")
        deleteMail(id);
    else if (what == u"undo")
        m_deletions.undo(id);
    else if (what == u"reply")
        m_compose.reply(id);
    else if (what == u"unsubscribe")
        m_unsubscribe.begin(id);
    else if (what == u"later")
        m_notices->snooze(id, which.section(u'/', 1));
    else if (what == u"read" || what == u"unread")
        m_link.rest().send("PUT", path + u"/read"_s, { { u"isRead"_s, what == u"read" } }, this,
                           done);
    else if (what == u"star")
        m_link.rest().send("PUT", path + u"/star"_s, { { u"isStarred"_s, true } }, this, done);
    else
        return false;
    return true;
}

std::optional<Client::Mail> Application::findMail(qint64 mailId) const
{
    for (const auto &list : { m_mailroom.recent(), m_search.mails() }) {
        const auto mail = std::ranges::find(list, mailId, &Client::Mail::id);
        if (mail != list.end())
            return *mail;
    }
    return std::nullopt;
}

void Application::deleteMail(qint64 mailId)
{
    m_deleted = findMail(mailId);
    if (!m_deleted)
        return;
    m_deletions.add(mailId);
    showNow(); // not later: the next key may be the one for undo
}

QList<Client::Mail> Application::without(QList<Client::Mail> mails) const
{
    mails.removeIf([this](const Client::Mail &mail) { return m_deletions.isPending(mail.id); });
    return mails;
}

void Application::showFound()
{
    const QList<Client::Mail> mails = without(m_search.mails());
    m_window.setFound(
        { .isActive = m_search.isActive(),
          .isBusy = m_search.isBusy(),
          .mails = mails,
          .total = m_search.total() - (m_search.mails().size() - mails.size()),
          .problem = m_search.failure() ? Session::failureText(*m_search.failure()) : QString() });
}

void Application::keepWindowSize()
{
    m_settings.setWindowGeometry(m_window.saveGeometry());
}

void Application::chooseForAccount(const QString &what, qint64 id)
{
    const Client::Account *account = m_mailroom.account(id);
    if (!account)
        return;
    const QString path = u"/accounts/%1"_s.arg(id);
    const auto done = [this, what, name = Ui::accountName(*account)](const Client::Answer &answer) {
        if (!answer)
            complain(what, u"%1: %2"_s.arg(name, Session::failureText(answer.error())));
        m_mailroom.refresh();
    };
    if (what == u"show") {
        QUrl page = pageOf(m_link.rest().server(), u"/mails"_s);
        page.setQuery(u"accountId=%1"_s.arg(id));
        open(page);
    } else if (what == u"sync") {
        m_link.rest().send("POST", path + u"/sync"_s, {}, this, done);
    } else if (what == u"disable") {
        const QString status = account->status == u"disabled" ? u"active"_s : u"disabled"_s;
        m_link.rest().send("PUT", path + u"/status"_s, { { u"status"_s, status } }, this, done);
    } else if (what == u"mute") {
        Session::Preferences preferences = m_settings.preferences();
        if (!preferences.muted.remove(id))
            preferences.muted.insert(id);
        m_settings.setPreferences(preferences);
    }
}

void Application::ignoreUpTo(qint64 mailId)
{
    Session::Preferences preferences = m_settings.preferences();
    preferences.ignoredUpTo = mailId;
    m_settings.setPreferences(preferences);
}

void Application::pauseUntil(const QDateTime &until)
{
    Session::Preferences preferences = m_settings.preferences();
    preferences.quiet.pause(QDateTime::currentDateTime(), until);
    m_settings.setPreferences(preferences);
}

// If pages may not be opened now, the window opens instead, because it names the problem.
void Application::open(const QUrl &page)
{
    if (!Ui::mayOpenPages(m_link.state(), m_settings.preferences()))
        showWindow();
    else
        openInBrowser(page);
}

void Application::openInBrowser(const QUrl &page)
{
    if (!QDesktopServices::openUrl(page))
        complain(
            u"page"_s,
            tr("There is no browser for %1. Install one, or choose one in the settings of your "
               "desktop.")
                .arg(page.toString()));
}

// Shown as a notice, which is above all windows, and in the window, where it can be read again.
void Application::complain(const QString &action, const QString &reason)
{
    const Notify::Notice notice = Ui::failureNotice(u"choice"_s, action, reason);
    qCWarning(logApplication, "%s: %s", qPrintable(action), qPrintable(reason));
    m_complaint = notice.title + u": "_s + notice.body;
    showLater();
    m_notifier->show(notice);
    if (!m_notifier->isAvailable())
        showWindow();
}

void Application::showWindow()
{
    showNow();
    m_window.showNormal();
    m_window.raise();
    m_window.activateWindow();
}

void Application::showSettings()
{
    if (!m_settingsWindow) {
        m_settingsWindow = new Ui::SettingsWindow(m_settings.preferences(), m_mailroom.accounts(),
                                                  Desktop::isStartedAtLogin());
        connect(m_settingsWindow, &Ui::SettingsWindow::saved, this,
                [this, before = m_settings.preferences()](const Session::Preferences &chosen,
                                                          bool startAtLogin) {
                    if (startAtLogin != Desktop::isStartedAtLogin()) {
                        const Result<void> done = Desktop::setStartedAtLogin(startAtLogin);
                        if (!done)
                            complain(u"autostart"_s, done.error().message);
                    }
                    m_settings.setPreferences(
                        Session::withChanges(m_settings.preferences(), before, chosen));
                });
    }
    m_settingsWindow->show();
    m_settingsWindow->raise();
    m_settingsWindow->activateWindow();
}

void Application::showLogin()
{
    if (!m_login) {
        m_login = new Ui::LoginWindow(m_link.rest().server().host());
        connect(m_login, &Ui::LoginWindow::given, &m_link, &Session::Link::login);
    }
    m_login->show();
    m_login->raise();
    m_login->activateWindow();
}

Setup::Flow &Application::showSetup()
{
    if (!m_setup) {
        m_setup = new Setup::SetupWindow({ .rest = m_link.rest(),
                                           .events = m_link.events(),
                                           .alarms = m_alarms,
                                           .open = [](const QUrl &page) {
                                               return QDesktopServices::openUrl(page);
                                           } });
        m_setup->flow().setOnline(m_link.isOnline());
        connect(&m_setup->flow(), &Setup::Flow::saved, &m_mailroom, &Session::Mailroom::refresh);
        connect(&m_setup->flow(), &Setup::Flow::removed, &m_mailroom, &Session::Mailroom::refresh);
        connect(m_setup, &QDialog::finished, this, [this] {
            if (!m_icon && !m_window.isVisible() && !m_isQuitting)
                showWindow(); // without it the tray cannot be reached
        });
    }
    m_setup->show();
    m_setup->raise();
    m_setup->activateWindow();
    return m_setup->flow();
}

void Application::addMailbox()
{
    Setup::Flow &flow = showSetup();
    if (!flow.isAdding()) // an unfinished mailbox stays as it is
        flow.add();
}

void Application::offerSetup()
{
    const bool isFirstStart =
        m_mailroom.isKnown() && m_mailroom.accounts().isEmpty() && m_link.isOnline();
    if (isFirstStart && !m_options.isAutostart && !std::exchange(m_wasSetupOffered, true))
        addMailbox();
}

void Application::helpAccount(qint64 id)
{
    const Client::Account *account = m_mailroom.account(id);
    if (!account)
        showWindow();
    else if (Ui::wantsSignIn(*account))
        showSetup().signInAgain(id);
    else
        showSetup().edit(id);
}

void Application::command(const QByteArray &command)
{
    if (command == "show" || command.startsWith("show ")) {
        const QByteArray token = command.sliced(4).trimmed();
        if (!token.isEmpty())
            qputenv("XDG_ACTIVATION_TOKEN", token); // Wayland raises no window without it
        showWindow();
        qunsetenv("XDG_ACTIVATION_TOKEN");
    } else if (command.startsWith("mailto:"))
        m_compose.begin(Policy::mailtoOf(QUrl::fromEncoded(command)));
    else if (command == "quit")
        quit();
}

void Application::quit()
{
    if (std::exchange(m_isQuitting, true))
        return;
    keepWindowSize();
    m_window.hide();
    delete m_setup;
    if (m_icon)
        m_icon->hide();
    m_link.events().stop();
    Client::Alarm *patience = m_alarms.make(this);
    connect(patience, &Client::Alarm::rang, qApp, &QCoreApplication::quit, Qt::QueuedConnection);
    patience->start(endPatience);
    connect(&m_deletions, &Session::Deletions::settled, this, &Application::endNow,
            Qt::SingleShotConnection);
    m_deletions.finish();
}

// Called when the service has received all deletions: a service that the tray has started may end now.
void Application::endNow()
{
    connect(&m_starter, &Session::ServiceStarter::stopped, qApp, &QCoreApplication::quit,
            Qt::QueuedConnection);
    m_starter.stop();
}
