// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/signinpage.h"

#include "policy/cleantext.h"
#include "setup/note.h"
#include "setup/passwordfield.h"
#include "spoken/names.h"
#include "spoken/role.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Setup {

SignInPage::SignInPage(Flow &flow, QWidget *parent)
    : Page(flow, parent), m_caution(new Note(this)), m_providerNote(new Note(this)),
      m_way(new Note(this)), m_passwordLabel(new QLabel(this)), m_password(new PasswordField(this)),
      m_problem(new Note(this)), m_help(new QPushButton(this))
{
    m_passwordLabel->setBuddy(m_password->line());
    m_help->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->addWidget(foundRow());
    layout->addWidget(m_caution);
    layout->addWidget(m_providerNote);
    layout->addSpacing(8);
    layout->addWidget(m_way);
    layout->addWidget(m_passwordLabel);
    layout->addWidget(m_password);
    layout->addWidget(m_problem);
    layout->addWidget(m_help, 0, Qt::AlignLeft);
    layout->addWidget(browserPart());
    layout->addStretch();
    connect(m_password, &PasswordField::edited, this, [this](const QString &text) {
        m_flow.setPassword(text);
        Q_EMIT edited();
    });
    connect(m_change, &QPushButton::clicked, &m_flow, &Flow::enterServers);
    connect(m_help, &QPushButton::clicked, &m_flow, &Flow::openHelp);
}

QWidget *SignInPage::foundRow()
{
    auto *row = new QWidget(this);
    m_found = new QLabel(row);
    Spoken::setRole(m_found, QAccessible::StaticText);
    m_found->setTextFormat(Qt::PlainText);
    m_found->setWordWrap(true);
    m_change = new QPushButton(tr("&Change …"), row);
    m_change->setAccessibleName(tr("Change the servers"));
    m_change->setAutoDefault(false);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->addWidget(m_found, 1);
    layout->addWidget(m_change, 0, Qt::AlignTop);
    return row;
}

QWidget *SignInPage::browserPart()
{
    m_browser = new QWidget(this);
    m_browserText = new Note(m_browser);
    auto *busy = new QProgressBar(m_browser);
    busy->setRange(0, 0);
    busy->setTextVisible(false);
    busy->setAccessibleName(tr("Waiting for the browser"));
    m_openAgain = new QPushButton(tr("&Open the page again"), m_browser);
    m_copy = new QPushButton(tr("Copy its &address"), m_browser);
    auto *buttons = new QHBoxLayout;
    for (QPushButton *button : { m_openAgain, m_copy }) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto *layout = new QVBoxLayout(m_browser);
    layout->setContentsMargins({});
    layout->addWidget(m_browserText);
    layout->addWidget(busy);
    layout->addLayout(buttons);
    connect(m_openAgain, &QPushButton::clicked, &m_flow, &Flow::openBrowserAgain);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_flow.browser().page().toString(QUrl::FullyEncoded));
    });
    return m_browser;
}

QString SignInPage::title() const
{
    if (m_flow.task() == Flow::Task::Loading)
        return tr("Loading the mailbox"); // no field is shown yet
    return m_flow.purpose() == Flow::Purpose::Add ? tr("Sign in") : tr("Sign in again");
}

QString SignInPage::lead() const
{
    return Policy::isolated(m_flow.draft().email, 100);
}

void SignInPage::enter()
{
    m_password->setText(m_flow.draft().password);
}

void SignInPage::refresh()
{
    const auto &findings = m_flow.findings();
    const Draft &draft = m_flow.draft();
    m_found->setText(findings && findings->isFound && findings->imap == draft.imap
                         ? foundText(*findings)
                         : serverText(draft.imap));
    m_found->parentWidget()->setVisible(!draft.imap.host.isEmpty());
    m_caution->say(findings ? cautionText(*findings) : QString(), Note::Kind::Problem);
    m_providerNote->say(findings ? findings->note : QString());
    refreshPassword();
    const bool isInBrowser = m_flow.task() == Flow::Task::Browser;
    m_browser->setVisible(isInBrowser);
    if (m_flow.browser().hasBrowser())
        m_browserText->say(isInBrowser
                               ? tr("Your browser shows the provider's page. Sign in there; after "
                                    "that, this window continues automatically.")
                               : QString());
    else
        m_browserText->say(
            tr("There is no browser that can be opened from here. Copy the address, and "
               "open it in a browser on this computer."),
            Note::Kind::Problem);
    for (QPushButton *button : { m_openAgain, m_copy })
        button->setEnabled(m_flow.browser().page().isValid());
    m_change->setEnabled(m_flow.task() == Flow::Task::None);
    m_problem->say(m_flow.problem().isEmpty() ? m_flow.note() : m_flow.problem(),
                   m_flow.problem().isEmpty() ? Note::Kind::Plain : Note::Kind::Problem);
    Q_EMIT edited();
}

void SignInPage::refreshPassword()
{
    const auto &findings = m_flow.findings();
    const bool isOAuthOnly = findings && findings->authentication == QStringList{ u"oauth2"_s };
    const bool isApp = findings && findings->wants(u"appPassword"_s);
    const bool isIdle = m_flow.task() == Flow::Task::None;
    const bool staysOAuth = m_flow.draft().id > 0 && !m_flow.draft().oauthProvider.isEmpty();
    const bool hasPassword = isIdle && !staysOAuth && !(m_flow.mayUseBrowser() && isOAuthOnly);
    if (m_flow.mayUseBrowser() && isIdle)
        m_way->say(tr("You sign in at your provider, in your browser. Postrider never sees your "
                      "password."));
    else if (isOAuthOnly && isIdle)
        m_way->say(tr("This provider requires a sign-in with the browser, which the operator of "
                      "this mail service has not set up. A password may be refused."),
                   Note::Kind::Problem);
    else
        m_way->say({});
    const QString name = isApp ? tr("&Password for programs (app password)") : tr("&Password");
    Spoken::setText(m_passwordLabel,
                    m_flow.mayUseBrowser() ? tr("Or a &password for programs") : name);
    m_password->line()->setAccessibleName(Policy::withoutMnemonic(m_passwordLabel->text()));
    m_passwordLabel->setVisible(hasPassword);
    m_password->setVisible(hasPassword);
    const QUrl help = findings ? findings->helpUrl : QUrl();
    m_help->setVisible(hasPassword && help.isValid());
    Spoken::setText(m_help,
                    isApp ? tr("&Get such a password at %1").arg(help.host())
                          : tr("Help of the provider at %1").arg(help.host()));
    m_password->setText(m_flow.draft().password);
}

bool SignInPage::wantsBrowser() const
{
    return m_flow.mayUseBrowser() && m_password->text().isEmpty();
}

QString SignInPage::nextText() const
{
    if (wantsBrowser())
        return tr("&Sign in with the browser");
    return m_flow.purpose() == Flow::Purpose::Add ? tr("&Next") : tr("&Sign in");
}

bool SignInPage::canGoOn() const
{
    return m_flow.task() == Flow::Task::None && (wantsBrowser() || !m_password->text().isEmpty());
}

void SignInPage::goOn()
{
    if (wantsBrowser())
        m_flow.signInWithBrowser();
    else
        m_flow.test();
}

QWidget *SignInPage::firstField()
{
    return m_password->isVisibleTo(this) && !m_flow.mayUseBrowser() ? m_password->line() : nullptr;
}

} // namespace Setup
