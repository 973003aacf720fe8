// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/postings.h"

#include <QByteArray>
#include <QByteArrayView>

namespace Search {

/**
 * Goes over the terms of one block of words; segmentwriter.h has the format. Safe for any bytes:
 * damaged data gives wrong terms and numbers, but nothing is read outside of the block.
 */
class WordBlock
{
public:
    /// The data must outlive it.
    explicit WordBlock(QByteArrayView data);

    /// Goes to the next term, at first to the first one; false: that was the last.
    bool next();

    QByteArrayView term() const
    {
        return QByteArrayView(m_term).first(m_termSize);
    } ///< until next()
    const Postings &postings() const { return m_postings; }

    /// Both are so small that their sum fits into 63 bits.
    quint64 placesOffset() const { return m_placesOffset; }
    quint64 placesSize() const { return m_placesSize; } ///< 0: the term has no places

private:
    const char *m_at;
    const char *m_end;
    QByteArray m_term; ///< a buffer, which only grows
    qsizetype m_termSize = 0;
    Postings m_postings;
    quint64 m_placesOffset = 0;
    quint64 m_placesSize = 0;
};

} // namespace Search
