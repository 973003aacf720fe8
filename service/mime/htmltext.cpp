// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/htmltext.h"

#include "mime/entities.h"
#include "mime/htmltag.h"
#include "mime/plainmarks.h"
#include "mime/textsink.h"

namespace Mime {

namespace {

bool endsParagraph(const HtmlName &name)
{
    const Separation separation = separationBy(name);
    return separation == Separation::Line || separation == Separation::Block;
}

/** Walks over the HTML once; what it shows goes to the sink. */
class HtmlWalker
{
public:
    /// `marks`: nullptr where only the text is wanted.
    HtmlWalker(QStringView html, TextSink &sink, bool hides, PlainMarks *marks)
        : m_html(html), m_sink(sink), m_hides(hides), m_marks(marks)
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
            return skipElement(tag.name);
        if (!tag.isEnd && m_hides && tag.isHidden && !isVoid(tag.name)) {
            m_hiddenName = tag.name;
            m_hiddenDepth = 1;
            return;
        }
        m_sink.separate(separationBy(tag.name));
        if (m_marks)
            m_marks->handle(tag);
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
    void skipElement(const HtmlName &name)
    {
        for (qsizetype at = m_html.indexOf(u"</", m_at); at >= 0;
             at = m_html.indexOf(u"</", at + 2)) {
            HtmlTag tag;
            if (startsWithName(m_html.sliced(at + 2), name)) {
                m_at = at;
                m_at = readTag(m_html.sliced(at), tag) ? at + tag.length : m_html.size();
                return;
            }
        }
        m_at = m_html.size();
    }

    QStringView m_html;
    TextSink &m_sink;
    bool m_hides;
    PlainMarks *m_marks;
    qsizetype m_at = 0;
    HtmlName m_hiddenName;
    int m_hiddenDepth = 0;
};

QString shownText(QStringView html, qsizetype maxUnits, bool isMarked)
{
    for (const bool hides : { true, false }) {
        TextSink sink(maxUnits);
        PlainMarks marks(sink);
        HtmlWalker walker(html, sink, hides, isMarked ? &marks : nullptr);
        walker.walk();
        // Nothing but a hidden element that is never closed: the mail is broken, show what it has.
        if (!hides || !walker.isHidden() || !sink.isEmpty())
            return sink.take();
    }
    return {};
}

} // namespace

QString htmlToText(QStringView html, qsizetype maxUnits)
{
    return shownText(html, maxUnits, false);
}

QString htmlToPlainMail(QStringView html)
{
    return shownText(html, std::numeric_limits<qsizetype>::max(), true);
}

} // namespace Mime
