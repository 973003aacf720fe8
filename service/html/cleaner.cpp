// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/cleaner.h"

#include "html/csscleaner.h"
#include "html/opentags.h"
#include "html/tagwriter.h"
#include "html/tokenizer.h"
#include "html/writtentext.h"

using namespace Qt::StringLiterals;

namespace Html {

namespace {

/** Walks over the HTML once. */
class Cleaner
{
public:
    Cleaner(QStringView html, const ImageSources &sources)
        : m_tokens(html), m_images(sources), m_open(m_cleaned.body)
    {
        m_cleaned.body.reserve(html.size());
    }

    Cleaned run()
    {
        for (;;) {
            const Token token = m_tokens.next();
            if (token.kind == Token::Kind::End)
                break;
            if (m_dropped)
                followDropped(token);
            else
                handle(token);
        }
        m_open.closeAll();
        m_cleaned.remoteImages = m_images.remoteCount();
        return std::move(m_cleaned);
    }

private:
    void handle(const Token &token)
    {
        if (token.kind == Token::Kind::Text)
            return appendText(token.text);
        const Element *element = elementOf(token.name);
        if (!element) {
            if (token.kind == Token::Kind::StartTag)
                noteRoot(token);
        } else if (token.kind == Token::Kind::StartTag) {
            start(*element, token);
        } else if (element->treatment == Treatment::Keep) {
            m_open.close(*element);
        } else if (element->name == "br") { // HTML 13.2.6.4.7: </br> is a <br>
            m_cleaned.body.append("<br>"_L1);
        }
    }

    void start(const Element &element, const Token &token)
    {
        switch (element.treatment) {
        case Treatment::Keep:
        case Treatment::Void:
            return write(element, token.attributes);
        case Treatment::Drop:
            return drop(element, token);
        case Treatment::DropRaw:
            m_tokens.rawContent(token.name);
            return;
        case Treatment::ShowRaw:
            return writeRaw(m_tokens.rawContent(token.name));
        case Treatment::ShowRest:
            return writeRaw(m_tokens.rest());
        case Treatment::Style:
            return addStyle(token);
        case Treatment::Unwrap:
            return;
        }
    }

    void write(const Element &element, const QList<Attribute> &attributes)
    {
        if (!m_open.prepare(element))
            return;
        appendStartTag(m_cleaned.body, element, attributes, m_images);
        if (element.treatment == Treatment::Keep)
            m_open.push(element);
    }

    // Removes the element with its content. Foreign elements and those of Office may be self-closing.
    void drop(const Element &element, const Token &token)
    {
        const bool mayBeEmpty = element.name != "select" && element.name != "template"
            && element.name != "datalist" && element.name != "applet";
        if (mayBeEmpty && token.isSelfClosing)
            return;
        m_dropped = &element;
        m_droppedDepth = 1;
    }

    void followDropped(const Token &token)
    {
        if (token.kind == Token::Kind::Text || elementOf(token.name) != m_dropped)
            return;
        m_droppedDepth += token.kind == Token::Kind::StartTag ? 1 : -1;
        if (m_droppedDepth == 0)
            m_dropped = nullptr;
    }

    void writeRaw(QStringView content)
    {
        const Element &pre = *elementOf(Mime::HtmlName(u"pre"));
        const bool isWritten = m_open.prepare(pre);
        if (isWritten) {
            appendStartTag(m_cleaned.body, pre, {}, m_images);
            m_open.push(pre);
        }
        appendCharacters(content);
        m_open.close(pre);
    }

    void addStyle(const Token &token)
    {
        const QString css = m_tokens.rawContent(token.name).toString();
        const QString media = valueOf(token.attributes, "media");
        m_cleaned.styles.append(cleanStyleSheet(css, media, m_images));
    }

    void noteRoot(const Token &token)
    {
        if (token.name == "body" && m_cleaned.bodyAttributes.isEmpty())
            m_cleaned.bodyAttributes = bodyAttributes(token.attributes, m_images);
        if (!(token.name == "html" || token.name == "body"))
            return;
        const QString direction = valueOf(token.attributes, "dir").toLower();
        if (m_cleaned.language.isEmpty())
            m_cleaned.language = valueOf(token.attributes, "lang").left(longestLanguage);
        const bool isDirection = direction == u"ltr" || direction == u"rtl" || direction == u"auto";
        if (m_cleaned.direction.isEmpty() && isDirection)
            m_cleaned.direction = direction;
    }

    void appendText(QStringView raw) { appendEscaped(m_cleaned.body, decoded(raw, Place::Text)); }

    // Appends the content of an element that has no character references.
    void appendCharacters(QStringView raw)
    {
        QString escaped = raw.toString();
        escaped.replace(u'&', u"&amp;"_s);
        appendText(escaped);
    }

    static constexpr qsizetype longestLanguage = 35; // RFC 5646 4.4.1

    Tokenizer m_tokens;
    Images m_images;
    Cleaned m_cleaned;
    OpenTags m_open;
    const Element *m_dropped = nullptr; ///< everything up to its end is left out
    int m_droppedDepth = 0;
};

} // namespace

Cleaned clean(QStringView html, const ImageSources &sources)
{
    return Cleaner(html, sources).run();
}

} // namespace Html
