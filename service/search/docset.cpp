// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/docset.h"

#include <QtEndian>

#include <algorithm>
#include <cstring>

namespace Search {

DocSet DocSet::all(quint32 documents)
{
    DocSet set(documents);
    std::fill(set.m_words.begin(), set.m_words.end(), ~quint64(0));
    set.clearBehindLast();
    return set;
}

DocSet &DocSet::operator|=(const DocSet &other)
{
    Q_ASSERT(other.m_documents == m_documents);
    for (size_t i = 0; i < m_words.size(); ++i)
        m_words[i] |= other.m_words[i];
    return *this;
}

DocSet &DocSet::operator&=(const DocSet &other)
{
    Q_ASSERT(other.m_documents == m_documents);
    for (size_t i = 0; i < m_words.size(); ++i)
        m_words[i] &= other.m_words[i];
    return *this;
}

DocSet &DocSet::operator-=(const DocSet &other)
{
    Q_ASSERT(other.m_documents == m_documents);
    for (size_t i = 0; i < m_words.size(); ++i)
        m_words[i] &= ~other.m_words[i];
    return *this;
}

void DocSet::addBits(const char *bytes, qsizetype size)
{
    const size_t taken = std::min(size_t(size), m_words.size() * 8);
    for (size_t i = 0; i < taken / 8; ++i)
        m_words[i] |= qFromLittleEndian<quint64>(bytes + i * 8);
    if (taken % 8 != 0) {
        char last[8] = {};
        std::memcpy(last, bytes + taken / 8 * 8, taken % 8);
        m_words[taken / 8] |= qFromLittleEndian<quint64>(last);
    }
    clearBehindLast();
}

void DocSet::clearBehindLast()
{
    if (m_documents % 64 != 0)
        m_words.back() &= (quint64(1) << (m_documents % 64)) - 1;
}

qint64 DocSet::count() const
{
    qint64 count = 0;
    for (const quint64 word : m_words)
        count += std::popcount(word);
    return count;
}

bool DocSet::isEmpty() const
{
    return std::all_of(m_words.begin(), m_words.end(), [](quint64 word) { return word == 0; });
}

} // namespace Search
