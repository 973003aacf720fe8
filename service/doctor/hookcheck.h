// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Store {
class Session;
}

namespace Doctor {

class Report;

/** The configuration of notices to browsers. */
struct PushSettings {
    QString publicUrl; ///< empty: unknown
    QString subject;   ///< the operator's contact address for push services; empty: not set
};

/// Reports the results of webhook calls and of messages to browsers. Makes no network request.
void checkHooks(Store::Session &session, const PushSettings &settings, Report &report);

} // namespace Doctor
