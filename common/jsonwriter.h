// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <array>
#include <charconv>
#include <concepts>
#include <optional>
#include <utility>

namespace Json {

/// UTF-8 JSON text. A separate name, so that signatures show the kind of the bytes.
using Bytes = QByteArray;

/**
 * Writes JSON by appending bytes: no tree in between, which is why list answers are quick. The
 * caller keeps begin/end and key/value in order; commas are set here. Not for several threads.
 *
 *     Json::Writer json;
 *     json.beginObject().key("id").value(7).key("to").beginArray().value(to).endArray().endObject();
 *     return json.take();
 */
class Writer
{
public:
    Writer &beginObject() { return open('{'); }
    Writer &endObject() { return close('}'); }
    Writer &beginArray() { return open('['); }
    Writer &endArray() { return close(']'); }

    Writer &key(QByteArrayView plainName); ///< a name of ours: ASCII without quotes or backslash
    Writer &keyText(QStringView name);     ///< any name, escaped

    Writer &value(QStringView text);
    Writer &value(const QString &text) { return value(QStringView(text)); }
    Writer &value(QByteArrayView utf8); ///< invalid UTF-8 becomes U+FFFD
    Writer &value(const QByteArray &utf8) { return value(QByteArrayView(utf8)); }
    Writer &value(const char *utf8) { return value(QByteArrayView(utf8)); }
    Writer &value(double number);
    template<std::same_as<bool> B>
    Writer &value(B flag)
    {
        return raw(flag ? "true" : "false");
    }
    template<std::integral I>
    requires(!std::same_as<I, bool>) Writer &value(I number)
    {
        std::array<char, 24> digits;
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        return raw({ digits.data(), end });
    }
    template<typename T>
    Writer &value(const std::optional<T> &maybe)
    {
        return maybe ? value(*maybe) : null();
    }
    Writer &null() { return raw("null"); }
    Writer &raw(QByteArrayView json); ///< a value that is JSON already

    void reserve(qsizetype bytes) { m_out.reserve(bytes); }
    const Bytes &bytes() const { return m_out; }
    Bytes take() { return std::exchange(m_out, {}); }

private:
    Writer &open(char bracket);
    Writer &close(char bracket);
    void separate();

    Bytes m_out;
    bool m_needComma = false;
};

/// Appends `text` to `out` as a JSON string with its quotes; lone surrogates become `?`.
void appendString(QByteArray &out, QStringView text);

} // namespace Json
