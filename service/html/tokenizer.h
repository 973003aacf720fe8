// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/htmltag.h"

#include <QList>
#include <QStringView>

namespace Html {

struct Attribute {
    Mime::HtmlName name;
    QStringView value; ///< as written, references not decoded
};

struct Token {
    enum class Kind { Text, StartTag, EndTag, End };

    Kind kind = Kind::End;
    QStringView text; ///< of Text: as written, references not decoded
    Mime::HtmlName name;
    bool isSelfClosing = false;
    /// The attributes that isAllowedAttribute() accepts, each once: the first counts. So at most
    /// 60.
    QList<Attribute> attributes;
};

/**
 * Tokenizes HTML as a browser does (HTML 13.2.5), without a tree: comments, doctypes and processing
 * instructions are passed over. Each character is read a bounded number of times, whatever is not
 * closed.
 */
class Tokenizer
{
public:
    explicit Tokenizer(QStringView html) : m_html(html) { }

    Token next();

    /// The content up to the end tag of this element; the end tag is skipped. Without an end tag,
    /// all the rest. For elements whose content is not HTML.
    QStringView rawContent(const Mime::HtmlName &name);
    QStringView rest(); ///< all that is left

private:
    Token text();
    bool readMarkup(Token &token);
    void skipComment();
    void skipPast(QChar end);
    void readTag(Token &token);
    void readAttribute(Token &token);
    QStringView readValue();
    void skipSpace();

    QStringView m_html;
    qsizetype m_at = 0;
};

} // namespace Html
