// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/fetchrequest.h"

#include <algorithm>

namespace Imap {

namespace {

/// A structure and the chosen header fields have 1 to 2 KiB; few mails have much more.
constexpr qint64 usualRowBytes = 32 * 1024;

qsizetype twice(qint64 bytes, qint64 more, qsizetype most)
{
    return qsizetype(std::min<qint64>(most, 2 * std::min<qint64>(bytes, most) + more));
}

} // namespace

qsizetype literalBytesOf(const FetchRequest &request, const Limits &limits)
{
    if (!request.sections.isEmpty())
        return request.largestBytes > 0
            ? twice(request.largestBytes, limits.headerLiteralBytes, limits.literalBytes)
            : limits.literalBytes;
    const bool hasTexts = request.bodyStructure || !request.headerFields.isEmpty();
    return hasTexts ? limits.headerLiteralBytes : limits.unaskedLiteralBytes;
}

qsizetype answerBytesOf(const FetchRequest &request, const Limits &limits)
{
    const qint64 count = qint64(std::min<quint64>(request.uids.count(), 1'000'000));
    const qint64 rows = count * usualRowBytes + limits.fetchLineBytes + limits.headerLiteralBytes;
    if (!request.sections.isEmpty() && request.allBytes > 0)
        return twice(request.allBytes, rows, limits.commandBytes);
    const bool isOfRows =
        request.sections.isEmpty() && (request.bodyStructure || !request.headerFields.isEmpty());
    return isOfRows ? qsizetype(std::min<qint64>(rows, limits.commandBytes)) : limits.commandBytes;
}

QByteArray fetchItems(const FetchRequest &request)
{
    QByteArray items = "(UID";
    if (request.flags)
        items += " FLAGS";
    if (request.internalDate)
        items += " INTERNALDATE";
    if (request.size)
        items += " RFC822.SIZE";
    if (request.modSeq)
        items += " MODSEQ";
    if (request.emailId)
        items += " EMAILID";
    if (request.bodyStructure)
        items += " BODYSTRUCTURE";
    if (!request.headerFields.isEmpty())
        items += " BODY.PEEK[HEADER.FIELDS (" + request.headerFields.join(' ') + ")]";
    for (const SectionRequest &section : request.sections) {
        items += " BODY.PEEK[" + section.section + ']';
        if (section.partial)
            items += '<' + QByteArray::number(section.partial->origin) + '.'
                + QByteArray::number(section.partial->length) + '>';
    }
    return items + ')';
}

} // namespace Imap
