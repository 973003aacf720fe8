// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/draft.h"
#include "setup/trial.h"

#include <optional>

namespace Setup {

/** A repair that one click makes. */
struct Repair {
    enum class Kind { UseSecurity, UsePort, TrustKey };
    Kind kind = Kind::UseSecurity;
    Security security = Security::Auto; ///< with UseSecurity
    int port = 0;                       ///< with UsePort
    QString key;                        ///< with TrustKey
    QString text;                       ///< of the button

    bool operator==(const Repair &) const = default;
};

/** A problem of a server: the field that it belongs to, its text, and a repair. */
struct Complaint {
    enum class Field { Host, Security, Login, Certificate };
    Field field = Field::Host;
    QString text;   ///< what happened, where, and what to do
    QString detail; ///< what the server said; may be empty
    QString hint;   ///< the service's text, in English, if `text` says the same
    std::optional<Repair> repair;

    bool operator==(const Complaint &) const = default;
};

/// The problem that a test has found; nothing: the server works.
std::optional<Complaint> complaintOf(const ServerTrial &trial, Side side, const Draft &draft);

/// The problem of a saved mailbox, in the person's language if the code is known; otherwise `message`, the
/// service's own text.
QString accountTrouble(const QString &code, const QString &message, const Draft &draft);

/// The draft after the repair.
Draft repaired(Draft draft, Side side, const Repair &repair);

/// Whether only the login of the mailbox failed, which the sign-in page alone can solve.
bool isSignInRefused(const Trial &trial);

} // namespace Setup
