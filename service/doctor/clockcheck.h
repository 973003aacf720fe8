// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Store {
class Session;
}

namespace Doctor {

class Report;

/// Checks this machine's clock without a request to a host that is not configured: whether the kernel
/// reports it as synchronised (Linux), and its difference to the clock of the database server.
void checkClock(Report &report);

/// Checks whether the clock is behind stored times, and whether it differs from the database server's.
void checkClock(Store::Session &session, Report &report);

} // namespace Doctor
