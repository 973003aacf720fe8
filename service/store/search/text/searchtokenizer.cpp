// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchtokenizer.h"

#include "store/search/text/searchtext.h"
#include "store/search/text/searchutf8.h"

#include <QList>
#include <QString>

#include <algorithm>
#include <array>

namespace Store {

namespace {

// The output for an ASCII character: the character or its small letter, a space for a separator, 0 if it is
// ignored.
using AsciiTable = std::array<char, 128>;

constexpr AsciiTable makeAsciiTable(bool keepPunctuation)
{
    AsciiTable table{};
    for (int c = 1; c < 128; ++c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool kept =
            letter || (c >= '0' && c <= '9') || (keepPunctuation && c > ' ' && c < 127);
        table[static_cast<size_t>(c)] = static_cast<char>(!kept ? ' ' : letter ? (c | 0x20) : c);
    }
    return table;
}

constexpr AsciiTable tokenTable = makeAsciiTable(false);
constexpr AsciiTable keyTable = makeAsciiTable(true);

constexpr qsizetype maxSequence = 32; // limit of combining characters normalised together

} // namespace

SearchTokenizer::SearchTokenizer(QStringView text)
    : m_fold(SearchFold::instance()), m_text(text), m_out(text.size() + 32, Qt::Uninitialized),
      m_to(m_out.data())
{
    *m_to++ = ' '; // so that there is always a previous character; finished() removes it
    m_wordStart = 1;
}

QByteArray SearchTokenizer::tokens()
{
    m_form = Form::Tokens;
    run();
    return finished();
}

QByteArray SearchTokenizer::key()
{
    m_form = Form::Key;
    run();
    return finished();
}

void SearchTokenizer::run()
{
    qsizetype i = 0;
    while (i < m_text.size())
        i = m_text[i].unicode() < 0x80 ? takeAscii(i) : takeOther(i);
    endRun();
    endWord();
}

qsizetype SearchTokenizer::takeAscii(qsizetype i)
{
    endRun();
    reserve(m_text.size() - i);
    const AsciiTable &table = m_form == Form::Tokens ? tokenTable : keyTable;
    const QChar *in = m_text.data() + i;
    const QChar *const end = m_text.data() + m_text.size();
    for (; in < end && in->unicode() < 0x80; ++in) {
        const char c = table[in->unicode()];
        if (c > ' ')
            *m_to++ = c;
        else if (c == ' ' && m_to[-1] != ' ')
            endWord();
    }
    m_dropsMarks = true;
    return in - m_text.data();
}

qsizetype SearchTokenizer::takeOther(qsizetype i)
{
    const bool pair =
        m_text[i].isHighSurrogate() && i + 1 < m_text.size() && m_text[i + 1].isLowSurrogate();
    const char32_t c =
        pair ? QChar::surrogateToUcs4(m_text[i], m_text[i + 1]) : m_text[i].unicode();
    const qsizetype next = i + (pair ? 2 : 1);
    const CharClass kind = m_fold.classOf(c);
    if (kind == CharClass::Ignored || (kind == CharClass::Mark && m_dropsMarks))
        return next;

    m_dropsMarks = m_fold.dropsMarks(c);
    const qsizetype end = m_dropsMarks ? next : sequenceEnd(next);
    if (end == next) {
        addFolded(c);
        return next;
    }
    const QString sequence =
        m_text.sliced(i, end - i).toString().normalized(QString::NormalizationForm_KC);
    for (const char32_t composed : sequence.toUcs4())
        addFolded(composed);
    return end;
}

// The end of the characters from i on that combine with the character before i.
qsizetype SearchTokenizer::sequenceEnd(qsizetype i) const
{
    const qsizetype limit = std::min(m_text.size(), i + maxSequence);
    while (i < limit && m_fold.combines(m_text[i].unicode()))
        ++i;
    return i;
}

void SearchTokenizer::addFolded(char32_t c)
{
    for (const char32_t folded : m_fold.fold(c, m_buffer))
        addCharacter(folded);
}

void SearchTokenizer::addCharacter(char32_t c)
{
    const CharClass kind = m_fold.classOf(c);
    if (kind == CharClass::Ignored)
        return;
    if (kind == CharClass::Separator)
        addSeparator(c);
    else if (m_form == Form::Key)
        put(c);
    else if (kind == CharClass::Run || (kind == CharClass::Mark && m_runPrevious != 0))
        addRunCharacter(c);
    else
        addWordCharacter(c);
}

void SearchTokenizer::addRunCharacter(char32_t c)
{
    if (m_runPrevious == 0) {
        endWord();
    } else {
        put(m_runPrevious);
        put(c);
        endWord();
    }
    m_runPrevious = c;
}

void SearchTokenizer::addWordCharacter(char32_t c)
{
    endRun();
    put(c);
}

void SearchTokenizer::addSeparator(char32_t c)
{
    endRun();
    if (m_form == Form::Key && QChar::isPrint(c) && !QChar::isSpace(c))
        put(c);
    else
        endWord();
}

void SearchTokenizer::endRun()
{
    if (m_runPrevious == 0)
        return;
    put(m_runPrevious);
    m_runPrevious = 0;
    endWord();
}

// Ends the open word, if there is one, with a space; cuts a word that is too long.
void SearchTokenizer::endWord()
{
    if (m_to[-1] == ' ')
        return;
    char *const start = m_out.data() + m_wordStart;
    if (m_form == Form::Tokens && m_to - start > maxTokenBytes) {
        m_to = start + maxTokenBytes;
        while (isUtf8Continuation(*m_to))
            --m_to;
    }
    reserve(0);
    *m_to++ = ' ';
    m_wordStart = m_to - m_out.constData();
}

void SearchTokenizer::put(char32_t c)
{
    reserve(0);
    const auto byte = [this](char32_t value) {
        *m_to++ = static_cast<char>(value);
    };
    if (c < 0x80) {
        byte(c);
    } else if (c < 0x800) {
        byte(0xc0 | (c >> 6));
        byte(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        byte(0xe0 | (c >> 12));
        byte(0x80 | ((c >> 6) & 0x3f));
        byte(0x80 | (c & 0x3f));
    } else {
        byte(0xf0 | (c >> 18));
        byte(0x80 | ((c >> 12) & 0x3f));
        byte(0x80 | ((c >> 6) & 0x3f));
        byte(0x80 | (c & 0x3f));
    }
}

// Makes room for `bytes` and one character with its space.
void SearchTokenizer::reserve(qsizetype bytes)
{
    constexpr qsizetype slack = 8;
    const qsizetype used = m_to - m_out.constData();
    if (used + bytes + slack <= m_out.size())
        return;
    m_out.resize(std::max(m_out.size() * 2, used + bytes + slack));
    m_to = m_out.data() + used;
}

QByteArray SearchTokenizer::finished()
{
    const qsizetype size = m_to - m_out.constData() - (m_to[-1] == ' ' ? 1 : 0);
    return m_out.mid(1, std::max<qsizetype>(size - 1, 0));
}

} // namespace Store
