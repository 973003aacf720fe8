// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/rowchecksum.h"

#include <QtEndian>

#include <cstring>

namespace Search {

namespace {

constexpr qsizetype checksumBytes = 4;

/// Different values of `word` give different results, so a change of one word is not lost here.
quint64 mixed(quint64 hash, quint64 word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 32);
}

quint32 checksum(QByteArrayView data)
{
    quint64 hash = mixed(0xD6E8FEB86659FD93u, quint64(data.size()));
    const char *at = data.begin();
    for (; data.end() - at >= 8; at += 8)
        hash = mixed(hash, qFromLittleEndian<quint64>(at));
    char last[8] = {};
    if (at != data.end())
        std::memcpy(last, at, size_t(data.end() - at));
    hash = mixed(hash, qFromLittleEndian<quint64>(last));
    return quint32(mixed(hash, 0));
}

} // namespace

QByteArray sealedRow(QByteArrayView data)
{
    QByteArray row(checksumBytes + data.size(), Qt::Uninitialized);
    qToLittleEndian(checksum(data), row.data());
    if (!data.isEmpty())
        std::memcpy(row.data() + checksumBytes, data.data(), size_t(data.size()));
    return row;
}

std::optional<QByteArrayView> openedRow(QByteArrayView row)
{
    if (row.size() < checksumBytes)
        return std::nullopt;
    const QByteArrayView data = row.sliced(checksumBytes);
    if (qFromLittleEndian<quint32>(row.data()) != checksum(data))
        return std::nullopt;
    return data;
}

} // namespace Search
