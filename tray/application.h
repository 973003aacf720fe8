// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"
#include "composeside.h"
#include "desktop/endsignals.h"
#include "desktop/logbook.h"
#include "desktop/panel.h"
#include "desktop/panelcolour.h"
#include "desktop/wakewatch.h"
#include "keychain/keychainstore.h"
#include "noticecontroller.h"
#include "notify/notifier.h"
#include "session/deletions.h"
#include "session/link.h"
#include "session/mailroom.h"
#include "session/mailsearch.h"
#include "session/servicestarter.h"
#include "session/settings.h"
#include "session/tokenvault.h"
#include "setup/setupwindow.h"
#include "ui/badgeicon.h"
#include "ui/loginwindow.h"
#include "ui/logwindow.h"
#include "ui/mainwindow.h"
#include "ui/settingswindow.h"
#include "ui/traymenu.h"
#include "unsubscriber.h"

#include <QNetworkAccessManager>
#include <QPointer>
#include <QSystemTrayIcon>

#include <memory>

/** Builds and connects all parts of the tray. Lives on the main thread. */
class Application : public QObject
{
    Q_OBJECT

public:
    struct Options {
        QString settingsFile;
        bool isAutostart = false; ///< started at login: no window opens by itself in full size
        QUrl mailto;              ///< the mail to write at the start; empty: none
    };
    Application(Desktop::Logbook &log, const Options &options, QObject *parent = nullptr);
    ~Application() override;

    void start();
    void command(const QByteArray &command); ///< of a second start: `show`, `quit`, `mailto:`

private:
    void connectParts();
    void onPanelReady();
    void onPanelMissing();
    void showInsteadOfIcon(); ///< opens the window, because no panel shows the icon
    void onWindowClosing();
    void showLater(); ///< calls showNow() soon, once for many changes
    void showNow();
    Ui::MenuInput input() const;
    Ui::IconLook look() const;
    Session::Preferences::IconStyle iconStyle() const; ///< the style that is drawn; never Panel
    void choose(const QString &id);
    bool chooseForMail(const QString &what, const QString &which);
    void deleteMail(qint64 mailId);
    std::optional<Client::Mail> findMail(qint64 mailId) const;
    QList<Client::Mail> without(QList<Client::Mail> mails) const; ///< without pending deletions
    void showFound();
    void connectMails();
    void endNow();
    void keepWindowSize();
    void chooseForAccount(const QString &what, qint64 id);
    void ignoreUpTo(qint64 mailId); ///< 0: count all
    void pauseUntil(const QDateTime &until);
    void open(const QUrl &page); ///< of the service
    void openInBrowser(const QUrl &page);
    void complain(const QString &action,
                  const QString &reason); ///< reports an action that failed
    void showWindow();
    void showSettings();
    void showLogin();
    Setup::Flow &showSetup(); ///< the window of mailboxes
    void addMailbox();
    void offerSetup(); ///< at the first start
    void helpAccount(qint64 id);
    void quit();

    Desktop::Logbook &m_log;
    Options m_options;
    Client::SystemAlarms m_alarms;
    Session::Settings m_settings;
    Client::ProvenAccess m_network;
    KeychainStore m_keychain;
    Session::TokenVault m_vault;
    Session::ServiceStarter m_starter;
    Session::Link m_link;
    Session::Mailroom m_mailroom;
    Session::MailSearch m_search;
    Session::Deletions m_deletions;
    ComposeSide m_compose;
    std::optional<Client::Mail> m_deleted; ///< the last deleted mail, while undo is possible
    qint64 m_launcherCount = 0;
    std::unique_ptr<Notify::Notifier> m_notifier;
    std::unique_ptr<NoticeController> m_notices;
    Desktop::Panel m_panel;
    Desktop::PanelColour m_panelColour;
    Desktop::WakeWatch m_wake;
    Desktop::EndSignals m_end;
    Ui::TrayMenu m_menu;
    Ui::MainWindow m_window;
    Unsubscriber m_unsubscribe;
    std::unique_ptr<QSystemTrayIcon> m_icon; ///< null until the panel is ready
    std::optional<Ui::IconLook> m_shownLook;
    QPointer<Ui::LoginWindow> m_login;
    QPointer<Ui::SettingsWindow> m_settingsWindow;
    QPointer<Ui::LogWindow> m_logWindow;
    QPointer<Setup::SetupWindow> m_setup;
    bool m_wasSetupOffered = false;
    QString m_complaint;       ///< in the window until the person chooses something
    bool m_wantsLogin = false; ///< a person has just chosen a service elsewhere
    Client::Alarm *m_showing;
    bool m_isQuitting = false;
};
