// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/event.h"

#include <QList>

#include <utility>

namespace Store {

class Session;

/**
 * A writing transaction: BEGIN IMMEDIATE when made, rolled back by the destructor unless committed.
 * Events published in it are written and numbered as its last statements and reach the listeners
 * after the commit; a rollback discards them. Do not nest.
 *
 *     Store::Transaction tx(session);
 *     const auto stored = Store::insertMails(session, folder, mails);
 *     if (!stored)
 *         return stored.error();
 *     tx.publish(event);
 *     return tx.commit(stored->size());
 *
 * On PostgreSQL it waits until no other writing transaction runs, unless its session was set to
 * writeBesideOthers(). If the session has a fence (Session::fenceWith()), the lease is checked first and
 * stays locked until the end: another node takes it before the transaction or after it.
 *
 * If BEGIN or a statement failed, every later statement and commit() fail with that error, so nothing is
 * stored outside of the transaction. On SQLite the transaction may continue after a violated
 * constraint.
 *
 * If the server is lost during COMMIT, commit() determines the outcome (CommitMark). If it
 * cannot, it fails with Error::OutcomeUnknown: then the transaction is stored, or it is not.
 */
class Transaction
{
public:
    explicit Transaction(Session &session);
    ~Transaction();
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;

    /// False when BEGIN failed; commit() then returns the error.
    bool isOpen() const { return m_open; }

    void publish(Event event) { m_events.append(std::move(event)); }
    void publish(const QList<Event> &events) { m_events.append(events); }

    Result<void> commit();

    /// Commits if `result` is no error; its value, or the first error.
    template<typename T>
    Result<T> commit(Result<T> result)
    {
        RETURN_IF_ERROR(result);
        RETURN_IF_ERROR(commit());
        return result;
    }
    /// Commits; `value`, or the error.
    template<typename T>
    Result<T> commit(T value)
    {
        return commit(Result<T>(std::move(value)));
    }

private:
    Result<void> end();

    Session &m_session;
    bool m_open = false;
    QList<Event> m_events;
};

/**
 * `work`, a `Result<T>(Session &)`, as a job for the writer: it runs in a Transaction, which is committed if
 * the result is no error.
 *
 *     auto note = Store::inTransaction([id](Store::Session &session) { return noteSeen(session, id); });
 *     const Result<void> noted = co_await database.writing(std::move(note));
 */
template<typename F>
auto inTransaction(F work)
{
    return [work = std::move(work)](Session &session) mutable {
        Transaction transaction(session);
        return transaction.commit(work(session));
    };
}

/** Several reads of one consistent state of the database. Does nothing inside a Transaction. */
class Snapshot
{
public:
    explicit Snapshot(Session &session);
    ~Snapshot();
    Snapshot(const Snapshot &) = delete;
    Snapshot &operator=(const Snapshot &) = delete;

private:
    Session &m_session;
    bool m_mine = false;
};

} // namespace Store
