// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/links.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Html {

namespace {

constexpr qsizetype longestLink = 16 * 1024;

bool isSchemeCharacter(QChar c)
{
    return c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'+' || c == u'-' || c == u'.');
}

} // namespace

QString plainAddress(QStringView address)
{
    QString plain;
    plain.reserve(address.size());
    for (const QChar c : address) {
        if (c.category() != QChar::Other_Control)
            plain.append(c);
    }
    return plain.trimmed();
}

QString schemeOf(QStringView plain)
{
    const auto *const colon = std::find_if_not(plain.begin(), plain.end(), isSchemeCharacter);
    if (colon == plain.end() || *colon != u':' || colon == plain.begin() || !plain[0].isLetter())
        return {};
    return plain.first(colon - plain.begin()).toString().toLower();
}

QString safeLink(QStringView address)
{
    constexpr std::array<QStringView, 4> schemes{ u"http", u"https", u"mailto", u"tel" };
    QString plain = plainAddress(address);
    if (plain.isEmpty() || plain.size() > longestLink)
        return {};
    plain.replace(u' ', u"%20"_s);
    if (plain.startsWith(u'#'))
        return plain;
    if (plain.startsWith(u"//"))
        return u"https:"_s + plain;
    const QString scheme = schemeOf(plain);
    if (std::ranges::find(schemes, QStringView(scheme)) == schemes.end())
        return {};
    return scheme + plain.sliced(scheme.size());
}

} // namespace Html
