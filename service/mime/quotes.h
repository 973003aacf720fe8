// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Mime {

/// "On Mon, 5 Jan 2026, Ann <ann@example.org> wrote:", in several languages: what mail programs put
/// in front of a quote. Up to 400 characters.
bool isAttribution(QStringView text);

/**
 * What stands below the quote that a text begins with: lines of `>` and the lines that say who wrote
 * them (a reply below what it answers). All of `text` where it begins otherwise; empty where nothing
 * but a signature follows. Linear.
 */
QStringView belowQuote(QStringView text);

} // namespace Mime
