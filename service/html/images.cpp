// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/images.h"

#include "html/links.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Html {

namespace {

bool isBase64(QStringView text)
{
    return std::ranges::all_of(text, [](QChar c) {
        return (c.unicode() < 0x80 && c.isLetterOrNumber()) || c == u'+' || c == u'/' || c == u'=';
    });
}

// RFC 2397; only formats of images that cannot run or load anything.
QString shownData(const QString &address)
{
    constexpr std::array<QStringView, 4> heads{ u"data:image/png;base64,",
                                                u"data:image/jpeg;base64,",
                                                u"data:image/gif;base64,",
                                                u"data:image/webp;base64," };
    for (const QStringView head : heads) {
        if (!address.startsWith(head, Qt::CaseInsensitive))
            continue;
        QString content = address.sliced(head.size());
        content.remove(u' ');
        return isBase64(content) ? head.toString() + content : QString();
    }
    return {};
}

} // namespace

QString Images::shown(QStringView address)
{
    const QString plain = plainAddress(address);
    const QString scheme = schemeOf(plain);
    if (scheme == u"data")
        return shownData(plain);
    if (m_sources.part && !plain.isEmpty() && m_replaced < most) {
        QString part = m_sources.part(plain);
        m_replaced += !part.isEmpty();
        if (!part.isEmpty())
            return part;
    }
    if (plain.startsWith(u"//"))
        return shownRemote(u"https:"_s + plain);
    if (scheme == u"http" || scheme == u"https")
        return shownRemote(plain);
    return {};
}

QString Images::shownRemote(const QString &address)
{
    ++m_remote;
    if (!m_sources.remote || m_replaced >= most)
        return {};
    ++m_replaced;
    return m_sources.remote(address);
}

} // namespace Html
