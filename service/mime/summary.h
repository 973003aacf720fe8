// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Mime {

inline constexpr int summaryCodePoints = 150;

struct Summary {
    QString text;
    bool isCut = false;   ///< there is more than fits
    bool isQuote = false; ///< nothing but a quote was there
};

/// A summary of visible text: white space collapsed, invisible characters dropped but for the
/// joiners that shape a script or an emoji; at most `maxPoints` code points, and `…` if cut.
Summary summarize(QStringView text, int maxPoints = summaryCodePoints);

/// Of a plain text: without the quote that it begins with, unless there is nothing else.
Summary summarizeText(QStringView text);

/// A summary of the text that htmlToText() would give, without such a quote; reads no more HTML
/// than that needs.
Summary summarizeHtml(QStringView html, int maxPoints = summaryCodePoints);

QString summaryOfText(QStringView text);
QString summaryOfHtml(QStringView html);

} // namespace Mime
