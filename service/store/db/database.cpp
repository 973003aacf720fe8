// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/database.h"

#include "crypto/threadend.h"
#include "store/db/commitmark.h"
#include "store/db/filelock.h"
#include "store/db/jobqueue.h"
#include "store/db/migrate.h"
#include "store/db/pooledread.h"
#include "store/db/rewind.h"
#include "store/events/eventfeed.h"
#include "store/events/events.h"
#include "store/sql/privatefile.h"
#include "store/sql/reconnectingsession.h"
#include "store/sql/timelimits.h"
#include "store/sql/watchdog.h"

#include <QDeadlineTimer>
#include <QLoggingCategory>
#include <QThread>

#include <algorithm>
#include <future>
#include <vector>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Q_LOGGING_CATEGORY(logStore, "postrider.store", QtInfoMsg)

const Clock &machineClock()
{
    static const SystemClock clock;
    return clock;
}

bool isWaitedFor(const JobQueue::Taken &taken)
{
    return taken.rank == JobQueue::Rank::Now;
}

// A request that has waited behind a job without an answer would probably wait as long again, so it fails.
bool isTooLate(const JobQueue::Taken &taken, Watch::Milliseconds lastWait)
{
    return isWaitedFor(taken) && lastWait >= TimeLimits::slow
        && JobQueue::Clock::now() - taken.since > TimeLimits::requestInQueue;
}

void run(JobQueue::Taken &taken, Session &session, ReconnectingSession &reconnecting, Watch &watch)
{
    const bool tooLate = isTooLate(taken, watch.longestWait());
    if (tooLate)
        session.refuse(
            { Error::Code::Storage, u"The database has not answered for a long time."_s });
    else
        watch.beginJob(isWaitedFor(taken));
    if (!tooLate)
        reconnecting.makeReady();
    {
        const PooledRead transaction(session);
        taken.job(session);
    }
    session.accept();
    reconnecting.check();
}

// Reconnects a lost connection, and completes the work after that, even if there are no jobs.
void runJobs(JobQueue &queue, Session &session, ReconnectingSession &reconnecting, Watch &watch,
             const std::function<void(const JobQueue::Taken &)> &done)
{
    while (!queue.isOver()) {
        std::optional<JobQueue::Taken> taken =
            reconnecting.isReturning() ? queue.takeWithin(TimeLimits::betweenTries) : queue.take();
        if (taken) {
            run(*taken, session, reconnecting, watch);
            done(*taken);
        } else if (reconnecting.isReturning()) {
            watch.beginJob(false);
            reconnecting.makeReady();
            reconnecting.check();
        }
    }
}

QString threadName(Connection::Kind kind)
{
    if (kind == Connection::Kind::Reader)
        return u"db-read"_s;
    if (kind == Connection::Kind::Coordinator)
        return u"db-nodes"_s;
    return kind == Connection::Kind::Indexer ? u"db-index"_s : u"db-write"_s;
}

std::chrono::milliseconds limitOf(Connection::Kind kind)
{
    if (kind == Connection::Kind::Reader || kind == Connection::Kind::Coordinator)
        return TimeLimits::reader;
    return kind == Connection::Kind::Indexer ? TimeLimits::indexer : TimeLimits::writer;
}

Result<DatabaseAddress> addressOf(const DatabaseOptions &options)
{
    return databaseAddress(options.url.isEmpty() ? u"sqlite:"_s + options.file : options.url);
}

// Of the connections of readers.
Result<DatabaseAddress> readersAddressOf(const DatabaseOptions &options, const DatabaseAddress &own)
{
    if (options.poolUrl.isEmpty())
        return own;
    Q_ASSERT(!own.isFile());
    return poolAddress(options.poolUrl);
}

} // namespace

struct Database::Threads {
    Threads(const Options &o, const DatabaseAddress &a, const DatabaseAddress &r)
        : options(o), address(a), readersAddress(r), reads(o.queueLimit), writes(o.queueLimit),
          texts(o.queueLimit), notes(o.queueLimit), patience(o.wait)
    {
    }

    /// Creates the file if it does not exist, and locks it against other services.
    Result<void> takeFile();
    /// The function of one thread, from start to end; sets `opened` to the result of opening.
    void work(Connection::Kind kind, std::shared_ptr<Watch> watch,
              std::promise<Result<void>> opened);
    ReconnectContext context() { return { address, watchdog, server }; }
    const DatabaseAddress &addressFor(Connection::Kind kind) const
    {
        return kind == Connection::Kind::Reader ? readersAddress : address;
    }
    Result<void> start(Connection::Kind kind);
    /// Starts delivering the events of all processes.
    void startFeed();
    Result<void> makeReady(Session &session);
    bool settle(Session &session);
    bool comeBack(Session &session);
    JobQueue &queueOf(Connection::Kind kind);
    void notify(Session &session, const QList<Event> &events);
    const Dialect &dialect() const { return dialectOf(address.engine); }
    const Clock &clock() const { return options.clock ? *options.clock : machineClock(); }

    const Options options;
    const DatabaseAddress address;
    const DatabaseAddress readersAddress; ///< another one if they use a pooler
    std::unique_ptr<FileLock> lock;
    JobQueue reads;
    JobQueue writes;
    JobQueue texts; ///< PostgreSQL: for the full text index
    JobQueue notes; ///< PostgreSQL: for what nodes agree on
    ServerState server;
    Watchdog watchdog;
    std::vector<std::shared_ptr<const Watch>> answering; ///< of connections that requests use
    QDeadlineTimer patience; ///< of the start, for an unreachable server
    std::vector<Listener> listeners;
    std::vector<ReturnListener> returnListeners;
    std::unique_ptr<EventFeed> feed;               ///< PostgreSQL: calls the listeners
    Event newestEvent;                             ///< when the database was opened
    ServerIdentity identity;                       ///< of the server that the writer uses
    DatabaseIdentity ownDatabase;                  ///< when it was opened; read only for a pooler
    std::vector<std::unique_ptr<QThread>> threads; ///< the first is the writer
    std::atomic<qint64> damagedSegment{ 0 };       ///< found last; 0: none
    /// When the last write ended that was not of rank Later.
    std::atomic<JobQueue::Clock::time_point> lastChange{ JobQueue::Clock::now() };
};

Result<void> Database::Threads::takeFile()
{
    RETURN_IF_ERROR(createPrivately(address.file));
    auto locked = FileLock::tryLock(address.file + u".lock"_s);
    if (locked) {
        lock = *std::move(locked);
        return {};
    }
    if (locked.error().code != Error::Code::Conflict)
        return locked.error();
    return Error{ Error::Code::Conflict,
                  u"Another service has the database %1 open."_s.arg(address.file) };
}

Result<void> Database::Threads::makeReady(Session &session)
{
    RETURN_IF_ERROR(migrate(session));
    for (const OpeningStep &step : options.afterMigration) {
        RETURN_IF_ERROR(step(session, address));
    }
    const Result<EventBounds> bounds = eventBounds(session);
    RETURN_IF_ERROR(bounds);
    const Result<QList<Event>> newest = newsAfter(session, bounds->newest - 1, 1);
    RETURN_IF_ERROR(newest);
    newestEvent.id = bounds->newest;
    if (!newest->isEmpty() && newest->first().id == bounds->newest)
        newestEvent = newest->first();
    identity = serverIdentity(session);
    if (readersAddress.isPooled) {
        const Result<DatabaseIdentity> own = databaseIdentity(session);
        RETURN_IF_ERROR(own);
        ownDatabase = *own;
    }
    return dialect().hasServer() ? CommitMark::prune(session) : Result<void>();
}

// A server that took over from another one may lack the last commits, of which events were sent already.
bool Database::Threads::comeBack(Session &session)
{
    const ServerIdentity now = serverIdentity(session);
    if (!feed || session.isLost())
        return false;
    const bool isOther = now != identity;
    const Result<bool> isAhead = feed->isAhead(session, isOther);
    if (!isAhead)
        return false;
    const bool isDistrusted = isOther || *isAhead;
    if (isDistrusted) {
        const Result<void> noted = noteRewind(session, *isAhead ? feed->delivered() : 0);
        if (!noted)
            return false;
        qCWarning(logStore)
            << (*isAhead ? "The database has lost changes that were already sent to clients: "
                           "clients load everything again"
                         : "The database is on another server now")
            << "and all folders are compared with their mail servers";
    }
    identity = now;
    feed->resume(session);
    if (feed->isSuspended())
        return false;
    for (const ReturnListener &listener : returnListeners)
        listener(isDistrusted ? Return::Other : Return::Same);
    return true;
}

// False: must be repeated. Until then durable events are held back, because EventFeed::isAhead() needs the
// last event that was sent before.
bool Database::Threads::settle(Session &session)
{
    const bool isDone = comeBack(session);
    if (!isDone && feed)
        feed->suspend();
    return isDone;
}

void Database::Threads::notify(Session &session, const QList<Event> &events)
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
    if (kind == Connection::Kind::Coordinator)
        return notes;
    return kind == Connection::Kind::Indexer ? texts : writes;
}

void Database::Threads::work(Connection::Kind kind, std::shared_ptr<Watch> watch,
                             std::promise<Result<void>> opened)
{
    const bool writer = kind == Connection::Kind::Writer;
    auto connection = Connection::openPatiently(
        addressFor(kind), kind, std::chrono::milliseconds(patience.remainingTime()));
    if (!connection) {
        opened.set_value(connection.error());
        return;
    }
    CommitMark mark(context(), clock());
    Session session((*connection)->handle(), clock());
    ReconnectingSession reconnecting({ addressFor(kind), watchdog, server }, kind, watch,
                                     std::move(*connection), session);
    const bool isPooled = addressFor(kind).isPooled;
    if (isPooled)
        session.readThroughPool();
    const Result<void> ready = writer ? makeReady(session)
        : isPooled                    ? checkIsOn(ownDatabase, session)
                                      : Result<void>();
    opened.set_value(ready);
    if (!ready)
        return;
    if (writer) {
        session.onCommitted(
            [this, &session](const QList<Event> &events) { notify(session, events); });
    }
    if (writer && dialect().hasServer()) {
        session.markCommits(&mark);
        reconnecting.onReady([this, &session](bool isBack) {
            return (!isBack && !(feed && feed->isSuspended())) || settle(session);
        });
    }
    session.onDamage([this](qint64 segment) { damagedSegment = segment; });
    if (kind == Connection::Kind::Indexer || kind == Connection::Kind::Coordinator)
        session.writeBesideOthers();
    if (kind == Connection::Kind::Reader)
        session.rememberUntilCommit();
    if (kind == Connection::Kind::Reader && session.dialect().costsRoundTrips() && !isPooled)
        session.rememberSegmentRows();
    runJobs(queueOf(kind), session, reconnecting, *watch,
            [this, writer](const JobQueue::Taken &job) {
                if (writer && job.rank != JobQueue::Rank::Later)
                    lastChange = JobQueue::Clock::now();
            });
}

Result<void> Database::Threads::start(Connection::Kind kind)
{
    std::promise<Result<void>> opened;
    std::future<Result<void>> outcome = opened.get_future();
    std::shared_ptr<Watch> watch = watchdog.watch(limitOf(kind));
    if (kind == Connection::Kind::Writer || kind == Connection::Kind::Reader)
        answering.push_back(watch);
    threads.emplace_back(
        QThread::create([this, kind, watch, promise = std::move(opened)]() mutable {
            work(kind, std::move(watch), std::move(promise));
        }));
    threads.back()->setObjectName(threadName(kind));
    Crypto::releaseAtEndOf(*threads.back()); // libpq uses TLS on this thread
    threads.back()->start();
    return outcome.get();
}

void Database::Threads::startFeed()
{
    // Without a job the writer would not notice that the server is back.
    const auto foundAgain = [this] {
        writes.push(Job([](Session &) {}));
    };
    feed = std::make_unique<EventFeed>(context(), clock(), newestEvent, foundAgain);
}

Database::Database() = default;

Result<std::unique_ptr<Database>> Database::open(const Options &options)
{
    std::unique_ptr<Database> database(new Database);
    const Result<DatabaseAddress> address = addressOf(options);
    RETURN_IF_ERROR(address);
    const Result<DatabaseAddress> readersAddress = readersAddressOf(options, *address);
    RETURN_IF_ERROR(readersAddress);
    database->m_threads = std::make_unique<Threads>(options, *address, *readersAddress);
    Threads &threads = *database->m_threads;
    if (address->isFile()) {
        RETURN_IF_ERROR(threads.takeFile());
    }
    const Result<void> writer = threads.start(Connection::Kind::Writer);
    RETURN_IF_ERROR(writer);
    if (database->isShared()) {
        threads.startFeed();
        RETURN_IF_ERROR(threads.start(Connection::Kind::Coordinator));
    }
    if (threads.dialect().indexesBesideWriter()) {
        RETURN_IF_ERROR(threads.start(Connection::Kind::Indexer));
    }
    for (int i = 0; i < options.readers; ++i) {
        RETURN_IF_ERROR(threads.start(Connection::Kind::Reader));
    }
    return database;
}

Database::~Database()
{
    close();
}

void Database::beginStop()
{
    m_threads->server.stop();
    m_threads->watchdog.stopIn(TimeLimits::stop);
}

bool Database::isAnswering() const
{
    if (!m_threads->dialect().hasServer())
        return true;
    return std::ranges::all_of(m_threads->answering, [](const auto &watch) {
        return watch->isAttached() && watch->waiting() <= TimeLimits::probe;
    });
}

void Database::close()
{
    beginStop();
    // Readers end first: the connection that closes last moves SQLite's log into the file, and that must be
    // the writer's.
    m_threads->reads.close();
    m_threads->texts.close();
    m_threads->notes.close();
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
    if (!m_threads->dialect().indexesBesideWriter())
        return writeLater(std::move(job));
    return m_threads->texts.push(std::move(job));
}

bool Database::coordinate(Job job)
{
    if (!isShared())
        return writeSoon(std::move(job));
    return m_threads->notes.push(std::move(job));
}

bool Database::isShared() const
{
    return m_threads->dialect().isSharedByProcesses();
}

void Database::onNotice(std::function<void(const QByteArray &)> listener)
{
    if (m_threads->feed)
        m_threads->feed->addNoticeListener(std::move(listener));
}

void Database::onCommitted(Listener listener)
{
    if (m_threads->feed)
        m_threads->feed->add(std::move(listener));
    else
        m_threads->listeners.push_back(std::move(listener));
}

void Database::onReturned(ReturnListener listener)
{
    m_threads->returnListeners.push_back(std::move(listener));
}

qsizetype Database::waiting() const
{
    return m_threads->reads.size() + m_threads->writes.size() + m_threads->texts.size()
        + m_threads->notes.size();
}

std::optional<qint64> Database::takeDamagedSegment()
{
    const qint64 segment = m_threads->damagedSegment.exchange(0);
    return segment != 0 ? std::optional(segment) : std::nullopt;
}

QString Database::changedFile() const
{
    const DatabaseAddress &address = m_threads->address;
    return address.isFile() ? address.file + u"-wal"_s : QString();
}

bool Database::isUnchangedFor(std::chrono::milliseconds time) const
{
    return !isShared() && JobQueue::Clock::now() - m_threads->lastChange.load() > time;
}

} // namespace Store
