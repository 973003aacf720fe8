// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <bit>
#include <type_traits>
#include <vector>

namespace Search {

/** A set of documents of one segment, which are numbered from 0. One bit a document. */
class DocSet
{
public:
    explicit DocSet(quint32 documents = 0) : m_words((documents + 63) / 64), m_documents(documents)
    {
    }
    static DocSet all(quint32 documents);

    quint32 documents() const { return m_documents; } ///< of the segment

    /// Numbers that the segment does not have are ignored: rows may be damaged.
    void insert(quint32 document)
    {
        if (document < m_documents)
            m_words[document >> 6] |= quint64(1) << (document & 63);
    }
    bool contains(quint32 document) const
    {
        return document < m_documents && (m_words[document >> 6] >> (document & 63) & 1);
    }

    /// Both sets must be of the same segment.
    DocSet &operator|=(const DocSet &other);
    DocSet &operator&=(const DocSet &other);
    DocSet &operator-=(const DocSet &other);
    /// Bit 0 of the first byte is document 0; bits after the last document are ignored.
    void addBits(const char *bytes, qsizetype size);

    qint64 count() const;
    bool isEmpty() const;

    /// Calls `visit(document)` from the lowest number on; where it returns bool, until false.
    template<typename Visit>
    void forEach(Visit visit) const
    {
        for (size_t i = 0; i < m_words.size(); ++i) {
            for (quint64 word = m_words[i]; word != 0; word &= word - 1) {
                const quint32 document = quint32(i * 64 + size_t(std::countr_zero(word)));
                if constexpr (std::is_same_v<decltype(visit(document)), bool>) {
                    if (!visit(document))
                        return;
                } else {
                    visit(document);
                }
            }
        }
    }

    friend bool operator==(const DocSet &, const DocSet &) = default;

private:
    void clearBehindLast();

    std::vector<quint64> m_words;
    quint32 m_documents = 0;
};

} // namespace Search
