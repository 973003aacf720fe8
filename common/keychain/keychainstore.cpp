// SPDX-License-Identifier: GPL-3.0-or-later
#include "keychain/keychainstore.h"

#include "keychain/busguard.h"
#include "keychain/keychainprobe.h"

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <qt6keychain/keychain.h>

using namespace Qt::StringLiterals;

namespace {

using State = SecretStore::State;
using Answer = Result<QByteArray>;

/// Windows finds an entry by this key alone, among those of all programs, so it contains our name.
QString keyOf(const QString &ref)
{
    return u"postrider/"_s + ref;
}

Error notReady(State state)
{
    return { Error::Code::SecretLocked,
             state == State::Locked
                 ? u"The keychain is locked: unlock it, and Postrider continues by itself."_s
                 : u"No keychain answers in this session: start its service (GNOME Keyring, "
                   "KWallet, KeePassXC), and Postrider continues by itself."_s };
}

Error closed()
{
    return { Error::Code::Cancelled,
             u"The keychain was not used, because the program is stopping."_s };
}

Answer answerOf(QKeychain::Job *job)
{
    switch (job->error()) {
    case QKeychain::NoError: {
        const auto *reading = qobject_cast<QKeychain::ReadPasswordJob *>(job);
        return reading ? reading->binaryData() : QByteArray();
    }
    case QKeychain::EntryNotFound:
        return Error{ Error::Code::NotFound, u"The secret is not in the keychain."_s };
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        return Error{ Error::Code::SecretLocked,
                      u"The keychain denied access: unlock it and allow access for Postrider."_s };
    default:
        return Error{ Error::Code::SecretLocked,
                      u"The keychain failed: %1"_s.arg(job->errorString().left(200)) };
    }
}

QCoro::Task<> finishWithState(Async::Completion<State> checked, std::chrono::milliseconds within)
{
    const State state = co_await keychainState(within);
    checked.finish(state);
}

template<typename T>
QCoro::Task<> finishAtHome(std::function<QCoro::Task<T>()> work, Async::Completion<T> done,
                           Async::Home home)
{
    T value = co_await work();
    auto shared = std::make_shared<T>(std::move(value));
    home.post([done, shared] { done.finish(std::move(*shared)); });
}

} // namespace

KeychainStore::KeychainStore(Options options, QObject *parent)
    : QObject(parent), m_options(std::move(options))
{
    m_checkTimer.setInterval(m_options.checkEvery);
    m_checkTimer.setSingleShot(true);
    connect(&m_checkTimer, &QTimer::timeout, this, [this] { checkAgain(); });
}

KeychainStore::~KeychainStore()
{
    close();
}

Result<void> KeychainStore::isUsable()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    if (!QAbstractEventDispatcher::instance()->inherits("QEventDispatcherGlib"))
        return Error{ Error::Code::BadRequest,
                      u"the keychain never answers without GLib's event loop: unset QT_NO_GLIB, "
                      "or keep secrets in the database with --secrets sealed"_s };
#endif
    return {};
}

void KeychainStore::close()
{
    m_isClosed = true;
    m_checkTimer.stop();
    if (const auto cancel = std::exchange(m_cancel, {}))
        cancel();
}

template<typename T>
QCoro::Task<T> KeychainStore::onMainThread(std::function<QCoro::Task<T>()> work, T refused)
{
    if (m_isClosed)
        co_return refused;
    const Async::Completion<T> done;
    const Async::Home home;
    QMetaObject::invokeMethod(
        this, [work = std::move(work), done, home] { finishAtHome<T>(work, done, home); },
        Qt::QueuedConnection);
    T value = co_await done;
    co_return value;
}

QCoro::Task<Answer> KeychainStore::ask(QString ref, MakeJob make)
{
    std::function<QCoro::Task<Answer>()> work = [this, ref, make] {
        return inTurn(ref, make);
    };
    Answer answer = co_await onMainThread<Answer>(work, closed());
    co_return answer;
}

QCoro::Task<Answer> KeychainStore::inTurn(QString ref, MakeJob make)
{
    const quint64 silencesBefore = m_silences;
    const Async::Slots::Lease lease = co_await m_turn.acquire();
    // While this call waited for its turn, an earlier one got no answer. This one would not get one
    // either, so it does not wait again.
    if (m_silences != silencesBefore)
        co_return notReady(State::Unavailable);
    const State before = co_await check();
    if (m_isClosed)
        co_return closed();
    if (before != State::Ready)
        co_return notReady(before);
    Answer answer = co_await run(ref, make);
    // If the keyring was locked during the call, QtKeychain reports a missing entry, and a removal as a
    // success.
    const State after = co_await check();
    if (m_isClosed)
        co_return closed();
    if (after != State::Ready)
        co_return notReady(after);
    co_return answer;
}

QCoro::Task<Answer> KeychainStore::run(QString ref, MakeJob make)
{
    outliveSessionBus();
    const Async::Completion<Answer> done;
    QKeychain::Job *job = make(m_options.service); // deletes itself
    job->setKey(keyOf(ref));
    job->setInsecureFallback(false);
    connect(job, &QKeychain::Job::finished, this,
            [done](QKeychain::Job *finished) { done.finish(answerOf(finished)); });
    const Error silent{ Error::Code::SecretLocked,
                        u"The keychain did not answer within %1 s: check whether it shows a "
                        "question."_s.arg(m_options.patience.count() / 1000) };
    QTimer patience;
    patience.setSingleShot(true);
    connect(&patience, &QTimer::timeout, this, [this, done, silent] {
        ++m_silences;
        done.finish(silent);
    });
    patience.start(m_options.patience);
    m_cancel = [done] {
        done.finish(closed());
    };
    job->start();
    Answer answer = co_await done;
    m_cancel = {};
    co_return answer;
}

QCoro::Task<State> KeychainStore::check()
{
    if (m_isClosed)
        co_return State::Unavailable;
    const Async::Completion<State> checked;
    m_cancel = [checked] {
        checked.finish(State::Unavailable);
    };
    finishWithState(checked, m_options.patience);
    const State state = co_await checked;
    m_cancel = {};
    if (state == State::Unavailable)
        ++m_silences;
    if (state != State::Ready && !m_isClosed)
        m_checkTimer.start();
    co_return state;
}

QCoro::Task<> KeychainStore::checkAgain()
{
    const Async::Slots::Lease lease = co_await m_turn.acquire();
    const State state = co_await check();
    if (state == State::Ready)
        Q_EMIT unlocked();
}

QCoro::Task<Result<QByteArray>> KeychainStore::get(QString ref)
{
    const MakeJob make = [](const QString &service) {
        return new QKeychain::ReadPasswordJob(service);
    };
    Answer answer = co_await ask(ref, make);
    co_return answer;
}

QCoro::Task<Result<void>> KeychainStore::put(QString ref, QByteArray secret)
{
    const MakeJob make = [secret](const QString &service) {
        auto *job = new QKeychain::WritePasswordJob(service);
        const QString text = QString::fromUtf8(secret);
        if (text.toUtf8() == secret) // users can read a text in their keychain
            job->setTextData(text);
        else
            job->setBinaryData(secret);
        return job;
    };
    const Answer answer = co_await ask(ref, make);
    CO_RETURN_IF_ERROR(answer);
    co_return {};
}

QCoro::Task<Result<void>> KeychainStore::remove(QString ref)
{
    const MakeJob make = [](const QString &service) {
        return new QKeychain::DeletePasswordJob(service);
    };
    const Answer answer = co_await ask(ref, make);
    if (!answer && answer.error().code != Error::Code::NotFound)
        co_return answer.error();
    co_return {};
}

QCoro::Task<State> KeychainStore::state()
{
    std::function<QCoro::Task<State>()> work = [this]() -> QCoro::Task<State> {
        const Async::Slots::Lease lease = co_await m_turn.acquire();
        const State state = co_await check();
        co_return state;
    };
    const State state = co_await onMainThread<State>(work, State::Unavailable);
    co_return state;
}
