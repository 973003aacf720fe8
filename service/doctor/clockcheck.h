// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Store {
class Session;
}

namespace Doctor {

class Report;

/// What can be known of this machine's clock without asking a host that nobody configured: whether the
/// kernel counts it as synchronised (Linux), and how far it is from the database server's.
void checkClock(Report &report);

/// Whether it is behind what was stored before, and beside the clock of the database server.
void checkClock(Store::Session &session, Report &report);

} // namespace Doctor
