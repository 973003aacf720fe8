// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/parameters.h"

#include "mime/charset.h"
#include "mime/encodedword.h"
#include "mime/hex.h"

#include <optional>

namespace Mime {

namespace {

constexpr qsizetype mostParameters = 200;

// The position behind the comments and white space at `at`; comments may nest.
qsizetype skipComments(Slice field, qsizetype at)
{
    int depth = 0;
    for (; at < field.size(); ++at) {
        if (field[at] == '\\' && depth > 0)
            ++at;
        else if (field[at] == '(')
            ++depth;
        else if (field[at] == ')' && depth > 0)
            --depth;
        else if (depth == 0 && !isSpace(field[at]))
            break;
    }
    return at;
}

// A backslash escapes only quotes and itself, because Windows programs send whole paths.
qsizetype readQuoted(Slice field, qsizetype at, QByteArray &value)
{
    for (++at; at < field.size(); ++at) {
        if (field[at] == '"')
            return at + 1;
        if (field[at] == '\\' && (field[at + 1] == '"' || field[at + 1] == '\\'))
            ++at;
        if (field[at] != '\r' && field[at] != '\n')
            value.append(field[at]);
    }
    return at;
}

// Unquoted file names may hold blanks; anything else ends at white space or a comment.
qsizetype readBare(Slice field, qsizetype at, bool mayHaveBlanks, QByteArray &value)
{
    const qsizetype semicolon = field.indexOf(';', at);
    const qsizetype end = semicolon < 0 ? field.size() : semicolon;
    qsizetype stop = at;
    while (stop < end && (mayHaveBlanks || (!isSpace(field[stop]) && field[stop] != '(')))
        ++stop;
    value = field.between(at, stop).trimmed().toByteArray();
    return stop;
}

bool isFileName(Slice name)
{
    return name.startsWithIgnoringCase("filename") || name.startsWithIgnoringCase("name");
}

QByteArray percentDecoded(Slice text)
{
    QByteArray out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' ? hexValue(text[i + 1]) : -1;
        const int low = high >= 0 ? hexValue(text[i + 2]) : -1;
        out.append(low >= 0 ? static_cast<char>(high << 4 | low) : text[i]);
        i += low >= 0 ? 2 : 0;
    }
    return out;
}

// charset'language'rest
struct Extended {
    Slice charset;
    Slice rest;
};

Extended splitExtended(Slice value)
{
    const qsizetype first = value.indexOf('\'');
    const qsizetype second = first < 0 ? -1 : value.indexOf('\'', first + 1);
    if (second < 0)
        return { {}, value };
    return { value.first(first), value.from(second + 1) };
}

// Whether `value` is a parameter (`charset=x`) in place of the value.
bool isParameter(Slice value)
{
    const Slice name = value.first(value.indexOf('='));
    return !name.isEmpty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (lowered(c) >= 'a' && lowered(c) <= 'z') || c == '*' || c == '-';
    });
}

Slice withoutQuotes(Slice value)
{
    while (value[0] == '"' || value[0] == '\'')
        value = value.from(1);
    while (!value.isEmpty() && (value[value.size() - 1] == '"' || value[value.size() - 1] == '\''))
        value = value.first(value.size() - 1);
    return value;
}

} // namespace

ParameterizedValue::ParameterizedValue(Slice field)
{
    const qsizetype begin = skipComments(field, 0);
    qsizetype at = begin;
    while (at < field.size() && !isSpace(field[at]) && field[at] != ';' && field[at] != '(')
        ++at;
    const Slice value = field.between(begin, at);
    if (isParameter(value)) // `filename=x` alone
        at = begin;
    else
        m_value = withoutQuotes(value).toByteArray().toLower();
    while (at < field.size() && m_parameters.size() < mostParameters)
        at = readParameter(field, at);
}

// Reads one `name=value` and returns the position behind it, which is always greater than `at`.
qsizetype ParameterizedValue::readParameter(Slice field, qsizetype at)
{
    at = skipComments(field, at);
    while (field[at] == ';')
        at = skipComments(field, at + 1);
    const qsizetype begin = at;
    while (at < field.size() && field[at] != '=' && field[at] != ';' && !isSpace(field[at]))
        ++at;
    const Slice name = field.between(begin, at);
    at = skipComments(field, at);
    if (field[at] != '=')
        return std::max(at, begin + 1);
    at = skipComments(field, at + 1);
    QByteArray value;
    at = field[at] == '"' ? readQuoted(field, at, value)
                          : readBare(field, at, isFileName(name), value);
    if (!name.isEmpty())
        add(name, std::move(value));
    return at;
}

void ParameterizedValue::add(Slice name, QByteArray value)
{
    Parameter parameter{ .value = std::move(value) };
    const qsizetype star = name.indexOf('*');
    parameter.name = name.first(star < 0 ? name.size() : star).toByteArray().toLower();
    if (star >= 0) {
        const Slice suffix = name.from(star + 1);
        parameter.isEncoded = suffix.isEmpty() || suffix[suffix.size() - 1] == '*';
        int section = 0;
        qsizetype i = 0;
        for (; i < 5 && suffix[i] >= '0' && suffix[i] <= '9'; ++i)
            section = section * 10 + (suffix[i] - '0');
        parameter.section = i > 0 ? section : 0;
    }
    m_parameters.append(std::move(parameter));
}

QByteArray ParameterizedValue::parameter(QByteArrayView name) const
{
    for (const Parameter &parameter : m_parameters) {
        if (parameter.name == name && parameter.section < 0)
            return parameter.value;
    }
    const QString extended = text(name); // charset*=..., boundary*0=...
    return extended.toUtf8();
}

QString ParameterizedValue::text(QByteArrayView name, QByteArrayView rawCharset) const
{
    QList<const Parameter *> sections;
    const Parameter *plain = nullptr;
    for (const Parameter &parameter : m_parameters) {
        if (parameter.name != name)
            continue;
        if (parameter.section >= 0)
            sections.append(&parameter);
        else if (!plain)
            plain = &parameter;
    }
    if (sections.isEmpty())
        return plain ? decodeHeaderText(Slice(plain->value), rawCharset) : QString();

    std::stable_sort(sections.begin(), sections.end(), [](const Parameter *a, const Parameter *b) {
        return a->section < b->section;
    });
    const bool isEncoded = sections.first()->isEncoded;
    const Extended head = isEncoded ? splitExtended(Slice(sections.first()->value)) : Extended{};
    QByteArray bytes;
    int next = sections.first()->section;
    for (const Parameter *section : std::as_const(sections)) {
        if (section->section == next - 1)
            continue; // a repeated section
        if (section->section != next)
            break;
        const Slice value =
            isEncoded && section == sections.first() ? head.rest : Slice(section->value);
        bytes.append(section->isEncoded ? percentDecoded(value) : value.toByteArray());
        ++next;
    }
    return isEncoded ? decodeCharset(Slice(bytes), head.charset.view())
                     : decodeHeaderText(Slice(bytes), rawCharset);
}

} // namespace Mime
