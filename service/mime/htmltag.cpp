// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/htmltag.h"

#include "mime/hiddenstyles.h"

#include <algorithm>

namespace Mime {

namespace {

bool isSpace(QChar c)
{
    return c == u' ' || c == u'\n' || c == u'\t' || c == u'\r' || c == u'\f';
}

bool isLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

char16_t lowered(char16_t c)
{
    return c >= u'A' && c <= u'Z' ? static_cast<char16_t>(c + 32) : c;
}

template<size_t N>
bool isOneOf(const HtmlName &name, const std::array<std::string_view, N> &names)
{
    return std::find(names.begin(), names.end(), name.view()) != names.end();
}

bool isNamed(QStringView name, QStringView wanted)
{
    return lowered(name[0].unicode()) == wanted[0] && name.size() == wanted.size()
        && name.compare(wanted, Qt::CaseInsensitive) == 0;
}

/** Reads the attributes of one tag, as the HTML standard's tokeniser does. */
class AttributeReader
{
public:
    explicit AttributeReader(QStringView html, qsizetype at) : m_html(html), m_at(at) { }

    // The position behind `>`, or -1 where the tag is never closed.
    qsizetype read(HtmlTag &tag)
    {
        while (m_at < m_html.size()) {
            const QChar c = m_html[m_at];
            if (c == u'>')
                return m_at + 1;
            if (isSpace(c) || c == u'/')
                ++m_at;
            else
                readAttribute(tag);
        }
        return -1;
    }

private:
    void readAttribute(HtmlTag &tag)
    {
        const qsizetype begin = m_at++;
        while (m_at < m_html.size() && !isSpace(m_html[m_at]) && m_html[m_at] != u'='
               && m_html[m_at] != u'>' && m_html[m_at] != u'/')
            ++m_at;
        const QStringView name = m_html.sliced(begin, m_at - begin);
        skipSpace();
        QStringView value;
        if (m_at < m_html.size() && m_html[m_at] == u'=') {
            ++m_at;
            skipSpace();
            value = readValue();
        }
        keep(name, value, tag);
    }

    // Compares the length first, because most attributes are not used here.
    static void keep(QStringView name, QStringView value, HtmlTag &tag)
    {
        switch (name.size()) {
        case 2:
            if (isNamed(name, u"id"))
                tag.id = value;
            break;
        case 4:
            if (isNamed(name, u"href"))
                tag.href = value;
            else if (isNamed(name, u"type"))
                tag.type = value;
            break;
        case 5:
            if (isNamed(name, u"style"))
                tag.isHidden = tag.isHidden || hidesText(value);
            else if (isNamed(name, u"class"))
                tag.classes = value;
            else if (isNamed(name, u"media"))
                tag.media = value;
            break;
        case 6:
            tag.isHidden = tag.isHidden || isNamed(name, u"hidden");
            break;
        default:
            break;
        }
    }

    void skipSpace()
    {
        while (m_at < m_html.size() && isSpace(m_html[m_at]))
            ++m_at;
    }

    QStringView readValue()
    {
        const qsizetype begin = m_at;
        if (m_at < m_html.size() && (m_html[m_at] == u'"' || m_html[m_at] == u'\'')) {
            const qsizetype close = m_html.indexOf(m_html[m_at], m_at + 1);
            m_at = close < 0 ? m_html.size() : close + 1;
            return m_html.sliced(begin + 1, (close < 0 ? m_at : close) - begin - 1);
        }
        while (m_at < m_html.size() && !isSpace(m_html[m_at]) && m_html[m_at] != u'>')
            ++m_at;
        return m_html.sliced(begin, m_at - begin);
    }

    QStringView m_html;
    qsizetype m_at;
};

} // namespace

HtmlName::HtmlName(QStringView name)
{
    for (const QChar c : name.first(std::min<qsizetype>(name.size(), 12)))
        m_bytes[m_size++] = static_cast<char>(c.unicode() < 0x80 ? lowered(c.unicode()) : u'?');
}

bool readTag(QStringView html, HtmlTag &tag)
{
    qsizetype at = 1;
    tag.isEnd = html.size() > 1 && html[1] == u'/';
    at += tag.isEnd;
    if (at >= html.size() || !isLetter(html[at]))
        return false;
    const qsizetype begin = at;
    while (at < html.size() && !isSpace(html[at]) && html[at] != u'>' && html[at] != u'/')
        ++at;
    tag.name = HtmlName(html.sliced(begin, at - begin));
    const qsizetype end = AttributeReader(html, at).read(tag);
    tag.length = end < 0 ? html.size() : end; // never closed: nothing more to show
    return true;
}

Separation separationBy(const HtmlName &name)
{
    constexpr std::array<std::string_view, 2> cells{ "td", "th" };
    constexpr std::array<std::string_view, 19> lines{
        "div",    "li",     "tr",  "dt",   "dd",    "body",   "html",  "head",  "form",   "address",
        "header", "footer", "nav", "main", "aside", "figure", "tbody", "thead", "caption"
    };
    constexpr std::array<std::string_view, 17> blocks{
        "p",  "h1", "h2",     "h3",         "h4",  "h5", "h6",      "table",  "ul",
        "ol", "dl", "center", "blockquote", "pre", "hr", "article", "section"
    };
    if (name == "br")
        return Separation::Break;
    if (isOneOf(name, cells))
        return Separation::Cell;
    if (isOneOf(name, lines))
        return Separation::Line;
    return isOneOf(name, blocks) ? Separation::Block : Separation::None;
}

bool isVoid(const HtmlName &name)
{
    constexpr std::array<std::string_view, 14> names{ "img",  "br",    "hr",     "input", "meta",
                                                      "link", "area",  "base",   "col",   "embed",
                                                      "wbr",  "param", "source", "track" };
    return isOneOf(name, names);
}

bool closesItself(const HtmlName &name)
{
    constexpr std::array<std::string_view, 5> names{ "p", "li", "dt", "dd", "option" };
    return isOneOf(name, names);
}

bool holdsNoText(const HtmlName &name)
{
    constexpr std::array<std::string_view, 9> names{ "style",    "script", "title",
                                                     "template", "iframe", "noframes",
                                                     "object",   "select", "textarea" };
    return isOneOf(name, names);
}

bool holdsOfficeData(const HtmlName &name)
{
    constexpr std::array<std::string_view, 5> names{ "xml", "o:officedocu", "w:worddocume",
                                                     "w:latentstyl", "m:mathpr" };
    return isOneOf(name, names);
}

bool startsWithName(QStringView text, const HtmlName &name)
{
    const auto length = static_cast<qsizetype>(name.view().size());
    if (text.size() < length || !(HtmlName(text.first(length)) == name))
        return false;
    return text.size() == length || isSpace(text[length]) || text[length] == u'>'
        || text[length] == u'/';
}

} // namespace Mime
