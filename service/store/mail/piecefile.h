// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/query.h"

#include <QTemporaryFile>

#include <functional>

namespace Store {

/** Some consecutive bytes of a message as they are stored. */
struct MessagePiece {
    qint64 size = 0;  ///< of the message
    QByteArray bytes; ///< packed (zstd) where they are not so many
};

/// The bytes of the message in the row of `size, bytes` that the query finds; empty: it finds none.
Result<QByteArray> unpackedPiece(Query query);

/**
 * A message on its way into the database, cut into pieces of 256 KiB. One that is longer than a
 * piece is in a temporary file without a name, so that it is nowhere in memory as a whole. Calls
 * touch the disk: written on the pool, read on the writer, by one thread at a time.
 */
class PieceFile
{
public:
    static constexpr qsizetype pieceBytes = 256 * 1024;

    explicit PieceFile(const QString &folder); ///< where a temporary file may be

    Result<void> add(QByteArrayView bytes);
    Result<void> finish(); ///< nothing more comes
    qint64 size() const { return m_size; }

    using Taker = std::function<Result<void>(int position, const MessagePiece &)>;
    /// Hands out one after the other, until it fails.
    Result<void> forEach(const Taker &take);

private:
    struct Place {
        qint64 size = 0;
        qint64 stored = 0;
    };

    Result<void> put(const QByteArray &piece);
    Error diskError() const;

    QTemporaryFile m_file;
    QByteArray m_last; ///< what is in no piece yet
    QList<Place> m_places;
    qint64 m_size = 0;
};

} // namespace Store
