// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/cleantext.h"
#include "setup/flow.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Setup {

namespace {

constexpr auto listingPatience = 45s; // 15 s for the login, 20 s for the counts
constexpr auto trialPatience = 25s;
constexpr qsizetype domainLength = 80;

} // namespace

QString Flow::notAnAddress(const QString &text)
{
    return text.isEmpty()
        ? tr("Enter your e-mail address first.")
        : tr("“%1” is not a valid e-mail address. An address looks like name@example.org.")
              .arg(Policy::isolated(text, domainLength));
}

void Flow::findServers(const QString &email)
{
    const QString address = email.trimmed();
    if (!isAddress(address)) {
        fail(notAnAddress(address));
        return;
    }
    if (m_findings && m_findings->isFound && m_draft.email == address) {
        go(Page::SignIn); // the findings are still valid
        return;
    }
    m_draft.email = address;
    forgetServers();
    setTask(Task::Discovering);
    m_calls.ask(
        { .method = "POST", .path = u"/accounts/discover"_s, .body = { { u"email"_s, address } } },
        [this](const Client::Answer &answer) {
            if (answer)
                takeFindings(findingsOf(*answer));
            else
                fail(wordsOf(answer.error()));
        });
}

void Flow::forgetServers()
{
    m_findings.reset();
    m_trial.reset();
    m_draft.imap = m_draft.smtp = {};
    dropGrant();
    m_draft.tlsPin.clear();
}

void Flow::dropGrant()
{
    m_draft.grant.clear();
    m_draft.oauthProvider = m_stored.oauthProvider; // empty for a new account
}

void Flow::takeFindings(const Findings &findings)
{
    m_findings = findings;
    m_draft.imap = findings.imap;
    m_draft.smtp = findings.smtp;
    if (findings.isFound) {
        go(Page::SignIn);
        return;
    }
    enterServers();
    m_problem = tr("No mail servers were found for %1. Enter them as your provider's help pages "
                   "name them.")
                    .arg(Policy::isolated(m_draft.email.section(u'@', -1), domainLength));
    Q_EMIT changed();
}

void Flow::enterServersOf(const QString &email)
{
    m_calls.cancel(); // a search may run
    m_task = Task::None;
    const QString address = email.trimmed();
    if (!isAddress(address)) {
        fail(notAnAddress(address));
        return;
    }
    if (m_draft.email != address)
        forgetServers();
    m_draft.email = address;
    enterServers();
}

// Fills empty fields with the ports and encryption that most providers use.
void Flow::enterServers()
{
    m_calls.cancel();
    m_problem.clear();
    m_trial.reset();
    if (m_draft.imap.username.isEmpty())
        m_draft.imap.username = m_draft.email;
    if (m_draft.imap.port == 0)
        m_draft.imap = { m_draft.imap.host, 993, Security::Tls, m_draft.imap.username };
    if (m_draft.smtp.port == 0)
        m_draft.smtp = { m_draft.smtp.host, 465, Security::Tls, m_draft.smtp.username };
    go(Page::Servers);
}

void Flow::openHelp()
{
    if (!m_findings || !m_findings->helpUrl.isValid() || m_parts.open(m_findings->helpUrl))
        return;
    fail(tr("There is no browser for %1. Install one, or choose one in the settings of your "
            "desktop.")
             .arg(m_findings->helpUrl.toString()));
}

void Flow::setPassword(const QString &password)
{
    m_draft.password = password;
    if (!password.isEmpty())
        dropGrant();
}

void Flow::signInWithBrowser()
{
    setTask(Task::Browser);
    m_browser.start(m_draft.oauthProvider.isEmpty() && m_findings ? m_findings->oauthProvider
                                                                  : m_draft.oauthProvider,
                    m_draft.email);
}

void Flow::openBrowserAgain()
{
    if (m_browser.page().isValid())
        m_parts.open(m_browser.page());
}

void Flow::setServers(const MailServer &imap, const MailServer &smtp, const QString &smtpPassword)
{
    Draft draft = m_draft;
    draft.imap = imap;
    draft.smtp = smtp;
    draft.smtpPassword = smtpPassword;
    if (draft == m_draft)
        return;
    if (imap.host != m_draft.imap.host || smtp.host != m_draft.smtp.host)
        draft.tlsPin.clear(); // it was the key of the previous server
    m_draft = draft;
    m_trial.reset();
}

void Flow::test()
{
    if (!m_draft.hasSecret()) {
        go(Page::SignIn);
        return;
    }
    m_trial.reset();
    m_problem.clear();
    m_note.clear();
    go(Page::Servers, Task::Testing);
    m_calls.ask({ .method = "POST",
                  .path = u"/accounts/test-connection"_s,
                  .body = trialBody(m_draft),
                  .patience = trialPatience },
                [this](const Client::Answer &answer) {
                    if (answer)
                        takeTrial(trialOf(*answer));
                    else if (!mayRetrySecret(answer.error()))
                        fail(wordsOf(answer.error()));
                });
}

// The service does not send a stored secret to another server, and the grant of a sign-in with the browser
// expires. In both cases the person must sign in again.
bool Flow::mayRetrySecret(const Client::Failure &failure)
{
    if (!failure.names(u"password"_s) && !failure.names(u"oauthGrant"_s))
        return false;
    dropGrant();
    go(Page::SignIn);
    fail(failure.names(u"password"_s)
             ? tr("Enter the password again: it would be sent to another server than before.")
             : tr("This sign-in is no longer valid. Sign in with the browser again."));
    return true;
}

void Flow::takeTrial(const Trial &trial)
{
    m_trial = trial;
    m_task = Task::None;
    if (trial.works()) {
        afterTrial();
        return;
    }
    if (!isSignInRefused(trial)) {
        Q_EMIT changed();
        return;
    }
    const QString text = complaintOf(trial.imap, Side::Imap, m_draft)->text;
    dropGrant();
    go(Page::SignIn);
    fail(text);
}

void Flow::afterTrial()
{
    if (m_purpose == Purpose::Add)
        listFolders();
    else
        save();
}

void Flow::saveAnyway()
{
    if (m_trial && m_trial->imap.works)
        afterTrial();
    else
        save();
}

void Flow::repair(Side side, const Repair &repair)
{
    m_draft = repaired(m_draft, side, repair);
    test();
}

void Flow::listFolders()
{
    m_folders.clear();
    setTask(Task::Listing);
    m_calls.ask({ .method = "POST",
                  .path = u"/accounts/folders"_s,
                  .body = trialBody(m_draft),
                  .patience = listingPatience },
                [this](const Client::Answer &answer) { takeListing(answer); });
}

void Flow::takeListing(const Client::Answer &answer)
{
    if (!answer && mayRetrySecret(answer.error()))
        return;
    if (answer)
        m_folders = foldersOf(*answer);
    if (m_purpose == Purpose::Add && answer)
        m_draft.folders = usualChoice(m_folders);
    if (m_page == Page::Servers && !m_trail.isEmpty() && m_trail.last() == Page::SignIn)
        m_page = m_trail.takeLast(); // the servers page only showed the test
    go(Page::Folders);
    if (!answer)
        fail(tr("The folders cannot be listed now: %1 You may go on with the inbox alone.")
                 .arg(wordsOf(answer.error())));
}

} // namespace Setup
