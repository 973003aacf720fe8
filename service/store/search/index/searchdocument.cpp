// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/searchdocument.h"

#include "store/search/text/searchtext.h"

namespace Store {

namespace {

constexpr qsizetype maxHeaderText = 32 * 1024; ///< some thousand recipients cost no more

} // namespace

SearchDocument searchDocument(const SearchFields &fields)
{
    SearchDocument document;
    document.sender = normalizedTokens(fields.sender);
    document.subject = normalizedTokens(fields.subject);
    document.body = normalizedTokens(fields.body);
    document.senderParts = wordParts(document.sender);
    document.subjectParts = wordParts(document.subject);
    document.cc = normalizedTokens(fields.cc, maxHeaderText);
    document.recipients = normalizedTokens(fields.to + u'\n' + fields.cc, maxHeaderText);
    document.bcc = normalizedTokens(fields.bcc, maxHeaderText);
    document.filenames = normalizedTokens(fields.filenames, maxHeaderText);
    document.recipientParts = wordParts(document.recipients);
    document.filenameParts = wordParts(document.filenames);
    return document;
}

qsizetype SearchDocument::bytes() const
{
    qsizetype all = 0;
    for (const QByteArray *field :
         { &sender, &subject, &body, &senderParts, &subjectParts, &recipients, &cc, &bcc,
           &filenames, &recipientParts, &filenameParts })
        all += field->size();
    return all;
}

} // namespace Store
