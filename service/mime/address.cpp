// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/address.h"

#include "mime/encodedword.h"

#include <QByteArrayList>

namespace Mime {

namespace {

constexpr qsizetype mostAddresses = 5000;

// The position behind the comment at `at` (RFC 5322 3.2.2: comments nest), or -1 if it is not closed.
qsizetype commentEnd(Slice value, qsizetype at)
{
    int depth = 0;
    for (qsizetype i = at; i < value.size(); ++i) {
        if (value[i] == '\\')
            ++i;
        else if (value[i] == '(')
            ++depth;
        else if (value[i] == ')' && --depth == 0)
            return i + 1;
    }
    return -1;
}

// `spec` without comments, white space outside quotes, `mailto:`, a source route and nested brackets.
QByteArray tidied(Slice spec)
{
    QByteArray out;
    bool isQuoted = false, commentsAreBroken = false;
    for (qsizetype i = 0; i < spec.size(); ++i) {
        if (spec[i] == '(' && !isQuoted && !commentsAreBroken) {
            const qsizetype end = commentEnd(spec, i);
            commentsAreBroken = end < 0;
            i = end < 0 ? i : end;
        }
        if (spec[i] == '"' && (i == 0 || spec[i - 1] != '\\'))
            isQuoted = !isQuoted;
        const bool isDropped = isBlank(spec[i])
            ? !isQuoted
            : isSpace(spec[i]) || spec[i] == '<' || spec[i] == '>' || i >= spec.size();
        if (!isDropped)
            out.append(spec[i]);
    }
    if (Slice(out).startsWithIgnoringCase("mailto:"))
        out.remove(0, 7);
    if (out.startsWith('@')) // RFC 5322 4.4: <@relay:user@host>
        out.remove(0, out.indexOf(':') + 1);
    return out;
}

// Leaves one blank between two words: folding may have added more.
QString withSingleBlanks(const QString &text)
{
    return text.contains(QLatin1StringView("  ")) ? text.split(u' ', Qt::SkipEmptyParts).join(u' ')
                                                  : text;
}

// Whether a single word may be a user of the sender's machine (`root`) and not a person's name.
bool isLocalUser(Slice word)
{
    return std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-'
            || c == '+';
    });
}

QByteArray unescaped(Slice text)
{
    QByteArray out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size())
            ++i;
        out.append(text[i]);
    }
    return out;
}

/** Reads a list in one walk. Gathers the pieces of one address until a separator ends it. */
class AddressParser
{
public:
    AddressParser(Slice value, QByteArrayView charset) : m_value(value), m_charset(charset) { }

    QList<Address> parse()
    {
        while (m_at < m_value.size() && m_result.size() < mostAddresses)
            step();
        endItem();
        endPending();
        return std::move(m_result);
    }

private:
    void step()
    {
        const char c = m_value[m_at];
        if (c == '"' && readQuoted())
            return;
        if (c == '(' && readComment())
            return;
        if (c == '=' && readWord())
            return;
        if (c == '<')
            return readAngle();
        if (c == '[') // user@[IPv6:2001:db8::1]
            return readLiteral();
        ++m_at;
        if (c == ',' || c == ';')
            endItem();
        else if (c == ':' && !m_hasAngle && !m_hasAt)
            beginGroup();
        else
            append(c);
    }

    void append(char c)
    {
        m_raw.append(c);
        if (c != '"') // a quote that is not closed
            m_phrase.append(c);
        m_hasAt = m_hasAt || c == '@';
    }

    // An encoded word is one unit, even with commas and colons in it, which RFC 2047 5 (3) forbids.
    // The position of the next `?=` is kept, so that many beginnings do not cost a search each.
    bool readWord()
    {
        const Slice head = m_value.between(m_at, m_at + 64);
        const qsizetype encoding = head.startsWith("=?") ? head.indexOf('?', 2) + 1 : 0;
        if (encoding <= 3 || head[encoding + 1] != '?')
            return false;
        const qsizetype text = m_at + encoding + 2;
        if (m_wordEnd >= 0 && m_wordEnd < text)
            m_wordEnd = m_value.indexOf("?=", text);
        if (m_wordEnd < 0)
            return false;
        const Slice word = m_value.between(m_at, m_wordEnd + 2);
        m_raw.append(word.view());
        m_phrase.append(word.view());
        m_at = m_wordEnd + 2;
        return true;
    }

    // If one quote is not closed, no later one is closed either: all are ordinary characters then.
    bool readQuoted()
    {
        if (m_quotesAreBroken)
            return false;
        QByteArray text;
        qsizetype i = m_at + 1;
        for (; i < m_value.size() && m_value[i] != '"'; ++i) {
            if (m_value[i] == '\\' && i + 1 < m_value.size())
                ++i;
            text.append(m_value[i]);
        }
        if (i >= m_value.size()) {
            m_quotesAreBroken = true;
            return false;
        }
        m_raw.append(m_value.between(m_at, i + 1).view());
        m_phrase.append(text);
        m_at = i + 1;
        return true;
    }

    bool readComment()
    {
        if (m_commentsAreBroken)
            return false;
        const qsizetype end = commentEnd(m_value, m_at);
        if (end < 0) {
            m_commentsAreBroken = true;
            return false;
        }
        m_comment = unescaped(m_value.between(m_at + 1, end - 1));
        m_phrase.append(' ');
        m_at = end;
        return true;
    }

    void readAngle()
    {
        const qsizetype begin = ++m_at;
        const bool hasRoute = m_value.from(begin).first(16).trimmed().startsWith("@");
        bool isQuoted = false;
        for (; m_at < m_value.size(); ++m_at) {
            const char c = m_value[m_at];
            if (c == '"')
                isQuoted = !isQuoted;
            if (!isQuoted && c == '>' && m_value[m_at + 1] != '>')
                break;
            if (!isQuoted && (c == ';' || (c == ',' && !hasRoute)))
                break; // the closing bracket is missing
        }
        setAngle(m_value.between(begin, m_at));
        if (m_value[m_at] == '>')
            ++m_at;
    }

    // Of several texts in brackets, the first one with `@` is the address; one before it without
    // `@` belongs to the name.
    void setAngle(Slice angle)
    {
        if (m_hasAngle && (angle.indexOf('@') < 0 || m_angle.indexOf('@') >= 0))
            return;
        if (m_hasAngle)
            m_phrase.append(m_angle.view());
        m_angle = angle;
        m_hasAngle = true;
    }

    void readLiteral()
    {
        const qsizetype close =
            m_raw.endsWith('@') ? m_value.first(m_at + 64).indexOf(']', m_at) : -1;
        const qsizetype end = close < 0 ? m_at + 1 : close + 1;
        m_raw.append(m_value.between(m_at, end).view());
        m_phrase.append(m_value.between(m_at, end).view());
        m_at = end;
    }

    void beginGroup() // the group's name is not shown
    {
        endPending();
        clearItem();
    }

    QString text(Slice bytes) const { return decodeHeaderText(bytes, m_charset); }
    QString nameText(Slice bytes) const { return withSingleBlanks(text(bytes)); }

    void endItem()
    {
        if (m_hasAngle)
            addAngle();
        else if (m_hasAt)
            addBare(Slice(m_raw).trimmed());
        else if (const QByteArray phrase = m_phrase.trimmed(); !phrase.isEmpty())
            addPending(phrase);
        clearItem();
    }

    // The item is the `Last` of an unquoted `Last, First <address>`, or it has no address.
    void addPending(const QByteArray &phrase)
    {
        const bool isName = m_raw.trimmed().startsWith('"') || !isLocalUser(Slice(phrase));
        m_pending.append(phrase);
        m_pendingIsName.append(isName);
    }

    void addAngle()
    {
        m_pending.append(m_phrase.trimmed());
        const QByteArray name = m_pending.join(", ");
        clearPending();
        Address address{ nameText(Slice(name)), text(Slice(tidied(m_angle))) };
        if (address.name.isEmpty() && !m_comment.isEmpty())
            address.name = nameText(Slice(m_comment));
        if (!address.name.isEmpty() || !address.address.isEmpty())
            m_result.append(std::move(address));
    }

    // `a@b`, `a @ b`, `a@b (Name)`; without brackets `Name a@b`; without commas `a@b c@d`
    void addBare(Slice raw)
    {
        endPending();
        const QList<Slice> words = split(raw);
        QList<Slice> specs;
        QByteArray rest;
        for (const Slice word : words) {
            const qsizetype at = word.indexOf('@');
            if (at > 0 && at + 1 < word.size())
                specs.append(word);
            else
                rest.append(' ').append(word.view());
        }
        if (specs.isEmpty() || (specs.size() == 1 && rest.contains('@')))
            return addSpec(m_comment, raw);
        const bool isAlone = specs.size() == 1;
        for (const Slice spec : std::as_const(specs))
            addSpec(isAlone && !rest.isEmpty() ? rest : m_comment, spec);
    }

    void addSpec(const QByteArray &name, Slice spec)
    {
        m_result.append({ nameText(Slice(name)), text(Slice(tidied(spec))) });
    }

    // Splits at white space outside quotes.
    static QList<Slice> split(Slice raw)
    {
        QList<Slice> words;
        bool isQuoted = false;
        qsizetype begin = 0;
        for (qsizetype i = 0; i <= raw.size(); ++i) {
            if (raw[i] == '"')
                isQuoted = !isQuoted;
            if (i < raw.size() && (isQuoted || !isSpace(raw[i])))
                continue;
            if (i > begin)
                words.append(raw.between(begin, i));
            begin = i + 1;
        }
        return words;
    }

    // Adds the items that no address followed: local users, or names without an address.
    void endPending()
    {
        for (qsizetype i = 0; i < m_pending.size(); ++i) {
            const QString shown = nameText(Slice(m_pending.at(i)));
            m_result.append(m_pendingIsName.at(i) ? Address{ shown, {} } : Address{ {}, shown });
        }
        clearPending();
    }

    void clearPending()
    {
        m_pending.clear();
        m_pendingIsName.clear();
    }

    void clearItem()
    {
        m_raw.clear();
        m_phrase.clear();
        m_comment.clear();
        m_angle = {};
        m_hasAngle = false;
        m_hasAt = false;
    }

    Slice m_value;
    QByteArrayView m_charset;
    QList<Address> m_result;
    qsizetype m_at = 0;
    QByteArray m_raw;    // the item as written, without comments and brackets
    QByteArray m_phrase; // the same without quotes
    QByteArray m_comment;
    QByteArrayList m_pending; // items that had no address
    QList<bool> m_pendingIsName;
    Slice m_angle;
    qsizetype m_wordEnd = 0;
    bool m_hasAngle = false;
    bool m_hasAt = false; // outside of quotes and brackets
    bool m_quotesAreBroken = false;
    bool m_commentsAreBroken = false;
};

} // namespace

QList<Address> parseAddresses(Slice value, QByteArrayView charset)
{
    return AddressParser(value, charset).parse();
}

} // namespace Mime
