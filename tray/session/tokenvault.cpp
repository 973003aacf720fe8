// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/tokenvault.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace Session {

namespace {

// Unique among all programs, because Windows identifies items by this name alone.
const QString reference = u"org.postrider.tray/token"_s;

QByteArray bytesOf(const Token &token)
{
    return QJsonDocument(QJsonObject{ { u"server"_s, token.server },
                                      { u"token"_s, QString::fromLatin1(token.token) },
                                      { u"username"_s, token.username },
                                      { u"obtainedAt"_s, token.obtainedAt },
                                      { u"expiresAt"_s, token.expiresAt } })
        .toJson(QJsonDocument::Compact);
}

std::optional<Token> tokenOf(const QByteArray &bytes)
{
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    const Token token{ json.value("server"_L1).toString(),
                       json.value("token"_L1).toString().toLatin1(),
                       json.value("username"_L1).toString(),
                       json.value("obtainedAt"_L1).toInteger(),
                       json.value("expiresAt"_L1).toInteger() };
    if (token.token.isEmpty())
        return std::nullopt;
    return token;
}

} // namespace

TokenVault::TokenVault(SecretStore &store, QObject *parent) : QObject(parent), m_store(store) { }

void TokenVault::load(QObject *context, Callback callback)
{
    loadTask(context, std::move(callback));
}

void TokenVault::store(const Token &token)
{
    m_unsaved = token;
    storeAgain();
}

void TokenVault::storeAgain()
{
    if (m_unsaved && !m_isStoring)
        storeTask();
}

void TokenVault::clear()
{
    m_unsaved.reset();
    clearTask();
}

QCoro::Task<> TokenVault::loadTask(QPointer<QObject> context, Callback callback)
{
    const QPointer<TokenVault> self = this;
    const Result<QByteArray> read = co_await m_store.get(reference);
    if (!self)
        co_return;
    if (read)
        setState(State::Fine);
    else
        co_await findState();
    if (!self || !context)
        co_return;
    callback(read ? tokenOf(*read) : std::nullopt);
}

QCoro::Task<> TokenVault::storeTask()
{
    const QPointer<TokenVault> self = this;
    m_isStoring = true;
    const Token token = *m_unsaved;
    const QByteArray bytes = bytesOf(token);
    const Result<void> done = co_await m_store.put(reference, bytes);
    if (!self)
        co_return;
    m_isStoring = false;
    if (!done) {
        co_await findState();
        co_return;
    }
    setState(State::Fine);
    if (m_unsaved == token)
        m_unsaved.reset();
    storeAgain();
}

QCoro::Task<> TokenVault::clearTask()
{
    // If the removal fails, the service refuses the token at the next start, and it is replaced then.
    const Result<void> done = co_await m_store.remove(reference);
    Q_UNUSED(done)
}

QCoro::Task<> TokenVault::findState()
{
    const QPointer<TokenVault> self = this;
    const SecretStore::State state = co_await m_store.state();
    if (!self)
        co_return;
    switch (state) {
    case SecretStore::State::Ready:
        setState(State::Fine);
        break;
    case SecretStore::State::Locked:
        setState(State::Locked);
        break;
    case SecretStore::State::Unavailable:
        setState(State::Unavailable);
        break;
    }
}

void TokenVault::setState(State state)
{
    if (std::exchange(m_state, state) != state)
        Q_EMIT stateChanged(state);
}

} // namespace Session
