// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <algorithm>
#include <cstring>

namespace Mime {

inline bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

inline bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

inline char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

/**
 * A view of bytes that it does not own, with every access clamped: positions past the end give an
 * empty slice or NUL, never undefined behaviour (QByteArrayView checks by assertion only). The
 * reader touches the bytes of a mail through this and nothing else.
 */
class Slice
{
public:
    constexpr Slice() = default;
    Slice(QByteArrayView view) : m_data(view.data()), m_size(view.size()) { }
    Slice(const QByteArray &bytes) : m_data(bytes.constData()), m_size(bytes.size()) { }
    Slice(const char *data, qsizetype size) : m_data(data), m_size(std::max<qsizetype>(size, 0)) { }

    qsizetype size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    const char *begin() const { return m_data; }
    const char *end() const { return m_data + m_size; }
    QByteArrayView view() const { return { m_data, m_size }; }
    QByteArray toByteArray() const { return QByteArray(m_data, m_size); }

    char operator[](qsizetype i) const { return i >= 0 && i < m_size ? m_data[i] : '\0'; }

    /// The bytes [begin, end), as far as they exist.
    Slice between(qsizetype begin, qsizetype end) const
    {
        begin = std::clamp<qsizetype>(begin, 0, m_size);
        return { m_data + begin, std::min(end, m_size) - begin };
    }
    Slice from(qsizetype begin) const { return between(begin, m_size); }
    Slice first(qsizetype count) const { return between(0, count); }

    /// -1 where nothing is found.
    qsizetype indexOf(char wanted, qsizetype begin = 0) const
    {
        const Slice rest = from(begin);
        const void *found = rest.isEmpty()
            ? nullptr
            : std::memchr(rest.m_data, wanted, static_cast<size_t>(rest.m_size));
        return found ? static_cast<const char *>(found) - m_data : -1;
    }
    qsizetype indexOf(QByteArrayView wanted, qsizetype begin = 0) const
    {
        const char *found = std::search(from(begin).begin(), end(), wanted.begin(), wanted.end());
        return found != end() || wanted.isEmpty() ? found - m_data : -1;
    }

    bool startsWith(QByteArrayView start) const
    {
        return m_size >= start.size()
            && (start.isEmpty()
                || std::memcmp(m_data, start.data(), static_cast<size_t>(start.size())) == 0);
    }
    bool startsWithIgnoringCase(QByteArrayView start) const
    {
        return m_size >= start.size() && first(start.size()).isIgnoringCase(start);
    }
    /// Whether both are equal if the case of ASCII letters is ignored.
    bool isIgnoringCase(QByteArrayView other) const
    {
        return m_size == other.size()
            && std::equal(begin(), end(), other.begin(),
                          [](char a, char b) { return lowered(a) == lowered(b); });
    }

    /// Without white space at both ends.
    Slice trimmed() const
    {
        const char *left = begin();
        const char *right = end();
        while (left < right && isSpace(*left))
            ++left;
        while (right > left && isSpace(right[-1]))
            --right;
        return { left, right - left };
    }

private:
    const char *m_data = "";
    qsizetype m_size = 0;
};

} // namespace Mime
