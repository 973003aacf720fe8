// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <array>
#include <string_view>

namespace Mime {

/// An element's name in lower-case ASCII, cut to 12 characters: enough for the names that we compare.
class HtmlName
{
public:
    HtmlName() = default;
    explicit HtmlName(QStringView name);

    std::string_view view() const { return { m_bytes.data(), m_size }; }
    bool operator==(const HtmlName &other) const { return view() == other.view(); }
    bool operator==(std::string_view other) const { return view() == other; }

private:
    std::array<char, 12> m_bytes{};
    size_t m_size = 0;
};

struct HtmlTag {
    HtmlName name;
    bool isEnd = false;
    bool isHidden = false; ///< `hidden`, or a style that hides the element
    QStringView href;      ///< as written: where a link leads
    QStringView classes;   ///< separated by white space
    QStringView id;
    QStringView type;     ///< of a blockquote: `cite`
    QStringView media;    ///< of a style: where it applies
    qsizetype length = 0; ///< from `<` to behind `>`
};

/// The separator between the text before a tag and the text after it.
enum class Separation { None, Cell, Line, Break, Block };

/// The tag that `html` begins with. False where `<` is a mere character. Linear in the tag.
bool readTag(QStringView html, HtmlTag &tag);

Separation separationBy(const HtmlName &name);
bool isVoid(const HtmlName &name);          ///< has no end tag
bool closesItself(const HtmlName &name);    ///< the next one of its kind ends it: <p>, <li>
bool holdsNoText(const HtmlName &name);     ///< style, script, ...: never shown
bool holdsOfficeData(const HtmlName &name); ///< settings that Outlook and Word write: never shown
bool startsWithName(QStringView text, const HtmlName &name); ///< in any case, a whole name

} // namespace Mime
