// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/metricstext.h"

#include "metrics/logcounts.h"
#include "metrics/textwriter.h"

#include <algorithm>

namespace Api {

namespace {

using Metrics::TextWriter;
using Type = TextWriter::Type;

void writeService(TextWriter &out, const MetricsInput &input)
{
    out.family("postrider_build_info", Type::Gauge, "Version of the running service; always 1.")
        .sample("postrider_build_info", 1,
                { { "version", POSTRIDER_VERSION }, { "qt", qVersion() } });
    out.single("postrider_ready", Type::Gauge, "1: the service can answer requests.",
               int(input.problems.isEmpty()));
    out.family("postrider_health_problem", Type::Gauge, "1: this check of /health/ready fails.");
    for (const QByteArray &check : Health::checks()) {
        if (check == "node_heartbeat" && !input.node)
            continue;
        const bool isWrong = std::ranges::any_of(
            input.problems, [&check](const auto &problem) { return problem.check == check; });
        out.sample("postrider_health_problem", int(isWrong), { { "check", check } });
    }
    out.single("postrider_events_total", Type::Counter,
               "Events that were committed and given to streams, webhooks and push.", input.events);
}

void writeTraffic(TextWriter &out, const MetricsInput &input)
{
    const Metrics::Traffic &traffic = *input.traffic;
    out.single("postrider_http_connections", Type::Gauge, "Open connections of clients.",
               traffic.connections.value());
    out.single("postrider_http_connections_accepted_total", Type::Counter,
               "Connections that were accepted.", traffic.acceptedConnections.value());
    out.single("postrider_http_connections_refused_total", Type::Counter,
               "Connections that were refused because too many were open.",
               traffic.refusedConnections.value());
    out.single("postrider_http_received_bytes_total", Type::Counter,
               "Bytes of requests, without TLS.", traffic.receivedBytes.value());
    out.single("postrider_http_sent_bytes_total", Type::Counter,
               "Bytes of answers and event streams, without TLS.", traffic.sentBytes.value());
    out.single("postrider_http_streams", Type::Gauge, "Open event streams.", input.streams);
    constexpr const char *name = "postrider_http_request_duration_seconds";
    out.family(name, Type::Histogram,
               "Time from the head of a request to the head of its answer, by route.");
    for (const auto &times : input.requests)
        times->write(out, name);
}

void writeAccounts(TextWriter &out, const MetricsInput &input)
{
    out.family("postrider_accounts_running", Type::Gauge,
               "Accounts by the state of their connection to the mail server.");
    for (const auto mode : { Sync::Mode::Connecting, Sync::Mode::Syncing, Sync::Mode::Idle,
                             Sync::Mode::Polling, Sync::Mode::Stopped })
        out.sample("postrider_accounts_running", std::ranges::count(input.modes, mode),
                   { { "mode", Sync::modeName(mode) } });
    out.single("postrider_imap_sessions", Type::Gauge, "Open connections to IMAP servers.",
               input.imapSessions);
    out.single("postrider_imap_held_bytes", Type::Gauge,
               "Memory that holds large answers of IMAP servers.", input.imapBytes);
}

void writeNode(TextWriter &out, const Nodes::Figures &node)
{
    out.single("postrider_node_known_nodes", Type::Gauge,
               "Nodes of the database, with those that were lost within the last hour.",
               node.known.value());
    out.single("postrider_node_alive_nodes", Type::Gauge,
               "Nodes that are alive and not being stopped.", node.alive.value());
    out.single("postrider_node_accounts", Type::Gauge,
               "Accounts that all nodes together synchronise.", node.accounts.value());
    out.single("postrider_node_share", Type::Gauge,
               "Weight of the accounts that this node should have.", node.share.value());
    out.single("postrider_node_weight", Type::Gauge, "Weight of the accounts that it has.",
               node.weight.value());
    out.single("postrider_node_leases", Type::Gauge, "Accounts that this node synchronises.",
               node.leases.value());
    out.single("postrider_node_leases_taken_total", Type::Counter, "Accounts that this node took.",
               node.taken.value());
    out.single("postrider_node_leases_given_back_total", Type::Counter,
               "Accounts that this node gave back to others.", node.givenBack.value());
    out.single("postrider_node_heartbeat_age_seconds", Type::Gauge,
               "Time since the last stored heartbeat of this node.",
               double(node.sinceBeat().count()) / 1000);
    out.single("postrider_node_requests_sent_total", Type::Counter,
               "Requests for accounts of other nodes that were passed to them.",
               node.requestsSent.value());
    out.single("postrider_node_requests_served_total", Type::Counter,
               "Requests of other nodes for accounts of this node.", node.requestsServed.value());
    constexpr const char *look = "postrider_node_look_duration_seconds";
    out.family(look, Type::Histogram, "Time of a look into the tables of nodes and leases.")
        .histogram(look, {}, node.looks.snapshot());
}

/// Seconds since `thenMs`; 0: it is in the future, or not set.
double secondsSince(qint64 thenMs, qint64 nowMs)
{
    return thenMs > 0 ? double(std::max<qint64>(nowMs - thenMs, 0)) / 1000 : 0;
}

void writeQueues(TextWriter &out, const Store::Workload &workload, qint64 nowMs)
{
    const QList<std::pair<QByteArray, Store::QueueState>> queues = {
        { "outbox", workload.outbox },       { "webhooks", workload.webhooks },
        { "push", workload.push },           { "body_fetch", workload.bodies },
        { "search_index", workload.search },
    };
    out.family("postrider_queue_entries", Type::Gauge,
               "Entries that wait in a queue; mails of body_fetch and search_index are counted up "
               "to 100000.");
    for (const auto &[name, state] : queues)
        out.sample("postrider_queue_entries", state.entries, { { "queue", name } });
    out.family("postrider_queue_delay_seconds", Type::Gauge,
               "For how long the first entry of a queue has been due.");
    for (const auto &[name, state] : queues) {
        if (name != "body_fetch") // never due: fetched newest first
            out.sample("postrider_queue_delay_seconds", secondsSince(state.firstDueMs, nowMs),
                       { { "queue", name } });
    }
}

void writeStorage(TextWriter &out, const StorageFigures &storage, qint64 nowMs)
{
    out.family("postrider_accounts", Type::Gauge, "Accounts by status.");
    for (const char *status : { "active", "disabled", "error" }) // also unused statuses
        out.sample("postrider_accounts", storage.workload.accounts.value(status),
                   { { "status", status } });
    writeQueues(out, storage.workload, nowMs);
    out.single("postrider_database_size_bytes", Type::Gauge, "Size of the database.",
               storage.workload.databaseBytes);
    out.single("postrider_database_log_size_bytes", Type::Gauge,
               "Size of SQLite's log; 0 on PostgreSQL.", storage.logBytes);
    if (storage.freeDiskBytes)
        out.single("postrider_disk_free_bytes", Type::Gauge,
                   "Free space on the disk of the data directory.", *storage.freeDiskBytes);
    if (storage.diskBytes)
        out.single("postrider_disk_size_bytes", Type::Gauge,
                   "Size of the disk of the data directory.", *storage.diskBytes);
}

void writeDatabase(TextWriter &out, const MetricsInput &input)
{
    out.single("postrider_database_up", Type::Gauge,
               "1: the database answered the queries of this page in time.",
               int(input.storage.has_value()));
    out.single("postrider_database_jobs_waiting", Type::Gauge,
               "Jobs that wait for a thread of the database.", input.jobsWaiting);
    if (input.storage)
        writeStorage(out, *input.storage, input.nowMs);
}

void writeLog(TextWriter &out)
{
    const Metrics::LogCounts &counts = Metrics::logCounts();
    out.family("postrider_log_messages_total", Type::Counter, "Log messages by level.");
    out.sample("postrider_log_messages_total", counts.warnings.value(), { { "level", "warning" } });
    out.sample("postrider_log_messages_total", counts.errors.value(), { { "level", "error" } });
    out.single("postrider_log_lost_messages_total", Type::Counter,
               "Messages that could not be written to the log.", counts.lost.value());
}

// These names are the same for all programs, so that existing dashboards work.
void writeProcess(TextWriter &out, const MetricsInput &input)
{
    const auto maybe = [&out](const char *name, Type type, const char *help, auto value) {
        if (value)
            out.single(name, type, help, *value);
    };
    const Metrics::ProcessFigures &process = input.process;
    out.single("process_start_time_seconds", Type::Gauge, "When the service started, since 1970.",
               double(input.startedMs) / 1000);
    maybe("process_cpu_seconds_total", Type::Counter, "Processor time, user and system.",
          process.cpuSeconds);
    maybe("process_resident_memory_bytes", Type::Gauge, "Memory that is in use.",
          process.residentBytes);
    maybe("process_virtual_memory_bytes", Type::Gauge, "Address space that is in use.",
          process.virtualBytes);
    maybe("process_open_fds", Type::Gauge, "Open file descriptors.", process.openDescriptors);
    maybe("process_max_fds", Type::Gauge, "Maximum number of open file descriptors.",
          process.maxDescriptors);
}

} // namespace

QByteArray metricsText(const MetricsInput &input)
{
    TextWriter out;
    writeService(out, input);
    writeTraffic(out, input);
    writeAccounts(out, input);
    if (input.node)
        writeNode(out, *input.node);
    writeDatabase(out, input);
    writeLog(out);
    writeProcess(out, input);
    return out.take();
}

} // namespace Api
