// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Mime {

inline constexpr int summaryCodePoints = 150;

struct Summary {
    QString text;
    bool isCut = false; ///< there is more than fits
};

Summary summarize(QStringView text);
Summary summarizeHtml(QStringView html);

/// White space collapsed, invisible characters dropped, at most 150 code points, `…` added if cut.
QString summaryOfText(QStringView text);

/// The same of what htmlToText() would show, reading no more HTML than that needs.
QString summaryOfHtml(QStringView html);

} // namespace Mime
