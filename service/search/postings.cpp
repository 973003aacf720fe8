// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/postings.h"

#include <cstring>

namespace Search {

namespace {

QByteArrayView encodedBitmap(std::span<const quint32> numbers, quint32 documents,
                             QByteArray &buffer)
{
    const qsizetype size = bitmapBytes(documents);
    if (buffer.size() < size)
        buffer.resize(size);
    char *const bytes = buffer.data();
    std::memset(bytes, 0, size_t(size));
    for (const quint32 number : numbers)
        bytes[number >> 3] = char(bytes[number >> 3] | (1 << (number & 7)));
    return { bytes, size };
}

QByteArrayView encodedDistances(std::span<const quint32> numbers, QByteArray &buffer)
{
    const qsizetype most = qsizetype(numbers.size()) * 5; // a number of 32 bits has at most 5 bytes
    if (buffer.size() < most)
        buffer.resize(most);
    char *const begin = buffer.data();
    char *at = begin;
    quint32 last = 0;
    for (const quint32 number : numbers) {
        at = putVarint(at, number - last);
        last = number;
    }
    return { begin, at };
}

} // namespace

Postings encodedPostings(std::span<const quint32> numbers, quint32 documents, QByteArray &buffer)
{
    const auto count = quint32(numbers.size());
    return { count,
             isDense(count, documents) ? encodedBitmap(numbers, documents, buffer)
                                       : encodedDistances(numbers, buffer) };
}

void insertInto(DocSet &set, const Postings &postings)
{
    if (isDense(postings.count, set.documents()))
        set.addBits(postings.data.data(), postings.data.size());
    else
        forEachDocument(postings, set.documents(), [&](quint32 document) { set.insert(document); });
}

} // namespace Search
