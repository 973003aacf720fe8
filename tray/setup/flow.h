// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/browserlogin.h"
#include "setup/complaint.h"
#include "setup/findings.h"
#include "setup/folders.h"
#include "setup/syncwatch.h"

namespace Setup {

/**
 * The steps to add, change or remove a mailbox or to sign in again, without widgets. Holds the input,
 * calls the service, and decides which page is next. Nothing is stored before the last step, and no input
 * is lost if the service goes away in between. Lives on the main thread.
 */
class Flow : public QObject
{
    Q_OBJECT

public:
    enum class Purpose { Add, SignInAgain, Edit };
    enum class Page { Address, SignIn, Servers, Folders, Sync, Account };
    Q_ENUM(Page)
    /// The work under way. Until it ends, only Back is possible.
    enum class Task { None, Loading, Discovering, Browser, Testing, Listing, Saving };
    Q_ENUM(Task)

    struct Parts {
        Client::Rest &rest;
        Client::EventClient &events;
        Client::Alarms &alarms;
        OpenPage open;
    };
    explicit Flow(const Parts &parts, QObject *parent = nullptr);

    void add();
    void signInAgain(qint64 accountId);
    void edit(qint64 accountId);
    void setOnline(bool isOnline);

    Purpose purpose() const { return m_purpose; }
    Page page() const { return m_page; }
    Task task() const { return m_task; }
    bool isOnline() const { return m_calls.isOnline(); }
    const Draft &draft() const { return m_draft; }
    const std::optional<Findings> &findings() const { return m_findings; } ///< of this address
    const std::optional<Trial> &trial() const { return m_trial; }          ///< of these servers
    std::optional<Complaint> complaint(Side side) const;
    const QList<Folder> &folders() const { return m_folders; }
    const SyncWatch &sync() const { return m_sync; }
    const QJsonObject &account() const { return m_account; } ///< as stored; empty while adding
    const BrowserLogin &browser() const { return m_browser; }
    QString problem() const { return m_problem; } ///< of this page, for people
    QString note() const { return m_note; }       ///< a success, or the reason of a wait
    bool isAdding() const;                        ///< a new account was begun and is not stored yet
    bool canGoBack() const;
    bool mayUseBrowser() const; ///< whether the provider offers the sign-in with a browser

    // The actions of people, in the order of the pages.
    void findServers(const QString &email);
    void enterServersOf(const QString &email); ///< the person enters them
    void enterServers();
    void openHelp(); ///< the provider's page about passwords for programs
    void setPassword(const QString &password);
    void signInWithBrowser();
    void openBrowserAgain();
    void setServers(const MailServer &imap, const MailServer &smtp, const QString &smtpPassword);
    void test(); ///< tests the servers with the input; goes on if they work
    void repair(Side side, const Repair &repair);
    void saveAnyway();
    void setChoice(const QStringList &folders, const Span &span, const QString &name,
                   const QString &senderName);
    void save();
    void show(Page page); ///< for a stored account: sign-in, servers, folders
    void setStatus(const QString &status);
    void remove();
    void back();
    void abandon(); ///< the window is closed: drops all calls

Q_SIGNALS:
    void changed();
    void saved(qint64 accountId);
    void removed(qint64 accountId);

private:
    void begin(Purpose purpose);
    void load(qint64 accountId, Page then);
    void go(Page page, Task task = Task::None);
    void setTask(Task task);
    void fail(const QString &problem);
    void takeFindings(const Findings &findings);
    void takeTrial(const Trial &trial);
    void afterTrial();
    void takeListing(const Client::Answer &answer);
    void listFolders();
    void create();
    void takeCreated(const Client::Answer &answer);
    void findCreated();
    void update();
    void takeStored(const QJsonObject &account);
    bool mayRetrySecret(const Client::Failure &failure);
    void forgetServers();
    void dropGrant();
    static QString wordsOf(const Client::Failure &failure);
    static QString pathOf(qint64 accountId);
    static QString notAnAddress(const QString &text);

    Parts m_parts;
    Calls m_calls;
    BrowserLogin m_browser;
    SyncWatch m_sync;
    Purpose m_purpose = Purpose::Add;
    Page m_page = Page::Address;
    Task m_task = Task::None;
    QList<Page> m_trail; ///< the pages that Back returns to
    Draft m_draft;
    Draft m_stored; ///< stored state of an account that is changed
    QJsonObject m_account;
    std::optional<Findings> m_findings;
    std::optional<Trial> m_trial;
    QList<Folder> m_folders;
    QString m_problem;
    QString m_note;
    bool m_isCreationLost = false; ///< the answer to POST /accounts never came
};

} // namespace Setup
