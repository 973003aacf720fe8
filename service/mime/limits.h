// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Mime {

/**
 * How much of a mail is read. A mail beyond a limit is never refused: the rest is left out and the
 * result is `truncated`, with the defect that names the limit.
 */
struct Limits {
    int depth = 50;                           ///< containers inside each other
    int parts = 1000;                         ///< of the whole mail, containers included
    int headers = 2000;                       ///< fields of one header block
    qsizetype headerBytes = 256 * 1024;       ///< of one field's value, folded
    qsizetype textBytes = 5 * 1024 * 1024;    ///< of each body (text, HTML), transfer decoded
    qsizetype signedBytes = 24 * 1024 * 1024; ///< of all signed contents that are opened
    qsizetype searchBytes = 256 * 1024;       ///< of searchText(), in UTF-8
};

} // namespace Mime
