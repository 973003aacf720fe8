// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/fetchrequest.h"

namespace Imap {

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
