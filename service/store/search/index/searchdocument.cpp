// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/searchdocument.h"

#include "store/search/text/searchtext.h"

namespace Store {

SearchDocument searchDocument(const SearchFields &fields)
{
    SearchDocument document;
    document.sender = normalizedTokens(fields.sender);
    document.subject = normalizedTokens(fields.subject);
    document.body = normalizedTokens(fields.body);
    document.senderParts = wordParts(document.sender);
    document.subjectParts = wordParts(document.subject);
    return document;
}

} // namespace Store
