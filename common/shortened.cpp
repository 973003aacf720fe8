// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/shortened.h"

#include "common/jsonwriter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QList>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Text {

namespace {

constexpr QChar ellipsis(0x2026);
constexpr char16_t joiner = 0x200d;
constexpr int mostMarks = 16; ///< checked before a cut; a mail may contain a million

bool isPair(QStringView text, qsizetype at)
{
    return at >= 0 && at + 1 < text.size() && text[at].isHighSurrogate()
        && text[at + 1].isLowSurrogate();
}

char32_t codePointAt(QStringView text, qsizetype at)
{
    return isPair(text, at) ? QChar::surrogateToUcs4(text[at], text[at + 1]) : text[at].unicode();
}

/// Whether `c` belongs to the character before it.
bool isMark(char32_t c)
{
    const bool isSkinTone = c >= 0x1f3fb && c <= 0x1f3ff;
    return c == joiner || isSkinTone || QChar::isMark(c);
}

/// The start of the code point before `at`.
qsizetype before(QStringView text, qsizetype at)
{
    return isPair(text, at - 2) ? at - 2 : at - 1;
}

bool isInside(QStringView text, qsizetype at)
{
    return isMark(codePointAt(text, at)) || text[at - 1] == QChar(joiner);
}

/// `at`, or the start of the character that a cut at `at` would split.
qsizetype withoutMarks(QStringView text, qsizetype at)
{
    qsizetype start = at;
    for (int i = 0; i < mostMarks && start > 0; ++i) {
        if (!isInside(text, start))
            return start;
        start = before(text, start);
    }
    return start == 0 ? 0 : at;
}

/// Goes through the strings of a JSON array, each with its quotes.
class Strings
{
public:
    explicit Strings(const QByteArray &json) : m_json(json) { }

    std::optional<QByteArrayView> next()
    {
        const qsizetype begin = m_json.indexOf('"', m_at);
        if (begin < 0)
            return std::nullopt;
        qsizetype at = begin + 1;
        while (at < m_json.size() && m_json[at] != '"')
            at += m_json[at] == '\\' ? 2 : 1;
        m_at = std::min(at + 1, m_json.size());
        return m_json.sliced(begin, m_at - begin);
    }

private:
    QByteArrayView m_json;
    qsizetype m_at = 0;
};

QByteArray shortString(QByteArrayView quoted)
{
    if (quoted.size() <= mostAddress + 2)
        return quoted.toByteArray();
    const QByteArray array = '[' + quoted.toByteArray() + ']';
    const QString text = QJsonDocument::fromJson(array).array().at(0).toString();
    return Json::Writer().value(shortened(text, mostAddress)).take();
}

/** Writes strings until a limit of ShortList is reached, and counts all of them. */
class ListWriter
{
public:
    void add(const QByteArray &quoted)
    {
        ++m_list.count;
        const bool fits = m_bytes + quoted.size() < mostListBytes;
        m_isFull = m_isFull || m_list.count > mostAddresses || !fits;
        if (m_isFull)
            return;
        m_bytes += quoted.size() + 1;
        m_json.raw(quoted);
    }
    void count() { ++m_list.count; }
    bool isFull() const { return m_isFull; }

    ShortList take()
    {
        m_list.json = m_json.endArray().take();
        return m_list;
    }

private:
    Json::Writer m_json = std::move(Json::Writer().beginArray());
    qsizetype m_bytes = 2;
    bool m_isFull = false;
    ShortList m_list;
};

} // namespace

QString shortened(const QString &text, qsizetype characters)
{
    if (text.size() <= characters)
        return text;
    qsizetype end = 0; // after `characters` - 1 code points: `…` is the last one
    qsizetype at = 0;
    for (qsizetype points = 0; points < characters && at < text.size(); ++points) {
        end = at;
        at += isPair(text, at) ? 2 : 1;
    }
    if (at >= text.size())
        return text;
    return text.first(withoutMarks(text, end)) + ellipsis;
}

QByteArray shortened(const QByteArray &utf8, qsizetype characters)
{
    if (utf8.size() <= characters)
        return utf8;
    // Only the beginning is decoded: one code point more than the limit shows that the text is longer.
    qsizetype points = 0;
    qsizetype at = 0;
    for (; at < utf8.size() && points <= characters + 1; ++at)
        points += (quint8(utf8[at]) & 0xc0) != 0x80;
    const bool isWhole = at == utf8.size() && points <= characters;
    if (isWhole && utf8.size() <= 4 * characters) // a code point has at most 4 bytes in UTF-8
        return utf8;
    return shortened(QString::fromUtf8(utf8.first(at)), characters).toUtf8();
}

QString shortFileName(const QString &name)
{
    constexpr qsizetype mostExtension = 16;
    if (name.size() <= mostFileName)
        return name;
    const qsizetype dot = name.lastIndexOf(u'.');
    const QString extension =
        dot > 0 && name.size() - dot <= mostExtension ? name.sliced(dot) : QString();
    return shortened(name.chopped(extension.size()), mostFileName - extension.size()) + extension;
}

QString shortMessageId(const QString &id)
{
    constexpr qsizetype kept = 248;
    if (id.size() <= mostMessageId && id.toUtf8().size() <= mostMessageId)
        return id;
    // Cut by code points, as the migration cuts stored Message-IDs, so that both results are equal.
    const QList<uint> points = id.toUcs4();
    const QList<uint> first = points.first(std::min(points.size(), kept));
    QString text;
    for (const char32_t point : first)
        text += QString::fromUcs4(&point, 1);
    return text + ellipsis;
}

qsizetype countOf(const QByteArray &json)
{
    Strings strings(json);
    qsizetype count = 0;
    while (strings.next())
        ++count;
    return count;
}

ShortList shortList(const QByteArray &json)
{
    // The whole list is no longer than one address may be, so no address in it is too long.
    if (json.size() <= mostAddress + 4) {
        if (const qsizetype count = countOf(json); count <= mostAddresses)
            return { json, count };
    }
    ListWriter list;
    Strings strings(json);
    while (const auto string = strings.next()) {
        if (list.isFull())
            list.count();
        else
            list.add(shortString(*string));
    }
    return list.take();
}

ShortList shortList(const QStringList &texts)
{
    ListWriter list;
    for (const QString &text : texts) {
        if (list.isFull())
            list.count();
        else
            list.add(Json::Writer().value(shortened(text, mostAddress)).take());
    }
    return list.take();
}

} // namespace Text
