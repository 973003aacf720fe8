// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/health.h"
#include "metrics/process.h"
#include "metrics/requesttimes.h"
#include "metrics/traffic.h"
#include "nodes/figures.h"
#include "store/queue/workload.h"
#include "sync/runtime.h"

#include <QByteArray>
#include <QList>

#include <memory>
#include <optional>
#include <vector>

namespace Api {

/** Figures of the database and of its disk, read outside the http thread. */
struct StorageFigures {
    Store::Workload workload;
    qint64 logBytes = 0;                 ///< of SQLite's log
    std::optional<qint64> freeDiskBytes; ///< of the disk of the data directory
    std::optional<qint64> diskBytes;
};

/** The data of all metrics at one moment. */
struct MetricsInput {
    qint64 nowMs = 0;
    qint64 startedMs = 0; ///< since 1970, as nowMs
    QList<HealthProblem> problems;
    std::vector<std::shared_ptr<const Metrics::RequestTimes>> requests;
    const Metrics::Traffic *traffic = nullptr;
    const Nodes::Figures *node = nullptr; ///< null: no other service uses the database
    qint64 streams = 0;
    quint64 events = 0;
    QList<Sync::Mode> modes; ///< of each account that runs
    qint64 imapSessions = 0;
    qint64 imapBytes = 0;                  ///< bytes of large answers held in memory
    qint64 jobsWaiting = 0;                ///< for the database
    std::optional<StorageFigures> storage; ///< absent: the database did not answer in time
    Metrics::ProcessFigures process;
};

/// The page that Prometheus reads. Names and labels are stable: dashboards and alerts use them.
QByteArray metricsText(const MetricsInput &input);

} // namespace Api
