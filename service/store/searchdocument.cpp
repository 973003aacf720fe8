// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchdocument.h"

#include "store/searchtext.h"

#include <QCryptographicHash>
#include <QtEndian>

namespace Store {

SearchDocument searchDocument(const SearchFields &fields)
{
    SearchDocument document;
    document.sender = normalizedTokens(fields.sender);
    document.subject = normalizedTokens(fields.subject);
    document.body = normalizedTokens(fields.body);
    document.senderParts = wordParts(document.sender);
    document.subjectParts = wordParts(document.subject);
    document.fingerprint = fingerprintOf(document);
    return document;
}

qint64 fingerprintOf(const SearchDocument &d)
{
    QCryptographicHash hash(QCryptographicHash::Blake2b_160);
    for (const QByteArray *column :
         { &d.sender, &d.subject, &d.body, &d.senderParts, &d.subjectParts }) {
        hash.addData(*column);
        hash.addData("\n"); // no token holds one
    }
    return qFromLittleEndian<qint64>(hash.result().constData());
}

} // namespace Store
