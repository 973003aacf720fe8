// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "doctor/report.h"
#include "net/tlspolicy.h"
#include "s3/settings.h"

#include <QCoroTask>

namespace Doctor {

/// Whether the bucket of uploads can be listed with the configured key. Stores nothing, so a missing right to write is
/// not found. On the main thread, while its event loop runs.
QCoro::Task<Finding> checkStore(S3::Settings settings, Net::TlsPolicy tls, const Clock &clock);

} // namespace Doctor
