// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Store {

/** A subject without the prefixes that mail programs add to replies and forwarded mails. */
struct BaseSubject {
    QStringView text;     ///< part of the given subject
    bool isReply = false; ///< it had a prefix

    friend bool operator==(const BaseSubject &, const BaseSubject &) = default;
};

/// Prefixes are words of many languages (Re, Fwd, AW, WG, SV, 回复, 转发), repeated, with or without a
/// count (`Re[2]:`, `RE(3):`, `Re^4:`), before an ASCII or full-width colon.
BaseSubject baseSubject(QStringView subject);

} // namespace Store
