// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <functional>
#include <utility>

namespace Store {

/** Looks functions of a library up by name, and notes whether all of them were found. */
class FunctionLookup
{
public:
    /// `resolve` returns null for a name that the library does not have.
    explicit FunctionLookup(std::function<QFunctionPointer(const char *name)> resolve)
        : m_resolve(std::move(resolve))
    {
    }

    template<typename Function>
    void find(Function &function, const char *name)
    {
        function = reinterpret_cast<Function>(m_resolve(name));
        m_isComplete = m_isComplete && function;
    }

    bool isComplete() const { return m_isComplete; }

private:
    std::function<QFunctionPointer(const char *name)> m_resolve;
    bool m_isComplete = true;
};

} // namespace Store
