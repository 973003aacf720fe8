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

// Nothing that a reader would take for something else, and a fold is possible often enough.
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

// RFC 5322 3.2.3 and blanks: a phrase that needs no quotes.
bool isAtoms(const QString &text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        return (isPrintableAscii(c) && c.isLetterOrNumber())
            || QStringView(u" !#$%&'*+-/=?^_`{|}~").contains(c);
    });
}

// What is invisible in a line has no place in it; line breaks were refused before.
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

// One word where it can be one: some readers put a blank between two that were one name.
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

// In one piece: not every reader unfolds inside of a name.
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
