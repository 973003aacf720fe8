// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Mime {

/// "On Mon, 5 Jan 2026, Ann <ann@example.org> wrote:", in several languages: the line that mail
/// programs write before a quote. Up to 400 characters.
bool isAttribution(QStringView text);

/**
 * The text below the quote at the beginning of a text, as in a reply below the quoted mail. The
 * quote is lines of `>` and the lines that name their author. All of `text` where it begins
 * otherwise; empty where nothing but a signature follows. Linear.
 */
QStringView belowQuote(QStringView text);

} // namespace Mime
