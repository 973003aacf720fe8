// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/headers.h"

#include "mime/date.h"
#include "mime/encodedword.h"
#include "mime/headerscanner.h"
#include "mime/parameters.h"

namespace Mime {

Headers Headers::parse(QByteArray bytes, const Limits &limits)
{
    const qsizetype end = bytes.size();
    return parse(std::move(bytes), 0, end, limits, true);
}

Headers Headers::parse(QByteArray bytes, qsizetype begin, qsizetype end, const Limits &limits,
                       bool isWholeMail)
{
    Headers headers;
    headers.m_bytes = std::move(bytes);
    HeaderScanner(headers, limits).scan(begin, end, isWholeMail);
    return headers;
}

HeaderField Headers::at(qsizetype index) const
{
    const Field &field = m_fields.at(index);
    return { Slice(m_bytes).between(field.begin, field.nameEnd).view(), valueOf(field) };
}

qsizetype Headers::find(QByteArrayView name, qsizetype start) const
{
    const Slice bytes(m_bytes);
    for (qsizetype i = start; i < m_fields.size(); ++i) {
        const Field &field = m_fields.at(i);
        if (bytes.between(field.begin, field.nameEnd).isIgnoringCase(name))
            return i;
    }
    return -1;
}

QByteArrayView Headers::valueOf(const Field &field) const
{
    return Slice(m_bytes).between(field.valueBegin, field.valueEnd).trimmed().view();
}

QByteArrayView Headers::raw(QByteArrayView name) const
{
    const qsizetype found = find(name);
    return found < 0 ? QByteArrayView() : valueOf(m_fields.at(found));
}

// Raw 8-bit headers are mostly in the charset of the body.
QByteArray Headers::charsetHint() const
{
    const QByteArrayView type = raw("Content-Type");
    return type.isEmpty() ? QByteArray() : ParameterizedValue(type).parameter("charset");
}

QString Headers::text(QByteArrayView name) const
{
    const Slice value = raw(name);
    const bool isAscii =
        std::all_of(value.begin(), value.end(), [](signed char c) { return c >= 0; });
    return decodeHeaderText(value, isAscii ? QByteArray() : charsetHint());
}

QList<Address> Headers::addresses(QByteArrayView name) const
{
    QList<Address> result;
    QByteArray charset;
    constexpr qsizetype enough = 5000;
    for (qsizetype i = find(name); i >= 0 && result.size() < enough; i = find(name, i + 1)) {
        if (charset.isNull())
            charset = charsetHint();
        result.append(parseAddresses(valueOf(m_fields.at(i)), charset));
    }
    return result;
}

Address Headers::from() const
{
    for (qsizetype i = find("From"); i >= 0; i = find("From", i + 1)) {
        const QList<Address> found = parseAddresses(valueOf(m_fields.at(i)), charsetHint());
        if (!found.isEmpty())
            return found.first();
    }
    return {};
}

std::optional<qint64> Headers::date() const
{
    return parseDate(raw("Date"));
}

QByteArray Headers::messageId() const
{
    const QList<QByteArray> ids = messageIds("Message-ID");
    if (!ids.isEmpty())
        return ids.first();
    const Slice bare = raw("Message-ID"); // brackets forgotten
    const bool isOneWord = std::none_of(bare.begin(), bare.end(), isSpace);
    return bare.isEmpty() || !isOneWord ? QByteArray() : '<' + bare.toByteArray() + '>';
}

QList<QByteArray> Headers::messageIds(QByteArrayView name) const
{
    QList<QByteArray> ids;
    const Slice value = raw(name);
    qsizetype open = value.indexOf('<');
    while (open >= 0) {
        const qsizetype close = value.indexOf('>', open);
        if (close < 0)
            break;
        QByteArray id = value.between(open, close + 1).toByteArray();
        id.removeIf(isSpace); // folded inside
        ids.append(id);
        open = value.indexOf('<', close);
    }
    return ids;
}

QList<DecodedField> Headers::decoded() const
{
    QList<DecodedField> result;
    result.reserve(m_fields.size());
    const QByteArray charset = charsetHint();
    for (qsizetype i = 0; i < m_fields.size(); ++i) {
        const HeaderField field = at(i);
        result.append(
            { QString::fromLatin1(field.name), decodeHeaderText(field.rawValue, charset) });
    }
    return result;
}

bool Headers::isTruncated() const
{
    return m_defects & (Defects(Defect::TooManyHeaders) | Defect::HeaderTooLong);
}

} // namespace Mime
