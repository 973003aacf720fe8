// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/bodychoice.h"

namespace Mime {

namespace {

/** The state of one multipart while its children are visited. */
struct Level {
    int part = -1; // -1: around the root
    int subtreeEnd = 0;
    int relatedRoot = -1; // of multipart/related: the child that is shown
    bool isAlternative = false;
    bool isRelated = false;
    bool isInAlternative = false;
    bool takesText = true; // false: an HTML part made this branch the HTML form
    bool takesHtml = true;
    qsizetype textCount = 0; // shown texts before this multipart
    qsizetype htmlCount = 0;
};

class Chooser
{
public:
    explicit Chooser(const QList<Part> &parts) : m_parts(parts) { }

    BodyChoice choose()
    {
        m_levels.append(Level{ .subtreeEnd = static_cast<int>(m_parts.size()) });
        for (int i = 0; i < m_parts.size();) {
            while (i >= m_levels.last().subtreeEnd)
                leave();
            i = visit(i);
        }
        while (m_levels.size() > 1)
            leave();
        return std::move(m_choice);
    }

private:
    // Handles the part and returns the index of the next one. Parts inside an attached message are
    // skipped.
    int visit(int index)
    {
        const Part &part = m_parts.at(index);
        if (part.kind == Part::Kind::Multipart || part.kind == Part::Kind::Signed) {
            enter(index);
            return index + 1;
        }
        if (part.kind != Part::Kind::InText && isShown(index))
            show(index);
        else if (!isOtherForm(index))
            m_choice.attachments.append(index);
        return hasFilesInText(part) ? index + 1 : std::max(part.subtreeEnd, index + 1);
    }

    bool hasFilesInText(const Part &part) const { return part.kind == Part::Kind::Leaf; }

    void enter(int index)
    {
        const Level &outer = m_levels.last();
        const Part &part = m_parts.at(index);
        Level level;
        level.part = index;
        level.subtreeEnd = part.subtreeEnd;
        level.isAlternative = part.contentType == "multipart/alternative";
        level.isRelated = part.contentType == "multipart/related";
        level.isInAlternative = outer.isInAlternative || level.isAlternative;
        level.takesText = outer.takesText;
        level.takesHtml = outer.takesHtml;
        level.textCount = m_choice.text.size();
        level.htmlCount = m_choice.html.size();
        if (level.isRelated)
            level.relatedRoot = rootOfRelated(index);
        m_levels.append(level);
    }

    // RFC 2387 3.2: the part that `start` names, else the first one. An image as the first part is
    // a mistake and is passed over.
    int rootOfRelated(int index) const
    {
        const Part &related = m_parts.at(index);
        int first = -1;
        for (int i = index + 1; i < related.subtreeEnd; i = m_parts.at(i).subtreeEnd) {
            const Part &child = m_parts.at(i);
            if (!related.relatedStart.isEmpty() && child.contentId == related.relatedStart)
                return i;
            if (first < 0
                && (child.isText() || child.isHtml() || child.kind == Part::Kind::Multipart))
                first = i;
        }
        return first < 0 ? index + 1 : first;
    }

    // If an alternative has only text or only HTML, both views show it.
    void leave()
    {
        const Level level = m_levels.takeLast();
        if (!level.isAlternative || !level.takesText || !level.takesHtml)
            return;
        QList<int> &text = m_choice.text;
        QList<int> &html = m_choice.html;
        if (text.size() == level.textCount && html.size() > level.htmlCount)
            text.append(html.sliced(level.htmlCount));
        else if (html.size() == level.htmlCount && text.size() > level.textCount)
            html.append(text.sliced(level.textCount));
    }

    bool isShown(int index) const
    {
        const Part &part = m_parts.at(index);
        const Level &level = m_levels.last();
        const bool isRoot = part.parent < 0;
        const bool isReadable =
            part.contentType == "text/plain" || part.isHtml() || (isRoot && part.isText());
        if (!isReadable || part.kind != Part::Kind::Leaf
            || part.disposition == Part::Disposition::Attachment)
            return false;
        if (level.isRelated)
            return index == level.relatedRoot;
        return isRoot || part.childNumber == 1 || part.filename.isEmpty();
    }

    // Whether the part is another form of the shown text (AMP, enriched text). It is dropped then;
    // invitations are attachments.
    bool isOtherForm(int index) const
    {
        const Part &part = m_parts.at(index);
        return m_levels.last().isAlternative && part.kind == Part::Kind::Leaf && part.isText()
            && part.contentType != "text/calendar" && part.filename.isEmpty()
            && part.disposition != Part::Disposition::Attachment;
    }

    void show(int index)
    {
        const Part &part = m_parts.at(index);
        Level &level = m_levels.last();
        if (level.isAlternative)
            return showAlternative(index);
        if (level.isInAlternative && part.isHtml())
            level.takesText = false;
        else if (level.isInAlternative)
            level.takesHtml = false;
        if (level.takesText)
            m_choice.text.append(index);
        if (level.takesHtml)
            m_choice.html.append(index);
    }

    // Several parts of one kind are all shown (RFC 8621 4.1.4), because programs add a footer as a
    // further part of the alternative.
    void showAlternative(int index)
    {
        const Level &level = m_levels.last();
        const bool isHtml = m_parts.at(index).isHtml();
        if (isHtml ? level.takesHtml : level.takesText)
            (isHtml ? m_choice.html : m_choice.text).append(index);
    }

    const QList<Part> &m_parts;
    BodyChoice m_choice;
    QList<Level> m_levels;
};

} // namespace

BodyChoice chooseBody(const QList<Part> &parts)
{
    return Chooser(parts).choose();
}

} // namespace Mime
