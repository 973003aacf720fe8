// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/database.h"

#include "crypto/threadend.h"
#include "store/connection.h"
#include "store/copyprogress.h"
#include "store/eventfeed.h"
#include "store/events.h"
#include "store/filelock.h"
#include "store/jobqueue.h"
#include "store/migrate.h"
#include "store/privatefile.h"
#include "store/searchversion.h"

#include <QElapsedTimer>
#include <QLoggingCategory>
#include <QThread>

#include <atomic>
#include <future>
#include <vector>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Q_LOGGING_CATEGORY(logStore, "postrider.store", QtInfoMsg)

constexpr unsigned long tryEveryMs = 500; ///< to reach a server that is gone

const Clock &machineClock()
{
    static const SystemClock clock;
    return clock;
}

/// Counts how often one of the threads lost the server, or found it again.
using ServerNews = std::atomic<int>;

/** One thread's session, which comes back by itself after the server was lost. */
class Line
{
public:
    Line(Connection &connection, Session &session, ServerNews &news, bool tells)
        : m_connection(connection), m_session(session), m_news(news), m_seenNews(news),
          m_tells(tells)
    {
        m_quiet.start();
    }

    /// Before each job. A server that went away between two is noticed here and not by the job.
    void makeReady()
    {
        constexpr qint64 soonEnoughMs = 1000;
        const int news = m_news;
        const bool isNews = news != m_seenNews; // another thread's
        m_seenNews = news;
        if (m_session.engine() == Engine::Postgresql
            && (isNews || m_quiet.hasExpired(soonEnoughMs)))
            m_session.probe();
        if (m_session.isLost())
            tryAgain(isNews);
        m_quiet.start();
    }

    /// After each job.
    void look()
    {
        if (m_session.isLost() && !m_wasLost)
            noteLoss();
    }

private:
    void noteLoss()
    {
        if (m_tells)
            qCWarning(logStore) << "The database is gone; trying again";
        m_wasLost = true;
        m_seenNews = ++m_news;
    }

    void tryAgain(bool atOnce)
    {
        if (!m_wasLost)
            noteLoss();
        if (!atOnce && m_lastTry.isValid() && !m_lastTry.hasExpired(tryEveryMs))
            return;
        m_session.forgetStatements();
        const Result<void> back = m_connection.reopen();
        m_lastTry.start();
        if (!back)
            return;
        m_session.renew();
        m_lastTry.invalidate();
        m_wasLost = false;
        m_seenNews = ++m_news;
        if (m_tells)
            qCInfo(logStore) << "The database is back";
    }

    Connection &m_connection;
    Session &m_session;
    ServerNews &m_news;
    int m_seenNews;
    const bool m_tells; ///< one thread speaks for all
    bool m_wasLost = false;
    QElapsedTimer m_quiet;
    QElapsedTimer m_lastTry;
};

void runJobs(JobQueue &queue, Session &session, Line line)
{
    while (std::optional<Job> job = queue.take()) {
        line.makeReady();
        (*job)(session);
        line.look();
    }
}

QString threadName(Connection::Kind kind)
{
    if (kind == Connection::Kind::Reader)
        return u"db-read"_s;
    return kind == Connection::Kind::Indexer ? u"db-index"_s : u"db-write"_s;
}

Result<DatabaseAddress> addressOf(const DatabaseOptions &options)
{
    return databaseAddress(options.url.isEmpty() ? u"sqlite:"_s + options.file : options.url);
}

} // namespace

struct Database::Threads {
    Threads(const Options &o, const DatabaseAddress &a)
        : options(o), address(a), reads(o.queueLimit), writes(o.queueLimit), texts(o.queueLimit)
    {
    }

    /// Makes the file where there is none, and keeps others off it.
    Result<void> takeFile();
    /// What one thread does from start to end; says through `opened` how opening went.
    void work(Connection::Kind kind, std::promise<Result<void>> opened);
    Result<void> start(Connection::Kind kind);
    Result<void> makeReady(Session &session);
    JobQueue &queueOf(Connection::Kind kind);
    void tell(Session &session, const QList<Event> &events);
    const Clock &clock() const { return options.clock ? *options.clock : machineClock(); }

    const Options options;
    const DatabaseAddress address;
    std::unique_ptr<FileLock> lock;
    JobQueue reads;
    JobQueue writes;
    JobQueue texts; ///< PostgreSQL: for the full text index
    ServerNews news = 0;
    std::vector<Listener> listeners;
    std::unique_ptr<EventFeed> feed;               ///< PostgreSQL: has the listeners
    qint64 newestEvent = 0;                        ///< when the database was opened
    std::vector<std::unique_ptr<QThread>> threads; ///< the writer first
};

Result<void> Database::Threads::takeFile()
{
    const Result<void> created = createPrivately(address.file);
    if (!created)
        return created.error();
    lock = FileLock::tryLock(address.file + u".lock"_s);
    if (lock)
        return {};
    return Error{ Error::Code::Conflict,
                  u"Another service has the database %1 open."_s.arg(address.file) };
}

Result<void> Database::Threads::makeReady(Session &session)
{
    const Result<void> migrated = migrate(session);
    if (!migrated)
        return migrated;
    const Result<void> whole = checkIsWhole(session, address.shown);
    if (!whole)
        return whole;
    const Result<bool> begunAgain = prepareSearch(session);
    if (!begunAgain)
        return begunAgain.error();
    const Result<EventBounds> bounds = eventBounds(session);
    if (!bounds)
        return bounds.error();
    newestEvent = bounds->newest;
    return {};
}

void Database::Threads::tell(Session &session, const QList<Event> &events)
{
    if (feed) {
        feed->committed(session, events);
        return;
    }
    for (const Listener &listener : listeners)
        listener(events);
}

JobQueue &Database::Threads::queueOf(Connection::Kind kind)
{
    if (kind == Connection::Kind::Reader)
        return reads;
    return kind == Connection::Kind::Indexer ? texts : writes;
}

void Database::Threads::work(Connection::Kind kind, std::promise<Result<void>> opened)
{
    const bool writer = kind == Connection::Kind::Writer;
    const auto connection = writer ? Connection::openPatiently(address, kind, options.wait)
                                   : Connection::open(address, kind);
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
        session.onCommitted(
            [this, &session](const QList<Event> &events) { tell(session, events); });
    }
    if (kind == Connection::Kind::Indexer)
        session.writeBesideOthers();
    runJobs(queueOf(kind), session, Line(**connection, session, news, writer));
}

Result<void> Database::Threads::start(Connection::Kind kind)
{
    std::promise<Result<void>> opened;
    std::future<Result<void>> outcome = opened.get_future();
    threads.emplace_back(QThread::create(
        [this, kind, promise = std::move(opened)]() mutable { work(kind, std::move(promise)); }));
    threads.back()->setObjectName(threadName(kind));
    Crypto::releaseAtEndOf(*threads.back()); // PostgreSQL's client speaks TLS there
    threads.back()->start();
    return outcome.get();
}

Database::Database() = default;

Result<std::unique_ptr<Database>> Database::open(const Options &options)
{
    std::unique_ptr<Database> database(new Database);
    const Result<DatabaseAddress> address = addressOf(options);
    if (!address)
        return address.error();
    database->m_threads = std::make_unique<Threads>(options, *address);
    Threads &threads = *database->m_threads;
    if (address->engine == Engine::Sqlite) {
        const Result<void> taken = threads.takeFile();
        if (!taken)
            return taken.error();
    }
    const Result<void> writer = threads.start(Connection::Kind::Writer);
    if (!writer)
        return writer.error();
    if (address->engine == Engine::Postgresql) {
        threads.feed = std::make_unique<EventFeed>(*address, threads.clock(), threads.newestEvent);
        const Result<void> indexer = threads.start(Connection::Kind::Indexer);
        if (!indexer)
            return indexer.error();
    }
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
    m_threads->texts.close();
    for (size_t i = 1; i < m_threads->threads.size(); ++i)
        m_threads->threads[i]->wait();
    m_threads->writes.close();
    if (!m_threads->threads.empty())
        m_threads->threads.front()->wait();
    m_threads->feed.reset();
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

bool Database::index(Job job)
{
    if (m_threads->address.engine == Engine::Sqlite)
        return writeLater(std::move(job));
    return m_threads->texts.push(std::move(job));
}

void Database::onCommitted(Listener listener)
{
    if (m_threads->feed)
        m_threads->feed->add(std::move(listener));
    else
        m_threads->listeners.push_back(std::move(listener));
}

qsizetype Database::waiting() const
{
    return m_threads->reads.size() + m_threads->writes.size() + m_threads->texts.size();
}

} // namespace Store
