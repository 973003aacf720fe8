// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/tarheader.h"

#include <QtEndian>

#include <algorithm>
#include <numeric>

namespace Backup {

namespace {

/** A field of the block. */
struct Field {
    qsizetype at;
    qsizetype size;
};

// IEEE Std 1003.1, pax, "ustar Interchange Format".
constexpr Field nameField{ 0, 100 };
constexpr Field modeField{ 100, 8 };
constexpr Field ownerField{ 108, 8 };
constexpr Field groupField{ 116, 8 };
constexpr Field sizeField{ 124, 12 };
constexpr Field timeField{ 136, 12 };
constexpr Field sumField{ 148, 8 };
constexpr Field typeField{ 156, 1 };
constexpr Field magicField{ 257, 8 };

constexpr qint64 octalLimit = qint64(1) << 33; // what 11 octal digits hold
constexpr uchar isBinary = 0x80;

void put(QByteArray &block, Field field, QByteArrayView bytes)
{
    std::ranges::copy(bytes, block.begin() + field.at);
}

void putOctal(QByteArray &block, Field field, qint64 number)
{
    put(block, field, QByteArray::number(number, 8).rightJustified(field.size - 1, '0'));
}

// Larger sizes are written as GNU tar and others do: the first bit is set, and the number is binary.
void putSize(QByteArray &block, qint64 size)
{
    if (size < octalLimit)
        return putOctal(block, sizeField, size);
    const qint64 big = qToBigEndian(size);
    block[sizeField.at] = char(isBinary);
    put(block, { sizeField.at + sizeField.size - qsizetype(sizeof big), sizeof big },
        QByteArrayView(reinterpret_cast<const char *>(&big), sizeof big));
}

QByteArrayView of(QByteArrayView block, Field field)
{
    return block.sliced(field.at, field.size);
}

std::optional<qint64> octalOf(QByteArrayView block, Field field)
{
    QByteArray digits = of(block, field).toByteArray();
    digits.truncate(std::max<qsizetype>(0, digits.indexOf('\0')));
    bool ok = false;
    const qint64 number = digits.trimmed().toLongLong(&ok, 8);
    return ok && number >= 0 ? std::optional(number) : std::nullopt;
}

std::optional<qint64> sizeOf(QByteArrayView block)
{
    if (uchar(block[sizeField.at]) != isBinary)
        return octalOf(block, sizeField);
    const qint64 size =
        qFromBigEndian<qint64>(block.data() + sizeField.at + sizeField.size - sizeof(qint64));
    return size >= 0 ? std::optional(size) : std::nullopt;
}

// The sum of all bytes, in which the bytes of the sum's own field count as spaces.
qint64 sumOf(QByteArray block)
{
    std::fill_n(block.begin() + sumField.at, sumField.size, ' ');
    return std::accumulate(block.cbegin(), block.cend(), qint64(0),
                           [](qint64 sum, char byte) { return sum + uchar(byte); });
}

} // namespace

QByteArray tarHeader(const TarMember &member, qint64 changedAt)
{
    Q_ASSERT(member.name.size() <= nameField.size);
    QByteArray block(tarBlock, '\0');
    put(block, nameField, member.name);
    putOctal(block, modeField, 0600);
    putOctal(block, ownerField, 0);
    putOctal(block, groupField, 0);
    putSize(block, member.size);
    putOctal(block, timeField, changedAt);
    block[typeField.at] = '0';
    put(block, magicField, QByteArrayView("ustar\00000", 8));
    put(block, sumField, QByteArray::number(sumOf(block), 8).rightJustified(6, '0') + '\0' + ' ');
    return block;
}

std::optional<TarMember> tarMember(QByteArrayView block)
{
    if (block.size() != tarBlock || of(block, magicField) != QByteArrayView("ustar\00000", 8)
        || block[typeField.at] != '0' || octalOf(block, sumField) != sumOf(block.toByteArray()))
        return std::nullopt;
    const auto size = sizeOf(block);
    if (!size)
        return std::nullopt;
    QByteArray name = of(block, nameField).toByteArray();
    if (const qsizetype end = name.indexOf('\0'); end >= 0)
        name.truncate(end);
    return TarMember{ std::move(name), *size };
}

} // namespace Backup
