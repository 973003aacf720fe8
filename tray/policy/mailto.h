// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QUrl>

namespace Policy {

/** What a link of a page asks to be written, as text; it names no files and sends nothing. */
struct Mailto {
    QStringList to;
    QStringList cc;
    QStringList bcc;
    QString subject;
    QString body;

    bool operator==(const Mailto &) const = default;
};

/// A `mailto:` URL (RFC 6068). Other fields than these are left out, as are control characters; long
/// values are cut.
Mailto mailtoOf(const QUrl &url);

} // namespace Policy
