// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/query.h"

#include <QTemporaryFile>

#include <functional>

namespace Store {

/** Some consecutive bytes of a message as they are stored. */
struct MessagePiece {
    qint64 size = 0;  ///< of this part of the message, not compressed
    QByteArray bytes; ///< compressed (zstd) if that is shorter than `size`
};

/// Runs a query for one row of `size, bytes` and returns the bytes of the message; empty: no such row.
Result<QByteArray> unpackedPiece(Query query);

/**
 * A message to be stored in the database, cut into pieces of 256 KiB. A message longer than one
 * piece is kept in a temporary file without a name, so that it is never in memory as a whole. Calls
 * access the disk: write on the pool, read on the writer, by one thread at a time.
 */
class PieceFile
{
public:
    static constexpr qsizetype pieceBytes = 256 * 1024;

    explicit PieceFile(const QString &folder); ///< for the temporary file

    Result<void> add(QByteArrayView bytes);
    Result<void> finish(); ///< no more data follows
    qint64 size() const { return m_size; }

    using Taker = std::function<Result<void>(int position, const MessagePiece &)>;
    /// Passes the pieces to `take` in order, until it fails.
    Result<void> forEach(const Taker &take);

private:
    struct Place {
        qint64 size = 0;
        qint64 stored = 0;
    };

    Result<void> put(const QByteArray &piece);
    Error diskError() const;

    QTemporaryFile m_file;
    QByteArray m_last; ///< data not in a piece yet
    QList<Place> m_places;
    qint64 m_size = 0;
};

} // namespace Store
