// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/flow.h"

#include "policy/cleantext.h"

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

constexpr qsizetype messageLength = 300;

} // namespace

Flow::Flow(const Parts &parts, QObject *parent)
    : QObject(parent), m_parts(parts), m_calls(parts.rest, parts.alarms),
      m_browser(m_calls, parts.alarms, parts.open), m_sync(parts.rest, parts.events, parts.alarms)
{
    connect(&m_sync, &SyncWatch::changed, this, &Flow::changed);
    connect(&m_calls, &Calls::delayed, this, [this](const Client::Failure &failure) {
        m_note = failure.is(ApiError::RateLimited)
            ? tr("The mail service limits the number of attempts. The next attempt is made "
                 "automatically in %n seconds.",
                 nullptr, int(failure.retryAfter.count()))
            : tr("Not yet: %1 This is tried again automatically.").arg(wordsOf(failure));
        Q_EMIT changed();
    });
    connect(&m_calls, &Calls::askedAgain, this, &Flow::changed);
    connect(&m_browser, &BrowserLogin::opened, this, &Flow::changed);
    connect(&m_browser, &BrowserLogin::failed, this, &Flow::fail);
    connect(&m_browser, &BrowserLogin::granted, this, [this](const QString &grant) {
        m_draft.grant = grant;
        m_draft.password.clear();
        if (m_draft.oauthProvider.isEmpty() && m_findings)
            m_draft.oauthProvider = m_findings->oauthProvider;
        test();
    });
}

QString Flow::wordsOf(const Client::Failure &failure)
{
    return Policy::cleanLine(failure.message, messageLength);
}

QString Flow::pathOf(qint64 accountId)
{
    return u"/accounts/%1"_s.arg(accountId);
}

void Flow::begin(Purpose purpose)
{
    abandon();
    m_purpose = purpose;
    m_draft = m_stored = {};
    m_account = {};
    m_findings.reset();
    m_trial.reset();
    m_folders.clear();
    m_trail.clear();
    m_problem.clear();
    m_note.clear();
    m_isCreationLost = false;
}

void Flow::add()
{
    begin(Purpose::Add);
    m_page = Page::Address;
    Q_EMIT changed();
}

void Flow::signInAgain(qint64 accountId)
{
    begin(Purpose::SignInAgain);
    m_page = Page::SignIn;
    load(accountId, Page::SignIn);
}

void Flow::edit(qint64 accountId)
{
    begin(Purpose::Edit);
    m_page = Page::Account;
    load(accountId, Page::Account);
}

void Flow::abandon()
{
    m_calls.cancel();
    m_browser.cancel();
    m_sync.stop();
    m_task = Task::None;
}

void Flow::setOnline(bool isOnline)
{
    if (isOnline == m_calls.isOnline())
        return;
    m_calls.setOnline(isOnline);
    if (isOnline)
        m_sync.refresh();
    Q_EMIT changed();
}

void Flow::load(qint64 accountId, Page then)
{
    setTask(Task::Loading);
    m_calls.ask({ .method = "GET", .path = pathOf(accountId) },
                [this, then](const Client::Answer &answer) {
                    if (!answer) {
                        fail(wordsOf(answer.error()));
                        return;
                    }
                    takeStored(answer->toObject());
                    m_task = Task::None;
                    m_page = then;
                    Q_EMIT changed();
                });
}

void Flow::takeStored(const QJsonObject &account)
{
    m_account = account;
    m_draft = m_stored = draftOf(account);
    m_trial.reset();
}

bool Flow::isAdding() const
{
    return m_purpose == Purpose::Add && m_page != Page::Sync && !m_draft.email.isEmpty();
}

bool Flow::canGoBack() const
{
    const bool isStoring = m_task == Task::Saving && !m_calls.isDelayed();
    return !m_trail.isEmpty() && m_page != Page::Sync && !isStoring;
}

bool Flow::mayUseBrowser() const
{
    return !m_draft.oauthProvider.isEmpty() || (m_findings && !m_findings->oauthProvider.isEmpty());
}

std::optional<Complaint> Flow::complaint(Side side) const
{
    if (!m_trial || (side == Side::Smtp && !m_trial->smtp))
        return std::nullopt;
    return complaintOf(side == Side::Imap ? m_trial->imap : *m_trial->smtp, side, m_draft);
}

void Flow::go(Page page, Task task)
{
    if (page != m_page) {
        const qsizetype known = m_trail.indexOf(page);
        if (known >= 0)
            m_trail.resize(known);
        else
            m_trail.append(m_page);
    }
    m_page = page;
    m_task = task;
    Q_EMIT changed();
}

void Flow::back()
{
    if (!canGoBack())
        return;
    m_calls.cancel();
    m_browser.cancel();
    m_task = Task::None;
    m_problem.clear();
    m_note.clear();
    m_page = m_trail.takeLast();
    Q_EMIT changed();
}

void Flow::setTask(Task task)
{
    m_task = task;
    m_problem.clear();
    m_note.clear();
    Q_EMIT changed();
}

void Flow::fail(const QString &problem)
{
    m_task = Task::None;
    m_problem = problem;
    m_note.clear();
    Q_EMIT changed();
}

} // namespace Setup
