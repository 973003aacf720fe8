// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/secretstore.h"

#include <QHash>
#include <QStringList>

#include <mutex>

/**
 * Secrets in memory. The test decides when they are returned: while it holds them, get() waits. Any
 * thread; only the test's own thread may wait.
 */
class MemorySecrets : public SecretStore
{
public:
    void set(const QString &ref, const QByteArray &secret)
    {
        const std::scoped_lock lock(m_mutex);
        m_secrets.insert(ref, secret);
    }
    void drop(const QString &ref)
    {
        const std::scoped_lock lock(m_mutex);
        m_secrets.remove(ref);
    }
    /// The refs that get() was called with.
    QStringList asked() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_asked;
    }

    void hold() { m_isHeld = true; }
    /// Returns the secrets that are waited for, as they are now.
    void release()
    {
        m_isHeld = false;
        for (const Async::Completion<bool> &one : std::exchange(m_waiting, {}))
            one.finish(true);
    }

    QCoro::Task<Result<QByteArray>> get(QString ref) override
    {
        note(ref);
        if (m_isHeld) {
            const Async::Completion<bool> released;
            m_waiting.append(released);
            co_await released;
        }
        co_return find(ref);
    }
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override
    {
        set(ref, secret);
        co_return {};
    }
    QCoro::Task<Result<void>> remove(QString ref) override
    {
        drop(ref);
        co_return {};
    }
    QCoro::Task<State> state() override { co_return State::Ready; }

private:
    void note(const QString &ref)
    {
        const std::scoped_lock lock(m_mutex);
        m_asked.append(ref);
    }
    Result<QByteArray> find(const QString &ref) const
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_secrets.constFind(ref);
        if (found == m_secrets.cend())
            return Error{ Error::Code::NotFound, QStringLiteral("There is no such secret.") };
        return *found;
    }

    mutable std::mutex m_mutex; ///< guards the next two
    QHash<QString, QByteArray> m_secrets;
    QStringList m_asked;
    bool m_isHeld = false;
    QList<Async::Completion<bool>> m_waiting;
};
