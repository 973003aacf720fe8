// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QUrl>

namespace Policy {

/** The mail that a `mailto:` link proposes, as plain text. It names no files, and is not sent by itself. */
struct Mailto {
    QStringList to;
    QStringList cc;
    QStringList bcc;
    QString subject;
    QString body;

    bool operator==(const Mailto &) const = default;
};

/// Parses a `mailto:` URL (RFC 6068). Other fields and control characters are dropped; long values are cut.
Mailto mailtoOf(const QUrl &url);

} // namespace Policy
