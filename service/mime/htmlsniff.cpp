// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/htmlsniff.h"

#include "mime/htmltag.h"

#include <array>

namespace Mime {

namespace {

constexpr qsizetype longestRead = 2048;
constexpr int fewestTags = 3;

bool isKnownElement(const HtmlName &name)
{
    constexpr std::array<std::string_view, 15> inlines{ "a",    "b",    "i",     "u",     "em",
                                                        "font", "img",  "br",    "span",  "strong",
                                                        "meta", "link", "style", "title", "o:p" };
    return separationBy(name) != Separation::None
        || std::find(inlines.begin(), inlines.end(), name.view()) != inlines.end();
}

// The length of all known tags together, or 0 if there are fewer than `fewestTags`.
qsizetype unitsOfTags(QStringView text)
{
    qsizetype units = 0;
    int count = 0;
    for (qsizetype at = text.indexOf(u'<'); at >= 0; at = text.indexOf(u'<', at)) {
        HtmlTag tag;
        if (readTag(text.sliced(at), tag) && isKnownElement(tag.name)) {
            units += tag.length;
            at += tag.length;
            ++count;
        } else {
            ++at;
        }
    }
    return count < fewestTags ? 0 : units;
}

} // namespace

bool looksLikeHtml(QStringView text)
{
    text = text.first(std::min(text.size(), longestRead)).trimmed();
    if (!text.startsWith(u'<'))
        return false;
    for (const QStringView start : { u"<!doctype html", u"<html", u"<?xml", u"<head", u"<body" }) {
        if (text.startsWith(start, Qt::CaseInsensitive))
            return true;
    }
    const bool isComment = text.startsWith(u"<!--");
    HtmlTag first;
    if (!isComment && (!readTag(text, first) || !isKnownElement(first.name)))
        return false;
    return unitsOfTags(text) * 2 > text.size();
}

} // namespace Mime
