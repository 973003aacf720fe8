// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/hiddenstyles.h"

#include <algorithm>
#include <array>

namespace Mime {

namespace {

constexpr qsizetype mostSelectors = 16;
constexpr int mostClasses = 16; // of one tag
constexpr qsizetype longestName = 64;

bool isSpace(QChar c)
{
    return c == u' ' || c == u'\n' || c == u'\t' || c == u'\r' || c == u'\f';
}

bool isNameCharacter(QChar c)
{
    return c == u'-' || c == u'_' || (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'z')
        || (c >= u'A' && c <= u'Z');
}

// A comment may contain text that looks like a rule.
QString withoutComments(QStringView css)
{
    QString out;
    for (qsizetype at = 0; at < css.size();) {
        const qsizetype begin = css.indexOf(u"/*", at);
        out.append(css.sliced(at, (begin < 0 ? css.size() : begin) - at));
        const qsizetype end = begin < 0 ? -1 : css.indexOf(u"*/", begin + 2);
        at = end < 0 ? css.size() : end + 2;
    }
    return out;
}

// The position behind the block that begins at `open`, with the blocks inside it.
qsizetype endOfBlock(QStringView css, qsizetype open)
{
    int depth = 0;
    for (qsizetype at = open; at < css.size(); ++at) {
        if (css[at] == u'{')
            ++depth;
        else if (css[at] == u'}' && --depth == 0)
            return at + 1;
    }
    return css.size();
}

// Whether one declaration hides the text; upper or lower case, with any white space.
bool hidesAlone(QStringView declaration)
{
    constexpr std::array all{ u"display:none",   u"visibility:hidden", u"font-size:0",
                              u"font-size:0px",  u"font-size:0pt",     u"max-height:0",
                              u"max-height:0px", u"opacity:0",         u"mso-hide:all" };
    constexpr qsizetype longest = 40;
    const auto *const begin = std::find_if_not(declaration.begin(), declaration.end(), isSpace);
    if (begin == declaration.end() || !QStringView(u"dvfmoDVFMO").contains(*begin))
        return false; // quick exit: most declarations have another property
    char16_t text[longest];
    qsizetype length = 0;
    for (const QChar c : declaration) {
        const bool isUpper = c >= u'A' && c <= u'Z';
        if (!isSpace(c) && length < longest)
            text[length++] = static_cast<char16_t>(c.unicode() + (isUpper ? 32 : 0));
    }
    QStringView plain(text, length);
    if (plain.endsWith(u"!important"))
        plain.chop(10);
    return std::find(all.begin(), all.end(), plain) != all.end();
}

} // namespace

bool hidesText(QStringView style)
{
    while (!style.isEmpty()) {
        const qsizetype end = style.indexOf(u';');
        if (hidesAlone(style.first(end < 0 ? style.size() : end)))
            return true;
        style = end < 0 ? QStringView() : style.sliced(end + 1);
    }
    return false;
}

void HiddenStyles::read(QStringView css)
{
    css = css.first(std::min(css.size(), m_room));
    m_room -= css.size();
    if (css.contains(u"/*"))
        readRules(withoutComments(css));
    else
        readRules(css);
}

void HiddenStyles::readRules(QStringView css)
{
    for (qsizetype at = 0; at < css.size() && m_selectors.size() < mostSelectors;) {
        const qsizetype open = css.indexOf(u'{', at);
        if (open < 0)
            return;
        QStringView selectors = css.sliced(at, open - at);
        selectors = selectors.sliced(selectors.lastIndexOf(u';') + 1); // behind an @import
        if (selectors.contains(u'@')) {                                // for some screens only
            at = endOfBlock(css, open);
            continue;
        }
        const qsizetype close = css.indexOf(u'}', open);
        const qsizetype end = close < 0 ? css.size() : close;
        const bool isNamed = selectors.contains(u'.') || selectors.contains(u'#');
        if (isNamed && hidesText(css.sliced(open + 1, end - open - 1)))
            addSelectors(selectors);
        at = end + 1;
    }
}

void HiddenStyles::addSelectors(QStringView list)
{
    while (!list.isEmpty() && m_selectors.size() < mostSelectors) {
        const qsizetype comma = list.indexOf(u',');
        addSelector(list.first(comma < 0 ? list.size() : comma).trimmed());
        list = comma < 0 ? QStringView() : list.sliced(comma + 1);
    }
}

void HiddenStyles::addSelector(QStringView selector)
{
    if (selector.startsWith(u"<!--")) // older programs put the whole sheet into a comment
        selector = selector.sliced(4).trimmed();
    const auto *const mark = std::find_if_not(selector.begin(), selector.end(), isNameCharacter);
    if (mark == selector.end() || (*mark != u'.' && *mark != u'#'))
        return;
    const qsizetype at = mark - selector.begin();
    const QStringView name = selector.sliced(at + 1);
    if (name.isEmpty() || name.size() > longestName
        || !std::all_of(name.begin(), name.end(), isNameCharacter))
        return;
    m_selectors.append({ HtmlName(selector.first(at)), name.toString(), *mark == u'#' });
}

bool HiddenStyles::isSelected(const HtmlTag &tag) const
{
    const auto isNamed = [&](QStringView name, bool isId) {
        return std::any_of(m_selectors.begin(), m_selectors.end(), [&](const Selector &one) {
            return one.isId == isId && name == one.name
                && (one.element.view().empty() || one.element == tag.name);
        });
    };
    if (!tag.id.isEmpty() && isNamed(tag.id, true))
        return true;
    QStringView classes = tag.classes;
    for (int i = 0; i < mostClasses && !classes.isEmpty(); ++i) {
        const auto *const end = std::find_if(classes.begin(), classes.end(), isSpace);
        const qsizetype length = end - classes.begin();
        if (length > 0 && isNamed(classes.first(length), false))
            return true;
        classes = classes.sliced(std::min(length + 1, classes.size()));
    }
    return false;
}

} // namespace Mime
