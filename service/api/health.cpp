// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/health.h"

#include "api/accountboard.h"
#include "api/handlers.h"
#include "common/diskspace.h"
#include "common/jsonwriter.h"
#include "http/monotonic.h"
#include "nodes/figures.h"
#include "store/db/database.h"
#include "store/db/schemacheck.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

Json::Bytes healthJson(const char *status, Indexing::RebuildProgress rebuild = {})
{
    Json::Writer json;
    json.beginObject().key("status").value(status);
    json.key("version").value(POSTRIDER_VERSION);
    if (rebuild.total > 0) {
        json.key("searchIndex").beginObject().key("done").value(rebuild.done);
        json.key("total").value(rebuild.total).endObject();
    }
    return json.endObject().take();
}

ApiFailure notReady(const QList<HealthProblem> &problems)
{
    ApiFailure failure{ .error = ApiError::NotReady,
                        .message = u"The service is not ready: "_s + problems.first().text };
    failure.retryAfterSeconds = 1; // by then the next checks have ended
    for (const HealthProblem &problem : problems)
        failure.details.append({ QString::fromLatin1(problem.check), problem.text });
    return failure;
}

void answerReady(const Http::Reply &reply, const QList<HealthProblem> &problems)
{
    if (problems.isEmpty())
        reply.send(Http::Response::data(healthJson("ready")));
    else
        reply.fail(notReady(problems));
}

} // namespace

QList<QByteArray> Health::checks()
{
    return { "stopping", "database_connection", "database_reader", "database_writer",
             "schema",   "disk_space",          "node_heartbeat" };
}

Health::Health(Store::Database &database, Options options, QObject *parent)
    : QObject(parent), m_database(database), m_options(std::move(options)), m_timer(this)
{
    m_timer.setInterval(m_options.interval);
    connect(&m_timer, &QTimer::timeout, this, &Health::check);
}

void Health::addRoutes(Http::Router &router)
{
    const auto answerLive = [board = m_options.board](const Http::Request &,
                                                      const Http::Reply &reply) {
        reply.send(Http::Response::data(
            healthJson("ok", board ? board->rebuild() : Indexing::RebuildProgress())));
    };
    router.add("GET", "/api/v1/health", { .auth = Http::Auth::None, .handler = answerLive });
    router.add("GET", "/api/v1/health/live", { .auth = Http::Auth::None, .handler = answerLive });
    router.add("GET", "/api/v1/health/ready",
               { .auth = Http::Auth::None,
                 .handler = [this](const Http::Request &, const Http::Reply &reply) {
                     const QList<HealthProblem> problems = ask();
                     if (problems.isEmpty() && !isKnown())
                         wait(reply);
                     else
                         answerReady(reply, problems);
                 } });
}

QList<HealthProblem> Health::ask()
{
    m_lastAskedMs = Http::monotonicMs();
    if (!m_timer.isActive() && !m_isStopped)
        begin();
    QList<HealthProblem> problems;
    const auto add = [&problems](const char *check, const QString &text) {
        if (!text.isEmpty())
            problems.append(HealthProblem{ check, text });
    };
    add("stopping", m_isStopping ? u"The service is stopping."_s : QString());
    add("database_connection",
        m_database.isAnswering() ? QString()
                                 : u"The database server cannot be reached or does not "
                                   "answer."_s);
    add("database_reader", problemOf(m_reading, u"The database answered no read for %1 s."_s));
    add("database_writer", problemOf(m_writing, u"The database accepted no write for %1 s."_s));
    add("schema", m_schemaProblem);
    add("disk_space", m_diskProblem);
    add("node_heartbeat", beatProblem());
    return problems;
}

QString Health::beatProblem() const
{
    if (!m_options.node)
        return {};
    const auto since = m_options.node->sinceBeat();
    return since > m_options.beatWithin
        ? u"No heartbeat of this node was stored for %1 s; other nodes take its accounts."_s.arg(
            std::chrono::duration_cast<std::chrono::seconds>(since).count())
        : QString();
}

QString Health::problemOf(const Way &way, const QString &isSilent) const
{
    const qint64 waitedMs = way.isAsked ? Http::monotonicMs() - way.askedMs : 0;
    if (waitedMs > m_options.silence.count())
        return isSilent.arg(waitedMs / 1000);
    return way.problem;
}

// Discards the results from before the pause, because they are too old.
void Health::begin()
{
    for (Way *way : { &m_reading, &m_writing }) {
        way->problem.clear();
        way->isKnown = false;
    }
    m_schemaProblem.clear();
    m_diskProblem.clear();
    m_isWaitOver = false;
    m_timer.start();
    check();
}

bool Health::isKnown() const
{
    return m_isStopped || m_isWaitOver || (m_reading.isKnown && m_writing.isKnown);
}

void Health::wait(const Http::Reply &reply)
{
    m_waiting.append(reply);
    if (m_waiting.size() == 1)
        QTimer::singleShot(m_options.firstWait, this, &Health::endWait);
}

void Health::endWait()
{
    m_isWaitOver = true;
    answerWaiting();
}

void Health::answerWaiting()
{
    if (m_waiting.isEmpty() || !isKnown())
        return;
    const QList<HealthProblem> problems = ask();
    for (const Http::Reply &reply : std::exchange(m_waiting, {}))
        answerReady(reply, problems);
}

void Health::check()
{
    if (Http::monotonicMs() - m_lastAskedMs > m_options.interest.count()) {
        m_timer.stop();
        return;
    }
    if (!m_reading.isAsked)
        checkReading();
    if (!m_writing.isAsked)
        checkWriting();
}

void Health::checkReading()
{
    m_reading = { .isAsked = true,
                  .askedMs = Http::monotonicMs(),
                  .problem = m_reading.problem,
                  .isKnown = m_reading.isKnown };
    const bool isAccepted = m_database.read([this](Store::Session &session) {
        const Result<void> schema = Store::checkSchema(session);
        QMetaObject::invokeMethod(
            this, [this, schema] { noteReading(schema); }, Qt::QueuedConnection);
    });
    if (!isAccepted)
        m_reading = { .problem = u"Too many requests wait for the database."_s, .isKnown = true };
}

void Health::noteReading(const Result<void> &schema)
{
    const bool isOtherSchema = !schema && schema.error().code == Error::Code::Conflict;
    m_reading.isAsked = false;
    m_reading.problem =
        schema || isOtherSchema ? QString() : u"The database does not answer reads."_s;
    m_schemaProblem = isOtherSchema ? schema.error().message : QString();
    m_reading.isKnown = true;
    answerWaiting();
}

// The free space is read on the writer's thread, because the call may block on a network disk.
void Health::checkWriting()
{
    m_writing = { .isAsked = true,
                  .askedMs = Http::monotonicMs(),
                  .problem = m_writing.problem,
                  .isKnown = m_writing.isKnown };
    const bool isAccepted =
        m_database.write([this, folder = m_options.dataDir](Store::Session &session) {
            const std::optional<DiskSpace> space = diskSpace(folder);
            const Written written{ .writing = Store::checkWriting(session),
                                   .freeBytes = space ? space->freeBytes : -1 };
            QMetaObject::invokeMethod(
                this, [this, written] { noteWriting(written); }, Qt::QueuedConnection);
        });
    if (!isAccepted)
        m_writing = { .problem = u"Too many changes wait for the database."_s, .isKnown = true };
}

void Health::noteWriting(const Written &written)
{
    m_writing.isAsked = false;
    m_writing.problem = written.writing ? QString() : u"The database does not accept writes."_s;
    const bool isFull = written.freeBytes >= 0 && written.freeBytes < m_options.leastFreeBytes;
    m_diskProblem = isFull
        ? u"The disk of the data directory has only %1 MiB left."_s.arg(written.freeBytes >> 20)
        : QString();
    m_writing.isKnown = true;
    answerWaiting();
}

void Health::beginStop()
{
    m_isStopping = true;
}

void Health::stop()
{
    m_isStopped = true;
    m_timer.stop();
    answerWaiting();
}

} // namespace Api
