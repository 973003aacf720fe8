// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Store {
class Session;
}

namespace Doctor {

class Report;

/** What the configuration says of notices to browsers. */
struct PushSettings {
    QString publicUrl; ///< empty: unknown
    QString subject;   ///< where push services reach the operator; empty: not set
};

/// How the calls of webhooks and the messages to browsers went. Calls nobody.
void checkHooks(Store::Session &session, const PushSettings &settings, Report &report);

} // namespace Doctor
