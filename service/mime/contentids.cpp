// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/contentids.h"

#include <QString>

namespace Mime {

namespace {

bool isCidBefore(QStringView html, qsizetype colon)
{
    return colon >= 3 && html.sliced(colon - 3, 3).compare(u"cid", Qt::CaseInsensitive) == 0;
}

// The reference ends at a quote (also one written as a character reference), bracket or blank.
qsizetype endOfReference(QStringView html, qsizetype at)
{
    constexpr QStringView ends = u"\"'<>) \t\r\n\\";
    constexpr qsizetype longest = 1000;
    const qsizetype stop = std::min(html.size(), at + longest);
    while (at < stop && !ends.contains(html[at]) && !html.sliced(at).startsWith(u"&quot;"))
        ++at;
    return at;
}

} // namespace

QSet<QByteArray> referencedContentIds(QStringView html)
{
    QSet<QByteArray> ids;
    qsizetype colon = html.indexOf(u':');
    while (colon >= 0) {
        if (isCidBefore(html, colon)) {
            const qsizetype end = endOfReference(html, colon + 1);
            QString id = html.sliced(colon + 1, end - colon - 1).toString();
            id.replace(QLatin1StringView("&amp;"), QLatin1StringView("&"));
            ids.insert(QByteArray::fromPercentEncoding(id.toUtf8()));
        }
        colon = html.indexOf(u':', colon + 1);
    }
    return ids;
}

} // namespace Mime
