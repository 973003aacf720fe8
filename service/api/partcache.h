// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/storedparts.h"
#include "common/async.h"
#include "http/reply.h"
#include "sync/scheduler.h"

#include <QHash>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>

class QIODevice;

namespace Api {

/**
 * Parts of large mails as files, from their server or from the pieces that they are kept in, and uploads:
 * fetched once for all simultaneous requests, and kept while there is room; the least recently used
 * files are removed first. Emptied at each start. Lives on the http thread.
 */
class PartCache : public QObject
{
public:
    struct Options {
        QString folder;
        qint64 maxBytes = 0; ///< of all files together, besides those being fetched; 0: no limit
        S3::Bucket *bucket = nullptr; ///< of uploads; null: none is configured
    };
    /** A part, opened. */
    struct File {
        std::shared_ptr<QIODevice> device; ///< for Http::Response::file()
        qint64 size = 0;
    };

    PartCache(Sync::Scheduler &scheduler, Store::Database &database, QThreadPool &pool,
              Options options, QObject *parent = nullptr);

    /// The part; `name` identifies it. It is fetched if it is not in the cache. `reply`: the request
    /// that waits for it. When all waiting clients have left, the fetch is cancelled. An upload is not kept:
    /// its file has no name any more, because it may be deleted at any service. Errors as of
    /// Sync::PartFetcher::fetch() and StoredParts::copy().
    QCoro::Task<Result<File>> get(QByteArray name, PartSource source, Http::Reply reply);

    void start(); ///< makes the folder, and removes the files of an earlier run

private:
    using Fetched = Async::Completion<Result<QString>>; ///< the path
    struct Waiter {
        Http::Reply reply;
        Fetched done;
    };
    struct Entry {
        QString file;     ///< its name is used once, so the removal of an older file cannot hit it
        qint64 size = -1; ///< bytes; -1: being fetched
        quint64 usedAt = 0;
        QList<Waiter> waiters;
        std::shared_ptr<std::atomic<bool>> isWanted;
    };

    QCoro::Task<Result<QString>> path(QByteArray name, PartSource source, Http::Reply reply);
    QCoro::Task<> fetch(QByteArray name, Sync::PartWanted wanted);
    template<typename Stored>
    QCoro::Task<> copy(QByteArray name, Stored from);
    Entry &begin(const QByteArray &name);
    void finished(const QByteArray &name, const Result<qint64> &size);
    void makeRoom();
    void drop(const QByteArray &name);
    void giveUpUnwanted();

    Sync::Scheduler &m_scheduler;
    StoredParts m_stored;
    QThreadPool &m_pool;
    const Options m_options;
    QTimer m_timer; ///< checks during a fetch whether a client still waits
    QHash<QByteArray, Entry> m_entries;
    quint64 m_uses = 0;
};

} // namespace Api
