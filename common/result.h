// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/error.h"

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

/**
 * The one way a call reports failure: a value or an error, never both. E is Error in the lower
 * modules and ApiFailure in the API. Reading the value of a failure, or the error of a success, is
 * a programming error.
 */
template<typename T, typename E = Error>
class [[nodiscard]] Result
{
    static_assert(!std::is_same_v<T, E>);

public:
    Result(T value) : m_data(std::in_place_index<0>, std::move(value)) { }
    Result(E error) : m_data(std::in_place_index<1>, std::move(error)) { }

    bool ok() const { return m_data.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T &value() const &
    {
        Q_ASSERT(ok());
        return *std::get_if<0>(&m_data);
    }
    T &value() &
    {
        Q_ASSERT(ok());
        return *std::get_if<0>(&m_data);
    }
    T &&value() &&
    {
        Q_ASSERT(ok());
        return std::move(*std::get_if<0>(&m_data));
    }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }

    const E &error() const
    {
        Q_ASSERT(!ok());
        return *std::get_if<1>(&m_data);
    }

    friend bool operator==(const Result &, const Result &) = default;

private:
    std::variant<T, E> m_data;
};

template<typename E>
class [[nodiscard]] Result<void, E>
{
public:
    Result() = default;
    Result(E error) : m_error(std::move(error)) { }

    bool ok() const { return !m_error.has_value(); }
    explicit operator bool() const { return ok(); }
    const E &error() const
    {
        Q_ASSERT(!ok());
        return *m_error;
    }

    friend bool operator==(const Result &, const Result &) = default;

private:
    std::optional<E> m_error;
};

/**
 * Ends the function with the error of a Result that failed; goes on where it did not.
 *
 *     RETURN_IF_ERROR(Store::updateFolder(session, folder));
 *
 *     const Result<qint64> id = Store::insertUser(session, user);
 *     RETURN_IF_ERROR(id);
 *
 * In a coroutine CO_RETURN_IF_ERROR, with a named Result (see the rule for co_await in common/async.h).
 */
#define RETURN_IF_ERROR(...)                                                                       \
    if (const auto &result_ = (__VA_ARGS__); !result_)                                             \
    return result_.error()
#define CO_RETURN_IF_ERROR(...)                                                                    \
    if (const auto &result_ = (__VA_ARGS__); !result_)                                             \
    co_return result_.error()
