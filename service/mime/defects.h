// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFlags>
#include <QStringList>

namespace Mime {

/// The defects of a mail and how each was handled.
enum class Defect : quint32 {
    BrokenHeaderLine = 1u << 0,    ///< a line among the headers that is not one: skipped
    MissingBlankLine = 1u << 1,    ///< the body begins without an empty line
    TooManyHeaders = 1u << 2,      ///< fields past the limit left out
    HeaderTooLong = 1u << 3,       ///< a field cut at the limit
    DuplicateFrom = 1u << 4,       ///< several From fields: the first counts
    BareCarriageReturns = 1u << 5, ///< lines end in CR alone
    BoundaryMissing = 1u << 6, ///< a multipart without boundary parameter: guessed or taken as text
    BoundaryNotFound = 1u << 7,     ///< the boundary does not occur: guessed or taken as text
    BoundaryNotClosed = 1u << 8,    ///< no closing boundary
    TooManyParts = 1u << 9,         ///< parts past the limit left out
    TooDeep = 1u << 10,             ///< containers past the limit are kept closed
    UnknownEncoding = 1u << 11,     ///< unknown Content-Transfer-Encoding: bytes taken as they are
    TextCut = 1u << 12,             ///< a body longer than the limit
    BadDate = 1u << 13,             ///< a Date field that is no date
    BadContentType = 1u << 14,      ///< a Content-Type that names no type
    SignatureNotChecked = 1u << 15, ///< S/MIME signed-data is shown, the signature was not checked
    SignedNotOpened = 1u << 16,     ///< S/MIME signed-data without content, or too much: a file
    BadChecksum = 1u << 17,         ///< a yEnc file has another size or checksum than it says
};
Q_DECLARE_FLAGS(Defects, Defect)
Q_DECLARE_OPERATORS_FOR_FLAGS(Defects)

/// Stable names for the API (`boundary_not_closed`), in the order of the enumeration.
QStringList names(Defects defects);

} // namespace Mime
