// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Mime {

/// RFC 3676 format=flowed to lines as they were meant: paragraphs joined, quotes as `> `. Lines end in \n.
QString unflowed(QStringView text, bool isDelSp);

/// CR LF and lone CR to \n.
QString withPlainLineEnds(QString text);

} // namespace Mime
