// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace Store {

class Session;

/** Work for a database thread: called once with that thread's session. Moves, does not copy. */
class Job
{
public:
    Job() = default;

    template<typename F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, Job> && std::is_invocable_v<F &, Session &>)
        Job(F work)
        : m_work(std::make_unique<Work<F>>(std::move(work)))
    {
    }

    void operator()(Session &session) { m_work->run(session); }

private:
    struct Base {
        virtual ~Base() = default;
        virtual void run(Session &session) = 0;
    };
    template<typename F>
    struct Work : Base {
        explicit Work(F f) : call(std::move(f)) { }
        void run(Session &session) override { static_cast<void>(call(session)); }
        F call;
    };

    std::unique_ptr<Base> m_work;
};

} // namespace Store
