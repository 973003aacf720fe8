// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/cssnames.h"

#include <algorithm>
#include <array>

namespace Html {

namespace {

template<size_t N>
bool isOneOf(QStringView name, const std::array<QStringView, N> &names)
{
    return std::ranges::any_of(
        names, [name](QStringView one) { return name.compare(one, Qt::CaseInsensitive) == 0; });
}

QStringView withoutPrefix(QStringView name)
{
    for (const QStringView prefix : { u"-webkit-", u"-moz-", u"-ms-", u"-o-" }) {
        if (name.startsWith(prefix, Qt::CaseInsensitive))
            return name.sliced(prefix.size());
    }
    return name;
}

} // namespace

bool isCssNameUnit(char16_t c)
{
    const char16_t lower = c | 0x20;
    return c >= 0x80 || c == u'-' || c == u'_' || (c >= u'0' && c <= u'9')
        || (c < 0x80 && lower >= u'a' && lower <= u'z') || c == 0;
}

// Colour schemes are refused, because the page is white on every desktop.
bool isAllowedProperty(QStringView name)
{
    constexpr std::array<QStringView, 6> refused{
        u"behavior",      u"binding", u"src", u"color-scheme", u"supported-color-schemes",
        u"include-source"
    };
    return !isOneOf(withoutPrefix(name), refused);
}

bool isAllowedFunction(QStringView name)
{
    constexpr std::array<QStringView, 66> allowed{ u"rgb",
                                                   u"rgba",
                                                   u"hsl",
                                                   u"hsla",
                                                   u"hwb",
                                                   u"lab",
                                                   u"lch",
                                                   u"oklab",
                                                   u"oklch",
                                                   u"color",
                                                   u"color-mix",
                                                   u"calc",
                                                   u"min",
                                                   u"max",
                                                   u"clamp",
                                                   u"var",
                                                   u"linear-gradient",
                                                   u"radial-gradient",
                                                   u"conic-gradient",
                                                   u"repeating-linear-gradient",
                                                   u"repeating-radial-gradient",
                                                   u"repeating-conic-gradient",
                                                   u"gradient",
                                                   u"from",
                                                   u"to",
                                                   u"color-stop",
                                                   u"translate",
                                                   u"translatex",
                                                   u"translatey",
                                                   u"translatez",
                                                   u"translate3d",
                                                   u"scale",
                                                   u"scalex",
                                                   u"scaley",
                                                   u"scale3d",
                                                   u"rotate",
                                                   u"rotatex",
                                                   u"rotatey",
                                                   u"rotatez",
                                                   u"rotate3d",
                                                   u"skew",
                                                   u"skewx",
                                                   u"skewy",
                                                   u"matrix",
                                                   u"matrix3d",
                                                   u"perspective",
                                                   u"blur",
                                                   u"brightness",
                                                   u"contrast",
                                                   u"drop-shadow",
                                                   u"grayscale",
                                                   u"hue-rotate",
                                                   u"invert",
                                                   u"opacity",
                                                   u"saturate",
                                                   u"sepia",
                                                   u"rect",
                                                   u"inset",
                                                   u"circle",
                                                   u"ellipse",
                                                   u"polygon",
                                                   u"minmax",
                                                   u"repeat",
                                                   u"fit-content",
                                                   u"cubic-bezier",
                                                   u"steps" };
    return isOneOf(withoutPrefix(name), allowed);
}

bool isAllowedInPrelude(QStringView name)
{
    constexpr std::array<QStringView, 11> allowed{
        u"not", u"is",        u"where",          u"any",         u"lang",
        u"dir", u"nth-child", u"nth-last-child", u"nth-of-type", u"nth-last-of-type",
        u"has"
    };
    return isOneOf(withoutPrefix(name), allowed);
}

} // namespace Html
