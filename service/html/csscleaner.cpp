// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/csscleaner.h"

#include "html/cssnames.h"
#include "html/csswriter.h"

#include <QVarLengthArray>

#include <optional>

using namespace Qt::StringLiterals;

namespace Html {

namespace {

using Kind = CssToken::Kind;

constexpr int deepestMedia = 4;
constexpr qsizetype deepestBrackets = 32;

bool isText(const CssToken &token, QStringView text)
{
    return token.text.compare(text, Qt::CaseInsensitive) == 0;
}

/** Brackets that are open in a value or in front of a block; each kind must close its own. */
class Brackets
{
public:
    bool isEmpty() const { return m_open.isEmpty(); }

    /// False: the token closes no open bracket or one of another kind, or too many are open.
    bool follow(const CssToken &token)
    {
        if (token.is(Kind::Function) || token.is(Kind::Open)) {
            m_open.append(token.is(Kind::Function) ? u'(' : token.character);
            return m_open.size() <= deepestBrackets;
        }
        if (!token.is(Kind::Close))
            return true;
        if (m_open.isEmpty())
            return false;
        const char16_t open = m_open.back();
        m_open.pop_back();
        return token.character == (open == u'(' ? u')' : open == u'[' ? u']' : u'}');
    }

private:
    QVarLengthArray<char16_t, deepestBrackets> m_open;
};

/**
 * Writes tokens. A comment separates two of them that a comment separated before, or that could be
 * read as one. White space becomes one blank.
 */
class TokenText
{
public:
    void append(const CssToken &token)
    {
        const bool isSpace = token.is(Kind::Space);
        if (isSpace && (m_text.isEmpty() || m_hasBlank))
            return;
        const bool isApart = token.isAfterComment || wouldJoin(token);
        if (isApart && !isSpace && !m_text.isEmpty() && !m_hasBlank)
            m_text.append("/**/"_L1);
        appendCssToken(m_text, token);
        m_hasBlank = isSpace;
        m_isOpenEnded = false;
        m_isUnit = token.is(Kind::Dimension) || token.is(Kind::Hash);
    }
    /// Appends a name in place of a token that ended with a bracket: the next token must not become
    /// a part of it.
    void appendInstead(const CssToken &name)
    {
        append(name);
        m_isOpenEnded = true;
    }
    void append(const QString &text) { m_text.append(text); }

    QString take()
    {
        if (m_hasBlank)
            m_text.chop(1);
        return std::move(m_text);
    }

private:
    /// Whether a program less exact than a browser could read the text and `next` as one: `1url`
    /// and `(`.
    bool wouldJoin(const CssToken &next) const
    {
        if (m_isOpenEnded)
            return !next.is(Kind::Comma) && !next.is(Kind::Close);
        return m_isUnit && next.isOpen(u'(');
    }

    QString m_text;
    bool m_isOpenEnded = false; ///< appendInstead() wrote the last token
    bool m_isUnit = false;      ///< the text ends with a unit or the name behind `#`
    bool m_hasBlank = false;    ///< a Space at the end; not the blank that ends an escape
};

/** Reads one style sheet or the declarations of one attribute. */
class CssCleaner
{
public:
    CssCleaner(QStringView css, Images &images, int mostMedia = deepestMedia)
        : m_tokens(css), m_images(images), m_mostMedia(mostMedia)
    {
        advance();
    }

    // Reads up to the end, or to behind the `}` of a block.
    void readRules(QString &out, int depth)
    {
        while (!m_now.is(Kind::End)) {
            if (m_now.isClose(u'}') && depth > 0)
                return advance();
            if (m_now.is(Kind::AtKeyword))
                readAtRule(out, depth);
            else if (beginsNothing())
                advance();
            else
                readStyleRule(out);
        }
    }

    // Reads up to the end, or to the `}` of a block.
    QString readDeclarations(bool isBlock)
    {
        QString out;
        while (!m_now.is(Kind::End) && !(isBlock && m_now.isClose(u'}'))) {
            if (m_now.is(Kind::Ident))
                readDeclaration(out, isBlock);
            else if (m_now.is(Kind::Space) || m_now.is(Kind::Semicolon))
                advance();
            else
                skipDeclaration(isBlock);
        }
        return out;
    }

    // Reads up to `{`, `;` or the end. Nothing: the prelude is not allowed.
    std::optional<QString> readPrelude()
    {
        TokenText text;
        Brackets brackets;
        bool isAllowed = true;
        for (; !m_now.is(Kind::End); advance()) {
            if (brackets.isEmpty() && (m_now.isOpen(u'{') || m_now.is(Kind::Semicolon)))
                break;
            isAllowed = brackets.follow(m_now) && mayBeInPrelude() && isAllowed;
            if (isAllowed)
                text.append(m_now);
            else if (m_now.isOpen(u'{') || m_now.isClose(u'}'))
                break; // unbalanced
        }
        if (!isAllowed || !brackets.isEmpty())
            return std::nullopt;
        return text.take();
    }

private:
    void advance() { m_now = m_tokens.next(); }

    bool beginsNothing() const
    {
        return m_now.is(Kind::Space) || m_now.is(Kind::HtmlComment) || m_now.is(Kind::Semicolon)
            || m_now.is(Kind::Close);
    }

    void readStyleRule(QString &out)
    {
        const std::optional<QString> selectors = readPrelude();
        if (!m_now.isOpen(u'{'))
            return;
        advance();
        const QString declarations = readDeclarations(true);
        advance();
        if (selectors && !selectors->isEmpty() && !declarations.isEmpty())
            out.append(*selectors + u'{' + declarations + u'}');
    }

    void readAtRule(QString &out, int depth)
    {
        const bool isMedia = isText(m_now, u"media");
        advance();
        const std::optional<QString> query = readPrelude();
        if (!m_now.isOpen(u'{'))
            return;
        if (!isMedia || !query || query->isEmpty() || !isAllowedMedia(*query)
            || depth >= m_mostMedia)
            return skipBlock();
        advance();
        QString rules;
        readRules(rules, depth + 1);
        if (!rules.isEmpty())
            out.append(u"@media "_s + *query + u'{' + rules + u'}');
    }

    void skipBlock()
    {
        qsizetype depth = 0;
        for (; !m_now.is(Kind::End); advance()) {
            depth += m_now.isOpen(u'{');
            depth -= m_now.isClose(u'}');
            if (depth == 0)
                return advance();
        }
    }

    bool mayBeInPrelude() const
    {
        constexpr QStringView delims = u".#>+~*|=^$&/%";
        switch (m_now.kind) {
        case Kind::Function:
            return isAllowedInPrelude(m_now.text);
        case Kind::Delim:
            return delims.contains(QChar(m_now.character));
        case Kind::BadString:
        case Kind::BadUrl:
        case Kind::Url:
        case Kind::AtKeyword:
        case Kind::HtmlComment:
        case Kind::Semicolon:
            return false;
        case Kind::Open:
        case Kind::Close:
            return m_now.character != u'{' && m_now.character != u'}';
        default:
            return true;
        }
    }

    void readDeclaration(QString &out, bool isBlock)
    {
        const QString property = m_now.text.startsWith("--"_L1) ? m_now.text : m_now.text.toLower();
        do
            advance();
        while (m_now.is(Kind::Space));
        if (!m_now.is(Kind::Colon))
            return skipDeclaration(isBlock);
        advance();
        const std::optional<QString> value = readValue(property, isBlock);
        if (value && !value->isEmpty() && isAllowedProperty(property))
            out.append(cssName(property) + u':' + *value + u';');
    }

    bool isDeclarationEnd(const Brackets &brackets, bool isBlock) const
    {
        return m_now.is(Kind::End)
            || (brackets.isEmpty()
                && (m_now.is(Kind::Semicolon) || (isBlock && m_now.isClose(u'}'))));
    }

    // Nested rules end at their `}`, as if a `;` stood behind it.
    void skipDeclaration(bool isBlock)
    {
        Brackets brackets;
        for (; !isDeclarationEnd(brackets, isBlock); advance()) {
            if (brackets.isEmpty() && m_now.isOpen(u'{'))
                return skipBlock();
            brackets.follow(m_now);
        }
    }

    std::optional<QString> readValue(const QString &property, bool isBlock)
    {
        TokenText text;
        Brackets brackets;
        bool isAllowed = true;
        for (; !isDeclarationEnd(brackets, isBlock); advance()) {
            if (brackets.isEmpty() && m_now.isOpen(u'{')) {
                skipBlock();
                return std::nullopt;
            }
            if (m_now.is(Kind::Function) && isText(m_now, u"url"))
                isAllowed = readQuotedUrl(text) && isAllowed;
            else if (m_now.is(Kind::Url))
                appendImage(text);
            else if (brackets.follow(m_now) && mayBeInValue(property))
                text.append(m_now);
            else
                isAllowed = false;
        }
        if (!isAllowed || !brackets.isEmpty())
            return std::nullopt;
        return text.take();
    }

    // Accepts `url("x")` alone; with modifiers behind the string (CSS Values 4) it is refused.
    bool readQuotedUrl(TokenText &text)
    {
        do
            advance();
        while (m_now.is(Kind::Space));
        if (!m_now.is(Kind::String))
            return false;
        const CssToken address = m_now;
        do
            advance();
        while (m_now.is(Kind::Space));
        if (!m_now.isClose(u')'))
            return false;
        m_now = address;
        appendImage(text);
        return true;
    }

    void appendImage(TokenText &text)
    {
        const QString address = m_images.shown(m_now.text);
        CssToken shown{ .kind = Kind::Ident, .text = u"none"_s };
        shown.isAfterComment = m_now.isAfterComment;
        if (address.isEmpty())
            return text.appendInstead(shown);
        shown.kind = Kind::Function;
        shown.text = u"url"_s;
        text.append(shown);
        text.append(cssString(address) + u')');
    }

    bool mayBeInValue(const QString &property) const
    {
        constexpr QStringView delims = u"/+-*!.%";
        switch (m_now.kind) {
        case Kind::Ident:
            return property != u"position"
                || !(isText(m_now, u"fixed")
                     || m_now.text.endsWith(u"sticky", Qt::CaseInsensitive));
        case Kind::Function:
            return isAllowedFunction(m_now.text) && property != u"position";
        case Kind::Delim:
            return delims.contains(QChar(m_now.character));
        case Kind::Open:
        case Kind::Close:
            return m_now.character != u'{' && m_now.character != u'}';
        case Kind::Hash:
        case Kind::String:
        case Kind::Number:
        case Kind::Percentage:
        case Kind::Dimension:
        case Kind::Space:
        case Kind::Comma:
            return true;
        default:
            return false;
        }
    }

    // The page is white on every desktop, so colours for dark desktops would not fit.
    static bool isAllowedMedia(const QString &query)
    {
        return !query.contains("color-scheme"_L1, Qt::CaseInsensitive);
    }

    CssTokenizer m_tokens;
    CssToken m_now;
    Images &m_images;
    int m_mostMedia; ///< how deep @media may be nested
};

} // namespace

QString cleanStyleSheet(QStringView css, QStringView media, Images &images)
{
    QString rules;
    const bool isWrapped = !media.trimmed().isEmpty();
    CssCleaner(css, images, deepestMedia - isWrapped).readRules(rules, 0);
    if (rules.isEmpty() || !isWrapped)
        return rules;
    const std::optional<QString> query = CssCleaner(media, images).readPrelude();
    if (!query || query->isEmpty() || query->contains("color-scheme"_L1, Qt::CaseInsensitive))
        return {};
    return u"@media "_s + *query + u'{' + rules + u'}';
}

QString cleanDeclarations(QStringView css, Images &images)
{
    return CssCleaner(css, images).readDeclarations(false);
}

} // namespace Html
