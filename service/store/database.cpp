// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/database.h"

#include "store/connection.h"
#include "store/filelock.h"
#include "store/jobqueue.h"
#include "store/migrate.h"
#include "store/searchversion.h"

#include <QFile>
#include <QThread>

#include <future>
#include <vector>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Clock &machineClock()
{
    static const SystemClock clock;
    return clock;
}

/// Only its owner may read it; the engine gives its log files the same rights.
Result<void> createPrivately(const QString &path)
{
    if (QFile::exists(path))
        return {};
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite, QFile::ReadOwner | QFile::WriteOwner))
        return Error{ Error::Code::Storage,
                      u"Cannot create the database %1: %2."_s.arg(path, file.errorString()) };
    return {};
}

void runJobs(JobQueue &queue, Session &session)
{
    while (std::optional<Job> job = queue.take())
        (*job)(session);
}

} // namespace

struct Database::Threads {
    explicit Threads(const Options &o) : options(o), reads(o.queueLimit), writes(o.queueLimit) { }

    /// What one thread does from start to end; says through `opened` how opening went.
    void work(Connection::Kind kind, std::promise<Result<void>> opened);
    Result<void> start(Connection::Kind kind);
    const Clock &clock() const { return options.clock ? *options.clock : machineClock(); }

    const Options options;
    std::unique_ptr<FileLock> lock;
    JobQueue reads;
    JobQueue writes;
    std::vector<Listener> listeners;
    std::vector<std::unique_ptr<QThread>> threads; ///< the writer first
};

// The schema and the index are brought to what this program makes of them.
static Result<void> makeReady(Session &session)
{
    const Result<void> migrated = migrate(session, migrations());
    if (!migrated)
        return migrated;
    const Result<bool> begunAgain = prepareSearch(session);
    return begunAgain ? Result<void>() : Result<void>(begunAgain.error());
}

void Database::Threads::work(Connection::Kind kind, std::promise<Result<void>> opened)
{
    const bool writer = kind == Connection::Kind::Writer;
    const auto connection = Connection::open(options.file, kind);
    if (!connection) {
        opened.set_value(connection.error());
        return;
    }
    Session session((*connection)->handle(), clock());
    const Result<void> ready = writer ? makeReady(session) : Result<void>();
    opened.set_value(ready);
    if (!ready)
        return;
    if (writer) {
        session.readMessagesWith(options.messageReader);
        session.onCommitted([this](const QList<Event> &events) {
            for (const Listener &listener : listeners)
                listener(events);
        });
    }
    runJobs(writer ? writes : reads, session);
}

Result<void> Database::Threads::start(Connection::Kind kind)
{
    std::promise<Result<void>> opened;
    std::future<Result<void>> outcome = opened.get_future();
    threads.emplace_back(QThread::create(
        [this, kind, promise = std::move(opened)]() mutable { work(kind, std::move(promise)); }));
    threads.back()->setObjectName(kind == Connection::Kind::Writer ? u"db-write"_s : u"db-read"_s);
    threads.back()->start();
    return outcome.get();
}

Database::Database() = default;

Result<std::unique_ptr<Database>> Database::open(const Options &options)
{
    std::unique_ptr<Database> database(new Database);
    database->m_threads = std::make_unique<Threads>(options);
    Threads &threads = *database->m_threads;
    const Result<void> created = createPrivately(options.file);
    if (!created)
        return created.error();
    threads.lock = FileLock::tryLock(options.file + u".lock"_s);
    if (!threads.lock)
        return Error{ Error::Code::Conflict,
                      u"Another service has the database %1 open."_s.arg(options.file) };
    const Result<void> writer = threads.start(Connection::Kind::Writer);
    if (!writer)
        return writer.error();
    for (int i = 0; i < options.readers; ++i) {
        const Result<void> reader = threads.start(Connection::Kind::Reader);
        if (!reader)
            return reader.error();
    }
    return database;
}

Database::~Database()
{
    close();
}

void Database::close()
{
    // Readers first: the last connection to close tidies the log, and that should be the writer's.
    m_threads->reads.close();
    for (size_t i = 1; i < m_threads->threads.size(); ++i)
        m_threads->threads[i]->wait();
    m_threads->writes.close();
    if (!m_threads->threads.empty())
        m_threads->threads.front()->wait();
}

bool Database::read(Job job)
{
    return m_threads->reads.push(std::move(job));
}

bool Database::write(Job job)
{
    return m_threads->writes.push(std::move(job));
}

bool Database::writeSoon(Job job)
{
    return m_threads->writes.push(std::move(job), JobQueue::Rank::Soon);
}

bool Database::writeLater(Job job)
{
    return m_threads->writes.push(std::move(job), JobQueue::Rank::Later);
}

void Database::onCommitted(Listener listener)
{
    m_threads->listeners.push_back(std::move(listener));
}

qsizetype Database::waiting() const
{
    return m_threads->reads.size() + m_threads->writes.size();
}

} // namespace Store
