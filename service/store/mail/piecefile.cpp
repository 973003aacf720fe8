// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/piecefile.h"

#include "store/mail/bodies.h"
#include "store/sql/columns.h"

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<MessagePiece> pieceColumns{
    { "size", &MessagePiece::size },
    { "bytes", &MessagePiece::bytes },
};

} // namespace

Result<QByteArray> unpackedPiece(Query query)
{
    const Result<std::optional<MessagePiece>> found = query.readFirst(pieceColumns);
    RETURN_IF_ERROR(found);
    if (!*found)
        return QByteArray();
    const MessagePiece &piece = **found;
    return piece.size > piece.bytes.size() ? decompressBody(piece.bytes) : piece.bytes;
}

PieceFile::PieceFile(const QString &folder) : m_file(folder + u"/message-XXXXXX"_s) { }

Result<void> PieceFile::add(QByteArrayView bytes)
{
    m_size += bytes.size();
    while (!bytes.isEmpty()) {
        const qsizetype taken = std::min(bytes.size(), pieceBytes - m_last.size());
        m_last.append(bytes.first(taken));
        bytes = bytes.sliced(taken);
        if (bytes.isEmpty() || m_last.size() < pieceBytes)
            continue;
        RETURN_IF_ERROR(put(m_last));
        m_last.clear();
    }
    return {};
}

Result<void> PieceFile::finish()
{
    if (m_places.isEmpty()) // a short message stays in memory
        return {};
    const Result<void> kept = put(m_last);
    m_last = QByteArray();
    return kept;
}

Result<void> PieceFile::put(const QByteArray &piece)
{
    errno = 0;
    if (!m_file.isOpen() && !m_file.open())
        return diskError();
    const QByteArray packed = compressBody(piece);
    const QByteArray &shorter = packed.size() < piece.size() ? packed : piece;
    errno = 0;
    if (m_file.write(shorter) != shorter.size() || !m_file.flush())
        return diskError();
    m_places.append({ piece.size(), shorter.size() });
    return {};
}

Result<void> PieceFile::forEach(const Taker &take)
{
    if (m_places.isEmpty())
        return take(0, { m_last.size(), m_last });
    errno = 0;
    if (!m_file.seek(0))
        return diskError();
    for (qsizetype i = 0; i < m_places.size(); ++i) {
        const MessagePiece piece{ m_places.at(i).size, m_file.read(m_places.at(i).stored) };
        if (piece.bytes.size() != m_places.at(i).stored)
            return diskError();
        RETURN_IF_ERROR(take(int(i), piece));
    }
    return {};
}

Error PieceFile::diskError() const
{
    return { errno == ENOSPC ? Error::Code::StorageFull : Error::Code::Storage,
             u"A mail cannot be written to the disk: %1"_s.arg(m_file.errorString()) };
}

} // namespace Store
