// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/headers.h"

#include "mime/charsetguess.h"
#include "mime/charsetlabels.h"
#include "mime/date.h"
#include "mime/encodedword.h"
#include "mime/headerscanner.h"
#include "mime/parameters.h"
#include "mime/utf8.h"

namespace Mime {

namespace {

// At most `most` bytes of `text`, up to white space so that no character is cut.
Slice upToBlank(Slice text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    qsizetype end = most;
    while (end > 0 && !isSpace(text[end]))
        --end;
    return text.first(end > 0 ? end : most);
}

// Appends the stretches of `value` that are not ASCII, without the addresses between them. No
// separator is the second byte of a character in any of scoredCharsets.
void appendRaw(QByteArray &bytes, Slice value, qsizetype most)
{
    constexpr std::string_view separators(",;<>\"\r\n");
    qsizetype begin = 0;
    for (qsizetype i = 0; i <= value.size() && bytes.size() < most; ++i) {
        if (i < value.size() && separators.find(value[i]) == separators.npos)
            continue;
        const Slice stretch = upToBlank(value.between(begin, i), most);
        if (!isAscii(stretch))
            bytes.append(stretch.view()).append('\n');
        begin = i + 1;
    }
}

} // namespace

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

QByteArray Headers::rawCharset() const
{
    const QByteArrayView type = raw("Content-Type");
    const QByteArray declared =
        type.isEmpty() ? QByteArray() : ParameterizedValue(type).parameter("charset");
    const bool isHint = !Slice(declared).trimmed().isIgnoringCase("us-ascii");
    const char *const hint = isHint ? converterFor(declared) : nullptr;
    if (const QByteArray bytes = rawBytes(); !bytes.isEmpty())
        return guessCharset(bytes, hint);
    return hint && qstrcmp(hint, "UTF-8") != 0 ? declared : QByteArray();
}

// The stretches of names and subjects that are not UTF-8, each on its own line.
QByteArray Headers::rawBytes() const
{
    constexpr qsizetype enough = 1024;
    QByteArray bytes;
    for (const char *name : { "From", "To", "Cc", "Subject" }) {
        for (qsizetype i = find(name); i >= 0 && bytes.size() < enough; i = find(name, i + 1)) {
            const Slice value = valueOf(m_fields.at(i));
            if (!isUtf8(value))
                appendRaw(bytes, value, enough);
        }
    }
    return bytes;
}

QByteArray Headers::charsetFor(Slice value) const
{
    return isUtf8(value) ? QByteArray() : rawCharset();
}

QString Headers::text(QByteArrayView name) const
{
    const Slice value = raw(name);
    return decodeHeaderText(value, charsetFor(value));
}

QList<Address> Headers::addresses(QByteArrayView name) const
{
    QList<Address> result;
    std::optional<QByteArray> charset;
    constexpr qsizetype enough = 5000;
    for (qsizetype i = find(name); i >= 0 && result.size() < enough; i = find(name, i + 1)) {
        const Slice value = valueOf(m_fields.at(i));
        if (!charset && !isUtf8(value))
            charset = rawCharset();
        result.append(parseAddresses(value, charset.value_or(QByteArray())));
    }
    return result;
}

Address Headers::from() const
{
    const QList<Address> all = addresses("From");
    return all.isEmpty() ? Address() : all.first();
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
    const Slice bare = raw("Message-ID"); // a broken field without brackets
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
        id.removeIf(isSpace); // folds inside the id
        ids.append(id);
        open = value.indexOf('<', close);
    }
    return ids;
}

QList<DecodedField> Headers::decoded() const
{
    QList<DecodedField> result;
    result.reserve(m_fields.size());
    const QByteArray charset = rawCharset();
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
