// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/transfer.h"

#include <QByteArray>

namespace Mime {

/**
 * decodeTransfer() for data in pieces: the pieces together are decoded as the whole would be, and
 * no more than some 100 KiB of it is kept, however long it is.
 */
class TransferStream
{
public:
    explicit TransferStream(Encoding encoding) : m_encoding(encoding) { }

    QByteArray take(const QByteArray &piece); ///< the bytes that can be decoded so far
    QByteArray finish();                      ///< the rest

private:
    QByteArray takeBase64(const QByteArray &piece);
    QByteArray finishBase64();
    QByteArray takeQuotedPrintable(const QByteArray &piece);
    QByteArray takeLongBlanks();
    QByteArray takeUuencode(const QByteArray &piece);
    QByteArray takeYenc(const QByteArray &piece);
    void putQuantum(bool isWhole);

    const Encoding m_encoding;
    QByteArray m_kept; ///< not decoded yet
    /// Of quoted-printable: in blanks that are kept, because there are more than `mostAddedBlanks`.
    bool m_isInLongBlanks = false;
    // Of base64:
    QByteArray m_out;     ///< decoded and not returned yet
    quint32 m_bits = 0;   ///< of a quantum that is not complete
    int m_count = 0;      ///< its characters
    qsizetype m_safe = 0; ///< of m_out: bytes that text behind a padding can no longer change
    bool m_isPadded = false;
    bool m_isEnded = false; ///< the rest is text and not base64
};

} // namespace Mime
