// SPDX-License-Identifier: GPL-3.0-or-later
#include "s3/listing.h"

#include <QXmlStreamReader>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace S3 {

namespace {

Error notAListing()
{
    return { Error::Code::Protocol, u"The answer is not a list of objects."_s };
}

/// Reads an element with one text for each entry, such as `<Contents><Key>…</Key>…</Contents>`.
void readEntry(QXmlStreamReader &xml, QStringView name, QList<QByteArray> &into)
{
    while (xml.readNextStartElement()) {
        if (xml.name() == name)
            into.append(xml.readElementText().toUtf8());
        else
            xml.skipCurrentElement();
    }
}

/// The entities of a document type are not needed and may be made to grow.
void refuseEntities(QXmlStreamReader &xml)
{
    xml.setEntityExpansionLimit(0);
}

bool isWord(QStringView text)
{
    return text.size() <= 64 && std::ranges::all_of(text, [](QChar c) {
               return c.unicode() < 0x80 && c.isLetterOrNumber();
           });
}

} // namespace

Result<Listing> readListing(const QByteArray &xml)
{
    QXmlStreamReader reader(xml);
    refuseEntities(reader);
    if (!reader.readNextStartElement() || reader.name() != u"ListBucketResult")
        return notAListing();
    Listing listing;
    bool isCut = false;
    while (reader.readNextStartElement()) {
        if (reader.name() == u"Contents")
            readEntry(reader, u"Key", listing.keys);
        else if (reader.name() == u"CommonPrefixes")
            readEntry(reader, u"Prefix", listing.folders);
        else if (reader.name() == u"NextContinuationToken")
            listing.next = reader.readElementText().toUtf8();
        else if (reader.name() == u"IsTruncated")
            isCut = reader.readElementText() == u"true";
        else
            reader.skipCurrentElement();
    }
    if (reader.hasError() || (isCut && listing.next.isEmpty()))
        return notAListing();
    if (!isCut)
        listing.next.clear();
    return listing;
}

QByteArray refusalCode(const QByteArray &xml)
{
    QXmlStreamReader reader(xml);
    refuseEntities(reader);
    if (!reader.readNextStartElement() || reader.name() != u"Error")
        return {};
    while (reader.readNextStartElement()) {
        if (reader.name() != u"Code") {
            reader.skipCurrentElement();
            continue;
        }
        const QString code = reader.readElementText();
        return isWord(code) ? code.toLatin1() : QByteArray();
    }
    return {};
}

} // namespace S3
