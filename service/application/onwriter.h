// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/database.h"

#include <future>
#include <type_traits>

/// Runs `work` on the writer and waits for it. Only during the start, before anything else runs.
template<typename F, typename R = std::invoke_result_t<F &, Store::Session &>>
R onWriter(Store::Database &database, F work)
{
    std::promise<R> done;
    std::future<R> result = done.get_future();
    database.write([&done, &work](Store::Session &session) { done.set_value(work(session)); });
    return result.get();
}
