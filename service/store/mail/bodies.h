// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailheader.h"
#include "store/mail/mailrow.h"

#include <QByteArrayView>

namespace Store {

class Session;

/// zstd, level 1. Call it on the pool, not on a database thread: 400 MB/s.
QByteArray compressBody(QByteArrayView raw);
/// Error::Storage: these bytes are not from compressBody(), or the message is larger than 64 MiB.
Result<QByteArray> decompressBody(QByteArrayView compressed);

/** A message that has been fetched and parsed, ready to be stored. */
struct ParsedBody {
    qint64 mailId = 0;
    QByteArray compressed; ///< of the raw message, by compressBody(); empty: too large to keep
    qint64 rawSize = 0;    ///< bytes before compression
    QString summary;
    bool isHtml = false;
    bool hasAttachment = false;
    QList<Attachment> attachments; ///< known part paths keep their ids
    bool isOutline = false;        ///< without attached files: BodyState::OnDemand
    QByteArray cuts = {};          ///< positions of files missing here; pieces have them
    std::optional<MailHeader>
        header = {}; ///< as the whole message says; nothing: the row stays as it is

    friend bool operator==(const ParsedBody &, const ParsedBody &) = default;
};

BodyState stateOf(const ParsedBody &body); ///< of the mail, after this is stored

/// Stores bodies (up to 500 is good) and marks each mail to be indexed. Returns the ids of these
/// mails; mails deleted meanwhile are left out.
Result<QList<qint64>> storeBodies(Session &session, const QList<ParsedBody> &bodies);

/// The server did not return the texts of these mails in this attempt. Mails without a text after
/// three attempts become `Unavailable`; returns their ids.
Result<QList<qint64>> noteMissingBodies(Session &session, const QList<qint64> &mailIds);

/** A message as it is stored. */
struct StoredBody {
    QByteArray raw;
    QByteArray cuts; ///< empty: `raw` is all that is stored
};

/// The raw message. For a message that is too large to keep, or is kept in pieces, its outline:
/// texts and headers, without the content of attachments. Error::NotFound: no such mail, or its
/// body is not stored.
Result<StoredBody> storedBody(Session &session, qint64 mailId);
Result<QByteArray> rawBody(Session &session, qint64 mailId);

/** A message as it is stored; decompressBody() reads it, on another thread. */
struct PackedBody {
    QByteArray compressed; ///< empty: not stored, or too large
    qint64 rawSize = 0;    ///< bytes before compression
};

/// `most`: the raw message has at most this many bytes.
Result<PackedBody> packedBody(Session &session, qint64 mailId, qint64 most);

/// Copies the pieces of a sent message to its local copy, in the caller's transaction.
Result<void> keepPieces(Session &session, qint64 outboxId, qint64 mailId);

/// A piece of a mail that is kept in pieces, counted from 0: 256 KiB, the last piece is shorter;
/// empty after the last one.
Result<QByteArray> bodyPiece(Session &session, qint64 mailId, int position);

/// Whether the text of a mail is stored. Error::NotFound: there is no such mail.
Result<bool> hasBody(Session &session, qint64 mailId);

/** A mail whose body is to be fetched. */
struct BodyWanted {
    qint64 mailId = 0;
    quint32 uid = 0;
    qint64 size = 0; ///< bytes, as the server said

    friend bool operator==(const BodyWanted &, const BodyWanted &) = default;
};

/// Mails of the folder whose body is pending, newest (highest uid) first, below `belowUid`
/// (0: no limit), none larger than `maxSize` bytes, at most `max`.
Result<QList<BodyWanted>> wantedBodies(Session &session, qint64 folderId, quint32 belowUid,
                                       qint64 maxSize, int max);

} // namespace Store
