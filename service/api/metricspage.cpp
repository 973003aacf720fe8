// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/metricspage.h"

#include "api/accountboard.h"
#include "api/handlers.h"
#include "common/diskspace.h"
#include "crypto/digest.h"
#include "imap/literalbudget.h"
#include "metrics/textwriter.h"
#include "store/db/database.h"

#include <QFileInfo>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Api {

namespace {

constexpr auto longestWait = 1s; ///< how long a request waits for the database

// A proxy on this machine forwards requests of other machines. If it is not in trusted_proxies, only
// these header fields show that.
bool isForwarded(const Http::Request &request)
{
    constexpr std::array marks = { "forwarded",        "via",       "x-forwarded-for",
                                   "x-forwarded-host", "x-real-ip", "x-forwarded-proto" };
    return std::ranges::any_of(
        marks, [&request](const char *mark) { return !request.header(mark).isNull(); });
}

QByteArray bearerToken(const Http::Request &request)
{
    constexpr QByteArrayView scheme = "bearer ";
    const QByteArray field = request.header("authorization");
    const bool isBearer = field.left(scheme.size()).compare(scheme, Qt::CaseInsensitive) == 0;
    return isBearer ? field.mid(scheme.size()).trimmed() : QByteArray();
}

std::optional<StorageFigures> storageFigures(Store::Session &session, const QString &logFile,
                                             const QString &dataDir)
{
    Result<Store::Workload> workload = Store::workload(session);
    if (!workload)
        return std::nullopt;
    StorageFigures figures{ .workload = *std::move(workload) };
    if (!logFile.isEmpty())
        figures.logBytes = QFileInfo(logFile).size();
    if (const std::optional<DiskSpace> space = diskSpace(dataDir)) {
        figures.freeDiskBytes = space->freeBytes;
        figures.diskBytes = space->totalBytes;
    }
    return figures;
}

} // namespace

MetricsPage::MetricsPage(Collaborators collaborators, QObject *parent)
    : QObject(parent), m_parts(std::move(collaborators)), m_startedMs(m_parts.clock.nowMs()),
      m_patience(this)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(longestWait);
    connect(&m_patience, &QTimer::timeout, this, [this] { answerAll({}); });
}

void MetricsPage::addRoutes(Http::Router &router)
{
    router.add("GET", "/metrics",
               { .auth = Http::Auth::None,
                 .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                     if (std::optional<ApiFailure> refused = refusal(request))
                         reply.fail(*std::move(refused));
                     else
                         ask(reply);
                 } });
}

std::optional<ApiFailure> MetricsPage::refusal(const Http::Request &request) const
{
    if (m_parts.token.isEmpty()) {
        if (request.peer.isLoopback() && !isForwarded(request))
            return std::nullopt;
        return ApiFailure{ .error = ApiError::Forbidden,
                           .message = u"Without POSTRIDER_METRICS_TOKEN the metrics can be read "
                                      "only from this machine and not through a proxy."_s };
    }
    const QByteArray given = bearerToken(request);
    if (given.isEmpty())
        return ApiFailure{ .error = ApiError::TokenMissing,
                           .message = u"The request has no bearer token: send the metrics token "
                                      "(POSTRIDER_METRICS_TOKEN)."_s };
    if (Crypto::equalConstantTime(given, m_parts.token))
        return std::nullopt;
    return ApiFailure{ .error = ApiError::TokenInvalid,
                       .message =
                           u"The token is not the metrics token (POSTRIDER_METRICS_TOKEN)."_s };
}

void MetricsPage::ask(const Http::Reply &reply)
{
    const bool wasReading = m_isReading;
    m_waiting.append(reply);
    if (!startReading() || (wasReading && !m_patience.isActive()))
        answerAll({}); // refused, or no answer within the wait of an earlier request
}

/// Starts the job that reads the figures, unless it runs already: one job serves all waiting requests.
/// False: the database does not accept it.
bool MetricsPage::startReading()
{
    if (m_isReading)
        return true;
    m_isReading = m_parts.database.read([this, log = m_parts.database.changedFile(),
                                         folder = m_parts.dataDir](Store::Session &session) {
        const auto storage = storageFigures(session, log, folder);
        QMetaObject::invokeMethod(
            this, [this, storage] { noteStorage(storage); }, Qt::QueuedConnection);
    });
    if (m_isReading)
        m_patience.start();
    return m_isReading;
}

void MetricsPage::noteStorage(const std::optional<StorageFigures> &storage)
{
    m_isReading = false;
    answerAll(storage);
}

void MetricsPage::answerAll(const std::optional<StorageFigures> &storage)
{
    m_patience.stop();
    const QList<Http::Reply> waiting = std::exchange(m_waiting, {});
    if (waiting.isEmpty())
        return;
    MetricsInput input = this->input();
    input.storage = storage;
    const QByteArray text = metricsText(input);
    for (const Http::Reply &reply : waiting)
        reply.send(Http::Response::bytes(Metrics::TextWriter::contentType, text));
}

MetricsInput MetricsPage::input() const
{
    MetricsInput input;
    input.nowMs = m_parts.clock.nowMs();
    input.startedMs = m_startedMs;
    input.problems = m_parts.health.ask();
    input.requests = m_parts.server.router().times();
    input.traffic = &m_parts.server.traffic();
    input.streams = m_parts.server.streams().count();
    input.events = m_events.value();
    const QHash<qint64, Sync::Runtime> runtimes = m_parts.board.all();
    for (const Sync::Runtime &runtime : runtimes)
        input.modes.append(runtime.mode);
    input.node = m_parts.node;
    if (m_parts.literals) {
        input.imapSessions = m_parts.literals->sessions();
        input.imapBytes = m_parts.literals->held();
    }
    input.jobsWaiting = m_parts.database.waiting();
    input.process = Metrics::processFigures();
    return input;
}

} // namespace Api
