// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/flow.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

bool isSameMailbox(const QJsonObject &account, const Draft &draft)
{
    return account.value("host"_L1).toString().compare(draft.imap.host, Qt::CaseInsensitive) == 0
        && account.value("port"_L1).toInt() == draft.imap.port
        && account.value("username"_L1).toString() == draft.imap.username;
}

} // namespace

void Flow::setChoice(const QStringList &folders, const Span &span, const QString &name,
                     const QString &senderName)
{
    if (!folders.isEmpty())
        m_draft.folders = folders;
    m_draft.span = span;
    m_draft.name = name.trimmed();
    m_draft.senderName = senderName.trimmed();
}

void Flow::save()
{
    setTask(Task::Saving);
    if (m_draft.id > 0)
        update();
    else
        create();
}

void Flow::create()
{
    m_calls.ask({ .method = "POST",
                  .path = u"/accounts"_s,
                  .body = createBody(m_draft),
                  .isRepeatable = false },
                [this](const Client::Answer &answer) { takeCreated(answer); });
}

void Flow::takeCreated(const Client::Answer &answer)
{
    if (!answer) {
        const Client::Failure &failure = answer.error();
        const bool isLost =
            failure.kind != Client::Failure::Kind::Refused || failure.is(ApiError::OutcomeUnknown);
        if (isLost || (failure.is(ApiError::AccountExists) && m_isCreationLost)) {
            m_isCreationLost = true;
            findCreated();
        } else if (failure.is(ApiError::AccountExists)) {
            fail(tr("This mailbox is set up here already. Close this window, and change it from "
                    "its entry in the menu."));
        } else if (!mayRetrySecret(failure)) {
            fail(wordsOf(failure));
        }
        return;
    }
    takeStored(answer->toObject());
    const qint64 id = m_draft.id;
    m_sync.start(id);
    go(Page::Sync);
    Q_EMIT saved(id);
}

// The answer was lost, so this finds out whether the account was stored. Runs as soon as the service is back.
void Flow::findCreated()
{
    m_calls.ask({ .method = "GET", .path = u"/accounts"_s }, [this](const Client::Answer &answer) {
        if (!answer) {
            fail(wordsOf(answer.error()));
            return;
        }
        for (const QJsonValue &one : answer->toArray()) {
            if (isSameMailbox(one.toObject(), m_draft)) {
                takeCreated(Client::Answer(one));
                return;
            }
        }
        create();
    });
}

void Flow::update()
{
    const QJsonObject body = changeBody(m_stored, m_draft);
    const auto done = [this](const Client::Answer &answer) {
        if (!answer) {
            if (!mayRetrySecret(answer.error()))
                fail(wordsOf(answer.error()));
            return;
        }
        takeStored(answer->toObject());
        const qint64 id = m_draft.id;
        if (m_purpose == Purpose::Edit) {
            m_trail.clear();
            m_page = Page::Account;
            setTask(Task::None);
            m_note = tr("Saved.");
            Q_EMIT changed();
        } else {
            m_sync.start(id);
            go(Page::Sync);
        }
        Q_EMIT saved(id);
    };
    m_calls.ask({ .method = "PUT", .path = pathOf(m_draft.id), .body = body }, done);
}

void Flow::show(Page page)
{
    m_problem.clear();
    m_note.clear();
    m_trial.reset();
    if (page == Page::Folders)
        listFolders();
    else
        go(page);
}

void Flow::setStatus(const QString &status)
{
    setTask(Task::Saving);
    m_calls.ask({ .method = "PUT",
                  .path = pathOf(m_draft.id) + u"/status"_s,
                  .body = { { u"status"_s, status } } },
                [this](const Client::Answer &answer) {
                    if (!answer) {
                        fail(wordsOf(answer.error()));
                        return;
                    }
                    takeStored(answer->toObject());
                    setTask(Task::None);
                    Q_EMIT saved(m_draft.id);
                });
}

void Flow::remove()
{
    setTask(Task::Saving);
    m_calls.ask({ .method = "DELETE", .path = pathOf(m_draft.id) },
                [this](const Client::Answer &answer) {
                    if (!answer && !answer.error().is(ApiError::AccountNotFound)) {
                        fail(wordsOf(answer.error()));
                        return;
                    }
                    setTask(Task::None);
                    Q_EMIT removed(m_draft.id);
                });
}

} // namespace Setup
