// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

namespace Html {

struct CssToken {
    enum class Kind {
        Ident,
        Function, ///< with its `(`
        AtKeyword,
        Hash,
        String,
        BadString,
        Url, ///< without quotes; with them it is a Function and a String
        BadUrl,
        Delim,
        Number,
        Percentage,
        Dimension,
        Space,
        HtmlComment, ///< `<!--` or `-->`
        Colon,
        Semicolon,
        Comma,
        Open,  ///< `(`, `[` or `{`
        Close, ///< `)`, `]` or `}`
        End,
    };

    Kind kind = Kind::End;
    QString text;                ///< names, strings, addresses and units with escapes decoded
    QStringView number;          ///< as written: digits, sign, point, exponent
    char16_t character = 0;      ///< of Delim, Open and Close
    bool isAfterComment = false; ///< a comment stands between the token before and this one

    bool is(Kind wanted) const { return kind == wanted; }
    bool isOpen(char16_t c) const { return kind == Kind::Open && character == c; }
    bool isClose(char16_t c) const { return kind == Kind::Close && character == c; }
};

/** Tokenizes CSS as a browser does (CSS Syntax Level 3, 4). Linear. */
class CssTokenizer
{
public:
    explicit CssTokenizer(QStringView css) : m_css(css) { }

    CssToken next();

private:
    char16_t at(qsizetype index) const
    {
        return index < m_css.size() ? m_css[index].unicode() : u'\0';
    }
    bool isEnd() const { return m_at >= m_css.size(); }
    bool skipComments();
    CssToken read();
    CssToken readPunctuation();
    CssToken readString(char16_t quote);
    CssToken readName();
    CssToken readUrl();
    CssToken readBadUrl();
    CssToken readNumber();
    QString name();
    void appendEscape(QString &text);
    bool isEscape(qsizetype index) const;
    bool isNameStart(qsizetype index) const;
    bool isNumberStart(qsizetype index) const;
    void skipSpace();
    void skipDigits();

    QStringView m_css;
    qsizetype m_at = 0;
};

} // namespace Html
