// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/database.h"
#include "store/opendatabase.h"
#include "support/testserver.h"

#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

/** A database in its own folder, which is deleted with this object. */
class TestDatabase
{
public:
    explicit TestDatabase(const Clock *clock = nullptr)
    {
        Store::DatabaseOptions options = TestServer::optionsIn(m_dir.path());
        options.clock = clock;
        auto opened = Store::openDatabase(options);
        if (opened)
            m_database = *std::move(opened);
        else
            qFatal("%s", qPrintable(opened.error().message));
    }

    Store::Database &operator*() { return *m_database; }
    Store::Database *operator->() { return m_database.get(); }
    /// Runs the accepted jobs and ends the threads, before the folder is deleted.
    void close() { m_database.reset(); }
    QString folder() const { return m_dir.path(); }

    /// Runs `work` with the writer's session and waits for its result.
    template<typename F>
    auto with(F work)
    {
        std::optional<std::invoke_result_t<F &, Store::Session &>> result;
        QSemaphore done;
        const bool accepted = m_database->write([&](Store::Session &session) {
            result.emplace(work(session));
            done.release();
        });
        Q_ASSERT(accepted);
        done.acquire();
        return *std::move(result);
    }

private:
    QTemporaryDir m_dir;
    std::unique_ptr<Store::Database> m_database;
};
