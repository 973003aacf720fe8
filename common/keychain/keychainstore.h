// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/secretstore.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <functional>

namespace QKeychain {
class Job;
}

/**
 * Secrets as entries of the OS keychain: Secret Service or KWallet, Credential Manager, Keychain.
 * Lives on the main thread, whose event loop must be GLib's on Linux (isUsable()); calls may come
 * from any thread. One call runs at a time, after a check whether the keychain is locked. The check and
 * the call take at most `patience` each, because libsecret itself never gives up.
 *
 * Besides its interface's errors: Error::SecretLocked where the keychain is locked, absent or silent.
 */
class KeychainStore : public QObject, public SecretStore
{
    Q_OBJECT
public:
    struct Options {
        QString service; ///< the name of the entries for users: `Postrider`
        std::chrono::milliseconds patience = std::chrono::seconds(30);
        std::chrono::milliseconds checkEvery = std::chrono::seconds(5); ///< while it is not ready
    };

    explicit KeychainStore(Options options, QObject *parent = nullptr);
    ~KeychainStore() override;

    /// Whether this process can use a keychain; the error names the obstacle.
    static Result<void> isUsable();

    QCoro::Task<Result<QByteArray>> get(QString ref) override;
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override;
    QCoro::Task<Result<void>> remove(QString ref) override;
    QCoro::Task<State> state() override;

    /// Ends all waiting calls and all later ones with Error::Cancelled. Call it before the main thread
    /// waits for threads that may wait for this store.
    void close();

Q_SIGNALS:
    /// The keychain was locked or absent during a call, and is ready now.
    void unlocked();

private:
    using Answer = Result<QByteArray>;
    using MakeJob = std::function<QKeychain::Job *(const QString &service)>;

    /// Runs `work` on the main thread; resumes with its answer on the caller's thread.
    template<typename T>
    QCoro::Task<T> onMainThread(std::function<QCoro::Task<T>()> work, T refused);
    QCoro::Task<Answer> ask(QString ref, MakeJob make);
    // On the main thread:
    QCoro::Task<Answer> inTurn(QString ref, MakeJob make);
    QCoro::Task<Answer> run(QString ref, MakeJob make);
    QCoro::Task<State> check();
    QCoro::Task<> checkAgain();

    const Options m_options;
    Async::Slots m_turn{ 1 };
    QTimer m_checkTimer;
    quint64 m_silences = 0; ///< how often it did not answer
    std::atomic<bool> m_isClosed = false;
    std::function<void()> m_cancel; ///< cancels the running call
};
