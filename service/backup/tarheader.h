// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

/** POSIX.1-1988 "ustar", the tar format that every tar program reads; only with regular files. */
namespace Backup {

constexpr qint64 tarBlock = 512;

/** A file in a tar. */
struct TarMember {
    QByteArray name; ///< at most 100 bytes
    qint64 size = 0; ///< bytes

    friend bool operator==(const TarMember &, const TarMember &) = default;
};

/// The block before the member's bytes. `changedAt` in seconds since 1970. Only the owner may read the
/// file that tar makes of it.
QByteArray tarHeader(const TarMember &member, qint64 changedAt);

/// Reads such a block; nothing: it is not a valid block, or not a block of a regular file.
std::optional<TarMember> tarMember(QByteArrayView block);

/// How many bytes are between the end of the member's bytes and the next block.
constexpr qint64 tarPadding(qint64 size)
{
    return (tarBlock - size % tarBlock) % tarBlock;
}

} // namespace Backup
