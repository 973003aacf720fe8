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
// ignored, `sign` if it may belong to a word.
constexpr char sign = 1;
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
    for (const size_t c : { U'+', U'#', U'.', U'$' }) {
        if (!keepPunctuation)
            table[c] = sign;
    }
    return table;
}

constexpr AsciiTable tokenTable = makeAsciiTable(false);
constexpr AsciiTable keyTable = makeAsciiTable(true);

constexpr qsizetype maxSequence = 32; // limit of combining characters normalised together

bool isPartOfWord(QChar c)
{
    return c.isLetterOrNumber() || c.isSurrogate();
}

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
        if (c > ' ') {
            *m_to++ = c;
        } else if (c == ' ' && m_to[-1] != ' ') {
            endWord();
        } else if (c == sign) {
            in = takeSign(in);
            reserve(end - in); // a currency sign becomes a word, with a space
        }
    }
    m_dropsMarks = true;
    return in - m_text.data();
}

// Takes a sign, and a second + behind it; returns the last character. The signs of C++ and C# end a word, the dot
// of .NET stands before one, and the dollar is a currency sign.
const QChar *SearchTokenizer::takeSign(const QChar *first)
{
    const QChar *const end = m_text.data() + m_text.size();
    const QChar *behind = first + 1;
    if (*first == u'+' && behind < end && *behind == u'+')
        ++behind;
    const bool isAtWord = behind < end && isPartOfWord(*behind);
    const bool isInWord = m_to[-1] != ' ';
    const bool beginsHere = first == m_text.data() || first[-1].isSpace() || first[-1] == u'(';
    if (isInWord && !isAtWord && (*first == u'+' || *first == u'#'))
        m_signs = QStringView(first, behind).toLatin1();
    endWord();
    if (*first == u'.' && beginsHere && isAtWord)
        m_hasDot = true;
    if (*first == u'$') {
        put(U'$');
        endWord();
    }
    return behind - 1;
}

qsizetype SearchTokenizer::takeOther(qsizetype i)
{
    const bool pair =
        m_text[i].isHighSurrogate() && i + 1 < m_text.size() && m_text[i + 1].isLowSurrogate();
    const char32_t c =
        pair ? QChar::surrogateToUcs4(m_text[i], m_text[i + 1]) : m_text[i].unicode();
    const qsizetype next = i + (pair ? 2 : 1);
    const CharClass kind = m_fold.classOf(c);
    if (kind == CharClass::Mark && m_dropsMarks)
        noteDroppedMark(c);
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
    noteSpelling(c);
}

// German ä, ö, ü and Danish ø are also written with an e behind, å as aa.
void SearchTokenizer::noteSpelling(char32_t c)
{
    constexpr char32_t angstrom = 0x212b;
    switch (c) {
    case U'ä':
    case U'Ä':
    case U'ö':
    case U'Ö':
    case U'ü':
    case U'Ü':
    case U'ø':
    case U'Ø':
        m_spelling.append({ m_to - m_out.constData() - m_wordStart, 'e' });
        break;
    case U'å':
    case U'Å':
    case angstrom:
        m_spelling.append({ m_to - m_out.constData() - m_wordStart, 'a' });
        break;
    default:
        break;
    }
}

// The same letters in two characters.
void SearchTokenizer::noteDroppedMark(char32_t mark)
{
    constexpr char32_t diaeresis = 0x0308;
    constexpr char32_t ring = 0x030a;
    const char letter = m_to[-1];
    const bool isUmlaut = mark == diaeresis && (letter == 'a' || letter == 'o' || letter == 'u');
    if (isUmlaut || (mark == ring && letter == 'a'))
        m_spelling.append({ m_to - m_out.constData() - m_wordStart, isUmlaut ? 'e' : 'a' });
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
    else if (kind == CharClass::Run || (kind == CharClass::Mark && !m_runLast.empty()))
        addRunCharacter(c);
    else
        addWordCharacter(c);
}

// Vowel signs and tone marks belong to the letter before them: the pairs are those of whole characters.
void SearchTokenizer::addRunCharacter(char32_t c)
{
    if (m_runLast.empty())
        endWord();
    if (!m_runLast.empty() && QChar::isMark(c) && m_runLast.size() < size_t(maxSequence)) {
        m_runLast += c;
        return;
    }
    if (!m_runBefore.empty()) {
        put(m_runBefore);
        put(m_runLast);
        endWord();
    }
    std::swap(m_runBefore, m_runLast);
    m_runLast.assign(1, c);
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
    if (m_runLast.empty())
        return;
    if (!m_runBefore.empty()) {
        put(m_runBefore);
        put(m_runLast);
        endWord();
    }
    put(m_runLast);
    m_runBefore.clear();
    m_runLast.clear();
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
    if (m_form == Form::Tokens && (!m_spelling.isEmpty() || !m_signs.isEmpty() || m_hasDot))
        addVariants();
    m_wordStart = m_to - m_out.constData();
}

void SearchTokenizer::addVariants()
{
    const QByteArray word(m_out.constData() + m_wordStart,
                          m_to - m_out.constData() - m_wordStart - 1);
    if (!m_spelling.isEmpty())
        putVariant(otherSpelling, otherSpellingOf(word));
    if (!m_signs.isEmpty() || m_hasDot)
        putVariant(withSigns, (m_hasDot ? "." : "") + word + m_signs);
    m_spelling.clear();
    m_signs.clear();
    m_hasDot = false;
}

void SearchTokenizer::putVariant(char first, const QByteArray &token)
{
    reserve(token.size() + 2 + m_text.size()); // takeAscii() does not check again
    *m_to++ = first;
    m_to = std::copy(token.begin(), token.end(), m_to);
    *m_to++ = ' ';
}

QByteArray SearchTokenizer::otherSpellingOf(const QByteArray &word) const
{
    QByteArray spelling;
    qsizetype from = 0;
    for (const auto &[at, letter] : m_spelling) {
        if (at > word.size()) // the word was cut
            break;
        spelling += word.sliced(from, at - from);
        spelling += letter;
        from = at;
    }
    return spelling + word.sliced(from);
}

void SearchTokenizer::put(std::u32string_view text)
{
    for (const char32_t c : text)
        put(c);
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
