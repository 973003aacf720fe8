// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/draft.h"
#include "setup/trial.h"

#include <optional>

namespace Setup {

/** What one click mends. */
struct Repair {
    enum class Kind { UseSecurity, UsePort, TrustKey };
    Kind kind = Kind::UseSecurity;
    Security security = Security::Auto; ///< with UseSecurity
    int port = 0;                       ///< with UsePort
    QString key;                        ///< with TrustKey
    QString text;                       ///< of the button

    bool operator==(const Repair &) const = default;
};

/** What is wrong with a server, at which of its fields, and what helps. */
struct Complaint {
    enum class Field { Host, Security, Login, Certificate };
    Field field = Field::Host;
    QString text;   ///< what happened, to what, what to do
    QString detail; ///< what the server said; may be empty
    QString hint;   ///< what the service said, in English, where the text says as much
    std::optional<Repair> repair;

    bool operator==(const Complaint &) const = default;
};

/// Nothing where it works.
std::optional<Complaint> complaintOf(const ServerTrial &trial, Side side, const Draft &draft);

/// What is wrong with a mailbox that was saved, in the person's language where the code says it;
/// else `message`, the service's own words.
QString accountTrouble(const QString &code, const QString &message, const Draft &draft);

/// The draft as the repair makes it.
Draft repaired(Draft draft, Side side, const Repair &repair);

/// Whether everything that is wrong is the login of the mailbox, which is a matter of one page.
bool isSignInRefused(const Trial &trial);

} // namespace Setup
