// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/partcache.h"

#include "api/uploadfile.h"

#include <QDir>
#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Api {

namespace {

Result<PartCache::File> opened(const QString &path, QThread *home)
{
    auto file = std::make_shared<QFile>(path);
    if (!file->open(QIODevice::ReadOnly))
        return Error{ Error::Code::Storage, u"A downloaded part of the mail cannot be read."_s };
    const qint64 size = file->size();
    file->moveToThread(home);
    return PartCache::File{ std::move(file), size };
}

} // namespace

PartCache::PartCache(Sync::Scheduler &scheduler, Store::Database &database, QThreadPool &pool,
                     Options options, QObject *parent)
    : QObject(parent), m_scheduler(scheduler), m_stored(database, pool, options.bucket),
      m_pool(pool), m_options(std::move(options)), m_timer(this)
{
    m_timer.setInterval(1s);
    connect(&m_timer, &QTimer::timeout, this, &PartCache::giveUpUnwanted);
}

void PartCache::start()
{
    const Result<void> made = makeUploadFolder(m_options.folder);
    Q_UNUSED(made) // a fetch then reports the error
    QDir folder(m_options.folder);
    for (const QString &name : folder.entryList({ u"part-*"_s }, QDir::Files))
        folder.remove(name);
}

QCoro::Task<Result<PartCache::File>> PartCache::get(QByteArray name, PartSource source,
                                                    Http::Reply reply)
{
    const bool isForOnce = std::holds_alternative<StoredUpload>(source);
    if (isForOnce)
        name += '-' + QByteArray::number(m_uses);
    const Result<QString> found = co_await path(name, std::move(source), std::move(reply));
    CO_RETURN_IF_ERROR(found);
    auto open = [path = *found, home = thread()] {
        return opened(path, home);
    };
    Result<File> file = co_await Async::onPool(&m_pool, std::move(open));
    if (isForOnce)
        drop(name);
    else if (!file && m_entries.value(name).file == *found)
        m_entries.remove(name); // removed by another program; the next request fetches it again
    makeRoom();                 // after opening: a removed file that is open can be read to its end
    co_return file;
}

QCoro::Task<Result<QString>> PartCache::path(QByteArray name, PartSource source, Http::Reply reply)
{
    const bool isNew = !m_entries.contains(name);
    Entry &entry = m_entries[name];
    entry.usedAt = ++m_uses;
    if (entry.size >= 0) {
        QString file = entry.file; // g++ 12 would move out of the member in `co_return entry.file`
        co_return file;
    }
    const Fetched done;
    entry.waiters.append({ std::move(reply), done });
    if (isNew && std::holds_alternative<StoredRange>(source))
        copy(name, std::get<StoredRange>(source));
    else if (isNew && std::holds_alternative<StoredUpload>(source))
        copy(name, std::get<StoredUpload>(source));
    else if (isNew)
        fetch(name, std::get<Sync::PartWanted>(std::move(source)));
    Result<QString> found = co_await done;
    co_return found;
}

QCoro::Task<> PartCache::fetch(QByteArray name, Sync::PartWanted wanted)
{
    const Entry &entry = begin(name);
    wanted.isWanted = entry.isWanted;
    wanted.file = entry.file;
    if (m_options.maxBytes > 0)
        wanted.maxBytes = m_options.maxBytes;
    const Result<qint64> size = co_await m_scheduler.fetchPart(std::move(wanted));
    finished(name, size);
}

template<typename Stored>
QCoro::Task<> PartCache::copy(QByteArray name, Stored from)
{
    const Entry entry = begin(name);
    const Result<qint64> size = co_await m_stored.copy(from, entry.file, entry.isWanted);
    finished(name, size);
}

PartCache::Entry &PartCache::begin(const QByteArray &name)
{
    Entry &entry = m_entries[name];
    entry.file = u"%1/part-%2-%3"_s.arg(m_options.folder, QString::fromLatin1(name)).arg(m_uses);
    entry.isWanted = std::make_shared<std::atomic<bool>>(true);
    m_timer.start();
    return entry;
}

void PartCache::finished(const QByteArray &name, const Result<qint64> &size)
{
    Entry &entry = m_entries[name];
    const QList<Waiter> waiters = std::exchange(entry.waiters, {});
    const Result<QString> found = size ? Result<QString>(entry.file) : size.error();
    if (size)
        entry.size = *size;
    else
        m_entries.remove(name);
    for (const Waiter &waiter : waiters)
        waiter.done.finish(found);
}

// Removes the least recently used files, but none that is being fetched or was requested just now.
void PartCache::makeRoom()
{
    if (m_options.maxBytes == 0)
        return;
    qint64 bytes = 0;
    QList<std::pair<quint64, QByteArray>> byUse;
    for (auto it = m_entries.cbegin(); it != m_entries.cend(); ++it) {
        if (it->size < 0)
            continue;
        bytes += it->size;
        byUse.append({ it->usedAt, it.key() });
    }
    std::ranges::sort(byUse);
    for (const auto &[usedAt, name] : std::as_const(byUse)) {
        if (bytes <= m_options.maxBytes || usedAt == m_uses)
            return;
        bytes -= m_entries.value(name).size;
        drop(name);
    }
}

void PartCache::drop(const QByteArray &name)
{
    m_pool.start([path = m_entries.take(name).file] { QFile::remove(path); });
}

void PartCache::giveUpUnwanted()
{
    bool isFetching = false;
    for (const Entry &entry : std::as_const(m_entries)) {
        if (entry.size >= 0)
            continue;
        isFetching = true;
        *entry.isWanted = std::ranges::any_of(
            entry.waiters, [](const Waiter &waiter) { return waiter.reply.isWanted(); });
    }
    if (!isFetching)
        m_timer.stop();
}

} // namespace Api
