// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "crypto/keyring.h"
#include "oauth/handles.h"
#include "store/db/database.h"

#include <QCoroTask>

namespace OAuth {

/**
 * Keeps values of one kind that a user refers to in a later request by a handle, for a limited time: in memory, or, if
 * several services use the database, there (store/secrets/signins), so that any of them finds a value.
 * A value can hold secrets. On the http thread.
 */
class Keeper
{
public:
    struct Found {
        QByteArray value;
        std::chrono::milliseconds age{ 0 }; ///< since put() or replace()
    };

    Keeper(Store::Database &database, Crypto::KeyRing keys, QByteArray kind,
           std::chrono::milliseconds life)
        : m_database(database), m_keys(std::move(keys)), m_kind(std::move(kind)), m_memory(life)
    {
    }

    std::chrono::milliseconds life() const { return m_memory.life(); }

    /// Returns the handle: 32 characters.
    QCoro::Task<Result<QByteArray>> put(qint64 userId, QByteArray value);

    /// NotFound: unknown, too old, of another user, or held.
    QCoro::Task<Result<Found>> find(qint64 userId, QByteArray handle);
    /// The same; until release() or remove() no other call finds the value.
    QCoro::Task<Result<Found>> hold(qint64 userId, QByteArray handle);
    /// The same, and removes the value.
    QCoro::Task<Result<Found>> take(qint64 userId, QByteArray handle);

    QCoro::Task<Result<void>> replace(qint64 userId, QByteArray handle, QByteArray value);
    QCoro::Task<Result<void>> release(qint64 userId, QByteArray handle);
    QCoro::Task<Result<void>> remove(qint64 userId, QByteArray handle);

private:
    struct Entry {
        QByteArray value;
        std::chrono::milliseconds putAt{ 0 };
        bool isHeld = false;
    };

    Result<Found> inMemory(qint64 userId, const QByteArray &handle);

    Store::Database &m_database;
    const Crypto::KeyRing m_keys;
    const QByteArray m_kind;
    Handles<Entry> m_memory;
};

} // namespace OAuth
