// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/htmltext.h"

#include "mime/entities.h"
#include "mime/hiddenstyles.h"
#include "mime/htmltag.h"
#include "mime/plainmarks.h"
#include "mime/quotes.h"
#include "mime/textsink.h"

namespace Mime {

namespace {

bool endsParagraph(const HtmlName &name)
{
    const Separation separation = separationBy(name);
    return separation == Separation::Line || separation == Separation::Block;
}

// How Apple Mail, Thunderbird and Outlook (cite), Gmail and Proton Mail mark the quoted mail.
bool isMarkedQuote(const HtmlTag &tag)
{
    return tag.name == "blockquote"
        && (tag.type.compare(u"cite", Qt::CaseInsensitive) == 0
            || tag.classes.contains(u"gmail_quote") || tag.classes.contains(u"protonmail_quote"));
}

// Whether a style sheet applies to every screen, not only to narrow ones or to paper.
bool isForEveryScreen(QStringView media)
{
    return media.isEmpty()
        || (!media.contains(u'(')
            && (media.contains(u"all", Qt::CaseInsensitive)
                || media.contains(u"screen", Qt::CaseInsensitive)));
}

/// What is left out in addition to elements that are never shown (style, script).
struct LeftOut {
    bool hidden = true;        // elements that a style hides
    bool leadingQuote = false; // see htmlToOwnText()
};

/** Walks over the HTML once and writes the visible text to the sink. */
class HtmlWalker
{
public:
    /// `marks`: nullptr for the text alone.
    HtmlWalker(QStringView html, TextSink &sink, LeftOut leftOut, PlainMarks *marks)
        : m_html(html), m_sink(sink), m_leftOut(leftOut), m_marks(marks)
    {
    }

    void walk()
    {
        while (m_at < m_html.size() && !m_sink.isFull()) {
            const char16_t c = m_html[m_at].unicode();
            if (c == u'<')
                readMarkup();
            else if (isHidden())
                skipTo(u'<');
            else if (c == u'&')
                readEntity();
            else
                readText();
        }
    }

    bool isHidden() const { return m_hiddenDepth > 0; }
    bool hasLeftOutQuote() const { return m_hasLeftOutQuote; }

private:
    void skipTo(char16_t c)
    {
        const qsizetype found = m_html.indexOf(c, m_at);
        m_at = found < 0 ? m_html.size() : found;
    }

    void readText()
    {
        const qsizetype begin = m_at;
        while (m_at < m_html.size() && m_html[m_at] != u'<' && m_html[m_at] != u'&')
            ++m_at;
        m_sink.append(m_html.sliced(begin, m_at - begin));
    }

    void readEntity()
    {
        const Entity entity = entityAt(m_html.sliced(m_at));
        if (entity.unitCount == 0) {
            m_sink.append(u"&");
            ++m_at;
            return;
        }
        m_sink.append(QStringView(entity.units.data(), entity.unitCount));
        m_at += entity.length;
    }

    void readMarkup()
    {
        const QStringView rest = m_html.sliced(m_at);
        const QChar next = rest.size() > 1 ? rest[1] : QChar();
        if (next == u'!' && rest.startsWith(u"<!--"))
            return skipPast(u"-->", 4);
        if (next == u'!' || next == u'?')
            return skipPast(u">", 2);
        HtmlTag tag;
        if (!readTag(rest, tag)) {
            if (!isHidden())
                m_sink.append(u"<");
            ++m_at;
            return;
        }
        m_at += tag.length;
        handle(tag);
    }

    void skipPast(QStringView end, qsizetype from)
    {
        const qsizetype found = m_html.indexOf(end, m_at + from);
        m_at = found < 0 ? m_html.size() : found + end.size();
    }

    void handle(const HtmlTag &tag)
    {
        if (isHidden())
            return followHidden(tag);
        if (!tag.isEnd && holdsNoText(tag.name))
            return skipElement(tag);
        if (!tag.isEnd && isLeftOut(tag)) {
            m_hiddenName = tag.name;
            m_hiddenDepth = 1;
            return;
        }
        m_sink.separate(separationBy(tag.name));
        if (m_marks)
            m_marks->handle(tag);
    }

    bool isLeftOut(const HtmlTag &tag)
    {
        if (isVoid(tag.name))
            return false;
        const bool isHiddenNow = m_leftOut.hidden && (tag.isHidden || m_styles.hides(tag));
        return isHiddenNow || isLeadingQuote(tag)
            || (holdsOfficeData(tag.name) && !m_html.first(m_at).endsWith(u"/>"));
    }

    bool isLeadingQuote(const HtmlTag &tag)
    {
        if (!m_leftOut.leadingQuote || !(tag.name == "blockquote"))
            return false;
        const bool isQuote = m_sink.isEmpty() ? isMarkedQuote(tag) : isAttribution(m_sink.from(0));
        if (isQuote) {
            m_sink.clear();
            m_hasLeftOutQuote = true;
        }
        return isQuote;
    }

    // Only elements of the same name count, so that no stack is needed. <p> and <li> do not nest.
    void followHidden(const HtmlTag &tag)
    {
        const bool isSame = tag.name == m_hiddenName;
        if (isSame && !tag.isEnd && !closesItself(tag.name))
            ++m_hiddenDepth;
        else if (isSame)
            --m_hiddenDepth;
        else if (m_hiddenName == "p" && endsParagraph(tag.name))
            m_hiddenDepth = 0;
    }

    // style, script and the like end at their own end tag, whatever is inside.
    void skipElement(const HtmlTag &element)
    {
        const HtmlName &name = element.name;
        const qsizetype begin = m_at;
        const qsizetype end = skipPastEnd(name);
        if (m_leftOut.hidden && name == "style" && isForEveryScreen(element.media))
            m_styles.read(m_html.sliced(begin, end - begin));
    }

    // Moves behind the end tag and returns where it begins.
    qsizetype skipPastEnd(const HtmlName &name)
    {
        for (qsizetype at = m_html.indexOf(u"</", m_at); at >= 0;
             at = m_html.indexOf(u"</", at + 2)) {
            HtmlTag tag;
            if (startsWithName(m_html.sliced(at + 2), name)) {
                m_at = at;
                m_at = readTag(m_html.sliced(at), tag) ? at + tag.length : m_html.size();
                return at;
            }
        }
        m_at = m_html.size();
        return m_at;
    }

    QStringView m_html;
    TextSink &m_sink;
    LeftOut m_leftOut;
    PlainMarks *m_marks;
    qsizetype m_at = 0;
    HiddenStyles m_styles;
    bool m_hasLeftOutQuote = false;
    HtmlName m_hiddenName;
    int m_hiddenDepth = 0;
};

OwnText shownText(QStringView html, qsizetype maxUnits, bool isMarked, bool isOwn)
{
    OwnText shown;
    for (const bool hides : { true, false }) {
        TextSink sink(maxUnits);
        PlainMarks marks(sink);
        HtmlWalker walker(html, sink, { .hidden = hides, .leadingQuote = isOwn },
                          isMarked ? &marks : nullptr);
        walker.walk();
        shown = { sink.take(), walker.hasLeftOutQuote() };
        // All text is in a hidden element that is never closed: the mail is broken, so hidden text
        // is shown.
        if (!walker.isHidden() || !shown.text.isEmpty())
            break;
    }
    return shown;
}

} // namespace

QString htmlToText(QStringView html, qsizetype maxUnits)
{
    return shownText(html, maxUnits, false, false).text;
}

OwnText htmlToOwnText(QStringView html, qsizetype maxUnits)
{
    return shownText(html, maxUnits, false, true);
}

QString htmlToPlainMail(QStringView html)
{
    return shownText(html, std::numeric_limits<qsizetype>::max(), true, false).text;
}

} // namespace Mime
