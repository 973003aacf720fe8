// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/fieldwriter.h"

#include "mime/encodedwordwriter.h"

namespace Mime {

namespace {

constexpr qsizetype longestLine = 76;
constexpr qsizetype longestPlainWord = 60; // of text that is not encoded
constexpr qsizetype longestPhrase = 66;    // fits on a line behind `Reply-To:`

bool isPrintableAscii(QChar c)
{
    return c.unicode() >= 0x20 && c.unicode() < 0x7f;
}

// Whether the text needs no encoding: readers cannot misread it, and its words are short enough to fold.
bool isSafeAsItIs(const QString &text)
{
    qsizetype wordLength = 0;
    for (const QChar c : text) {
        const bool isDoubleBlank = c == u' ' && wordLength == 0;
        wordLength = c == u' ' ? 0 : wordLength + 1;
        if (!isPrintableAscii(c) || isDoubleBlank || wordLength > longestPlainWord)
            return false;
    }
    return !text.contains(QLatin1StringView("=?"));
}

// Whether a phrase needs no quotes: it has only characters of atoms (RFC 5322 3.2.3) and blanks.
bool isAtoms(const QString &text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        return (isPrintableAscii(c) && c.isLetterOrNumber())
            || QStringView(u" !#$%&'*+-/=?^_`{|}~").contains(c);
    });
}

// Replaces control characters by blanks. Writer refused line breaks before.
QString oneLine(QString text)
{
    for (QChar &c : text) {
        if (c.unicode() < 0x20 || c.unicode() == 0x7f)
            c = u' ';
    }
    return text.trimmed();
}

} // namespace

QByteArray quotedString(QByteArrayView text)
{
    QByteArray out("\"");
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out.append('\\');
        out.append(c);
    }
    return out + '"';
}

FieldWriter::FieldWriter(QByteArray &out, QByteArrayView name) : m_out(out), m_lineBegin(out.size())
{
    m_out.append(name).append(':');
}

bool FieldWriter::fits(QByteArrayView atom) const
{
    return used() + 1 + atom.size() <= longestLine;
}

void FieldWriter::add(QByteArrayView atom)
{
    if (!fits(atom) && mayFold())
        fold();
    m_out.append(' ').append(atom);
}

void FieldWriter::fold()
{
    m_out.append("\r\n");
    m_lineBegin = m_out.size();
}

void FieldWriter::addText(const QString &text)
{
    const QString line = oneLine(text);
    if (!isSafeAsItIs(line))
        return addWords(line);
    for (const QByteArray &word : line.toLatin1().split(' '))
        add(word);
}

// Uses a single encoded word if possible, because some readers show a blank between two words of
// one name.
void FieldWriter::addWords(QStringView text)
{
    constexpr qsizetype enoughForSome = 50;
    const QByteArrayList words = encodedWords(text);
    if (words.size() == 1 && (mayFold() || fits(words.first())))
        return add(words.first());
    if (used() > enoughForSome)
        fold();
    for (const QByteArray &word : encodedWords(text, used()))
        add(word);
}

void FieldWriter::addMailbox(const QString &name, const QByteArray &address, bool isLast)
{
    const QByteArray comma(isLast ? "" : ",");
    const QString line = oneLine(name);
    if (line.isEmpty())
        return add(address + comma);
    addPhrase(line);
    add('<' + address + '>' + comma);
}

// Does not fold inside a plain name, because not every reader unfolds there.
void FieldWriter::addPhrase(const QString &name)
{
    const QByteArray phrase = isAtoms(name) ? name.toLatin1() : quotedString(name.toLatin1());
    if (isSafeAsItIs(name) && phrase.size() <= longestPhrase)
        add(phrase);
    else
        addWords(name);
}

void FieldWriter::finish()
{
    m_out.append("\r\n");
}

} // namespace Mime
