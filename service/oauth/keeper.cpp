// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/keeper.h"

#include "store/secrets/signins.h"

using namespace Qt::StringLiterals;

namespace OAuth {

namespace {

constexpr int mostOfAUser = 20; // as Handles

Result<Keeper::Found> foundOf(const Result<Store::SignInValue> &stored)
{
    RETURN_IF_ERROR(stored);
    return Keeper::Found{ stored->value, stored->age };
}

} // namespace

QCoro::Task<Result<QByteArray>> Keeper::put(qint64 userId, QByteArray value)
{
    if (!m_database.isShared())
        co_return m_memory.put(userId, { value, monotonicNow() });
    const QByteArray handle = newHandle();
    auto work = [place = Store::SignInPlace{ userId, m_kind, handle }, value, keys = m_keys,
                 life = life()](Store::Session &session) {
        return Store::putSignIn(session, keys, place, value, life, mostOfAUser);
    };
    const Result<void> stored = co_await m_database.coordinating(std::move(work));
    CO_RETURN_IF_ERROR(stored);
    co_return handle;
}

QCoro::Task<Result<Keeper::Found>> Keeper::find(qint64 userId, QByteArray handle)
{
    if (!m_database.isShared())
        co_return inMemory(userId, handle);
    auto work = [place = Store::SignInPlace{ userId, m_kind, handle },
                 keys = m_keys](Store::Session &session) {
        return Store::findSignIn(session, keys, place);
    };
    const Result<Store::SignInValue> stored = co_await m_database.coordinating(std::move(work));
    co_return foundOf(stored);
}

QCoro::Task<Result<Keeper::Found>> Keeper::hold(qint64 userId, QByteArray handle)
{
    if (!m_database.isShared()) {
        Result<Found> found = inMemory(userId, handle);
        if (found)
            m_memory.find(userId, handle)->isHeld = true;
        co_return found;
    }
    auto work = [place = Store::SignInPlace{ userId, m_kind, handle },
                 keys = m_keys](Store::Session &session) {
        return Store::holdSignIn(session, keys, place);
    };
    const Result<Store::SignInValue> stored = co_await m_database.coordinating(std::move(work));
    co_return foundOf(stored);
}

QCoro::Task<Result<Keeper::Found>> Keeper::take(qint64 userId, QByteArray handle)
{
    if (!m_database.isShared()) {
        Result<Found> found = inMemory(userId, handle);
        if (found)
            m_memory.take(userId, handle);
        co_return found;
    }
    auto work = [place = Store::SignInPlace{ userId, m_kind, handle },
                 keys = m_keys](Store::Session &session) {
        return Store::takeSignIn(session, keys, place);
    };
    const Result<Store::SignInValue> stored = co_await m_database.coordinating(std::move(work));
    co_return foundOf(stored);
}

QCoro::Task<Result<void>> Keeper::replace(qint64 userId, QByteArray handle, QByteArray value)
{
    if (!m_database.isShared()) {
        if (Entry *entry = m_memory.find(userId, handle)) {
            entry->value = value;
            entry->putAt = monotonicNow();
        }
        co_return {};
    }
    auto work = [place = Store::SignInPlace{ userId, m_kind, handle }, value,
                 keys = m_keys](Store::Session &session) {
        return Store::replaceSignIn(session, keys, place, value);
    };
    Result<void> stored = co_await m_database.coordinating(std::move(work));
    co_return stored;
}

QCoro::Task<Result<void>> Keeper::release(qint64 userId, QByteArray handle)
{
    if (!m_database.isShared()) {
        if (Entry *entry = m_memory.find(userId, handle))
            entry->isHeld = false;
        co_return {};
    }
    auto work = [place = Store::SignInPlace{ userId, m_kind, handle }](Store::Session &session) {
        return Store::releaseSignIn(session, place);
    };
    Result<void> stored = co_await m_database.coordinating(std::move(work));
    co_return stored;
}

QCoro::Task<Result<void>> Keeper::remove(qint64 userId, QByteArray handle)
{
    if (!m_database.isShared()) {
        m_memory.take(userId, handle);
        co_return {};
    }
    auto work = [place = Store::SignInPlace{ userId, m_kind, handle }](Store::Session &session) {
        return Store::removeSignIn(session, place);
    };
    Result<void> stored = co_await m_database.coordinating(std::move(work));
    co_return stored;
}

Result<Keeper::Found> Keeper::inMemory(qint64 userId, const QByteArray &handle)
{
    const Entry *entry = m_memory.find(userId, handle);
    if (!entry || entry->isHeld)
        return Error{ Error::Code::NotFound, u"There is no such sign-in."_s };
    return Found{ entry->value, monotonicNow() - entry->putAt };
}

} // namespace OAuth
