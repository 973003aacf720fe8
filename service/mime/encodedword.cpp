// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/encodedword.h"

#include "mime/charset.h"
#include "mime/decoder.h"
#include "mime/hex.h"
#include "mime/transfer.h"

namespace Mime {

namespace {

struct Word {
    Slice charset;
    Slice text;
    bool isBase64 = false;
    qsizetype end = 0; // behind the closing `?=`
};

// RFC 2047 4.2, tolerating a `=` without two digits behind it
QByteArray decodeQ(Slice text)
{
    QByteArray out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int high = text[i] == '=' ? hexValue(text[i + 1]) : -1;
        const int low = high >= 0 ? hexValue(text[i + 2]) : -1;
        if (low >= 0) {
            out.append(static_cast<char>(high << 4 | low));
            i += 2;
        } else if (text[i] != '\r' && text[i] != '\n') {
            out.append(text[i] == '_' ? ' ' : text[i]);
        }
    }
    return out;
}

/** Decodes one value: gathers the bytes of words of one charset and converts them together. */
class WordDecoder
{
public:
    WordDecoder(Slice value, QByteArrayView charset) : m_value(value), m_literalCharset(charset) { }

    QString decode()
    {
        qsizetype literal = 0;
        for (qsizetype at = m_value.indexOf("=?"); at >= 0; at = m_value.indexOf("=?", at)) {
            Word word;
            if (!readWord(at, word)) {
                at += 2;
                continue;
            }
            addLiteral(m_value.between(literal, at));
            addWord(word);
            at = literal = word.end;
        }
        addLiteral(m_value.from(literal), true);
        flush();
        return std::move(m_text);
    }

private:
    bool readWord(qsizetype begin, Word &word)
    {
        qsizetype at = begin + 2;
        constexpr qsizetype longestCharset = 60;
        const Slice head = m_value.between(at, at + longestCharset);
        const qsizetype question = head.indexOf('?');
        if (question <= 0)
            return false;
        word.charset = head.first(question);
        at += question + 1;
        const char encoding = lowered(m_value[at]);
        if ((encoding != 'b' && encoding != 'q') || m_value[at + 1] != '?')
            return false;
        word.isBase64 = encoding == 'b';
        return readText(at + 2, word);
    }

    // The position of the next `?=` is kept, so that many beginnings do not cost a search each.
    bool readText(qsizetype begin, Word &word)
    {
        if (m_nextEnd >= 0 && m_nextEnd < begin)
            m_nextEnd = m_value.indexOf("?=", begin);
        if (m_nextEnd >= 0) {
            word.text = m_value.between(begin, m_nextEnd);
            word.end = m_nextEnd + 2;
            return true;
        }
        // The last word has no `?=`: its text is the rest, if that looks like the text of a word.
        word.text = m_value.from(begin).trimmed();
        word.end = m_value.size();
        if (word.text.isEmpty() || word.text.size() > 1000
            || std::any_of(word.text.begin(), word.text.end(), isSpace))
            return false;
        if (word.text[word.text.size() - 1] == '?')
            word.text = word.text.first(word.text.size() - 1);
        return true;
    }

    void addLiteral(Slice text, bool isLast = false)
    {
        const bool isOnlySpace = std::all_of(text.begin(), text.end(), isSpace);
        if (isOnlySpace && !isLast && m_hadWord)
            return; // RFC 2047 6.2: white space between words is not shown
        if (text.isEmpty())
            return;
        flush();
        appendLiteral(text);
        m_hadWord = false;
    }

    void appendLiteral(Slice text)
    {
        if (isAscii(text) && text.indexOf('\x1b') < 0)
            m_text.append(QLatin1StringView(text.view()));
        else if (isUtf8(text))
            m_text.append(decodeCharset(text, {}));
        else
            m_text.append(decodeCharset(text, m_literalCharset));
    }

    void addWord(const Word &word)
    {
        if (!word.charset.isIgnoringCase(m_charset.view()))
            flush();
        m_charset = word.charset;
        m_bytes.append(word.isBase64 ? decodeBase64(word.text) : decodeQ(word.text));
        m_hadWord = true;
    }

    void flush()
    {
        if (!m_bytes.isEmpty())
            m_text.append(decodeCharset(Slice(m_bytes), m_charset.view()));
        m_bytes.clear();
    }

    Slice m_value;
    QByteArrayView m_literalCharset;
    QString m_text;
    QByteArray m_bytes; // of words that are not converted yet
    Slice m_charset;    // of these words
    qsizetype m_nextEnd = 0;
    bool m_hadWord = false;
};

// Removes folds (RFC 5322 2.2.3: only the line break) and NUL; other control characters become a space.
QString cleaned(QString text)
{
    qsizetype out = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text.at(i).unicode();
        if (c == u'\0')
            continue;
        if (c == u'\n' || (c == u'\r' && i + 1 < text.size() && text.at(i + 1) == u'\n')) {
            const bool isFold =
                i + 1 < text.size() && (text.at(i + 1) == u' ' || text.at(i + 1) == u'\t');
            if (c == u'\r' || isFold)
                continue;
        }
        text[out++] = c < 0x20 || c == 0x7f ? QChar(u' ') : QChar(c);
    }
    text.truncate(out);
    return text;
}

bool isPlain(Slice value)
{
    return std::all_of(value.begin(), value.end(), [](char c) { return c >= 0x20 && c < 0x7f; })
        && value.indexOf("=?") < 0;
}

} // namespace

QString decodeHeaderText(Slice value, QByteArrayView charset)
{
    value = value.trimmed();
    if (isPlain(value))
        return QString::fromLatin1(value.view());
    return cleaned(WordDecoder(value, charset).decode()).trimmed();
}

} // namespace Mime
