// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/defects.h"

#include <array>
#include <utility>

namespace Mime {

namespace {
constexpr std::array table{
    std::pair{ Defect::BrokenHeaderLine, "broken_header_line" },
    std::pair{ Defect::MissingBlankLine, "missing_blank_line" },
    std::pair{ Defect::TooManyHeaders, "too_many_headers" },
    std::pair{ Defect::HeaderTooLong, "header_too_long" },
    std::pair{ Defect::DuplicateFrom, "duplicate_from" },
    std::pair{ Defect::BareCarriageReturns, "bare_carriage_returns" },
    std::pair{ Defect::BoundaryMissing, "boundary_missing" },
    std::pair{ Defect::BoundaryNotFound, "boundary_not_found" },
    std::pair{ Defect::BoundaryNotClosed, "boundary_not_closed" },
    std::pair{ Defect::TooManyParts, "too_many_parts" },
    std::pair{ Defect::TooDeep, "too_deep" },
    std::pair{ Defect::UnknownEncoding, "unknown_encoding" },
    std::pair{ Defect::TextCut, "text_cut" },
    std::pair{ Defect::BadDate, "bad_date" },
    std::pair{ Defect::BadContentType, "bad_content_type" },
    std::pair{ Defect::SignatureNotChecked, "signature_not_checked" },
    std::pair{ Defect::SignedNotOpened, "signed_not_opened" },
    std::pair{ Defect::BadChecksum, "bad_checksum" },
};
} // namespace

QStringList names(Defects defects)
{
    QStringList result;
    for (const auto &[defect, name] : table) {
        if (defects.testFlag(defect))
            result.append(QString::fromLatin1(name));
    }
    return result;
}

} // namespace Mime
