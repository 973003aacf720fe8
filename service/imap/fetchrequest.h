// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/bodystructure.h"
#include "imap/limits.h"
#include "imap/uidset.h"

#include <functional>
#include <memory>
#include <optional>

namespace Imap {

/** `<origin.length>` of BODY[]; the server may send less. */
struct PartialRange {
    quint64 origin = 0;
    quint32 length = 0;

    bool operator==(const PartialRange &) const = default;
};

/** One BODY.PEEK[section]: "" is the whole message, "1.2" a part, "1.2.MIME" its header. */
struct SectionRequest {
    QByteArray section;
    std::optional<PartialRange> partial;

    bool operator==(const SectionRequest &) const = default;
};

/**
 * The items that UID FETCH requests; the UID is always requested. Never sets \\Seen: BODY.PEEK
 * only.
 */
struct FetchRequest {
    UidSet uids;
    bool flags = false;
    bool internalDate = false;
    bool size = false;
    bool bodyStructure = false;
    bool modSeq = false;
    bool emailId = false;           ///< EMAILID, RFC 8474; the server must offer OBJECTID
    QList<QByteArray> headerFields; ///< BODY.PEEK[HEADER.FIELDS (..)]; empty: none
    QList<SectionRequest> sections;
    quint64 changedSince = 0; ///< > 0: RFC 7162, only messages changed after it
    bool vanished = false;    ///< with changedSince: deleted UIDs too, as news (needs QRESYNC)
    /// RFC822.SIZE of the largest of the mails and of all of them, if sections are requested; 0: not
    /// known. Answers that are much longer are not kept.
    qint64 largestBytes = 0;
    qint64 allBytes = 0;
};

/// The limit for the literals of one answer. The sizes that servers report are not exact, so the
/// limit is twice the size, and a little more for small mails.
qsizetype literalBytesOf(const FetchRequest &request, const Limits &limits);

/// The limit for all answers together, lines and literals; Limits::commandBytes where no size is
/// known.
qsizetype answerBytesOf(const FetchRequest &request, const Limits &limits);

/// The items in brackets, e.g. `(UID FLAGS BODY.PEEK[])`.
QByteArray fetchItems(const FetchRequest &request);

/** Bytes of a section other than the whole message and the chosen header fields. */
struct BodySection {
    QByteArray section;            ///< upper case, as in the request: "1.2", "1.MIME", "HEADER"
    std::optional<quint64> origin; ///< set if a partial range was requested
    QByteArray data;               ///< null: the server has no such section

    bool operator==(const BodySection &) const = default;
};

/** One FETCH response. What was not in it is nothing, a null array, or empty. */
struct FetchedMessage {
    quint32 seq = 0;
    quint32 uid = 0;                        ///< 0: not given (only in news)
    std::optional<QList<QByteArray>> flags; ///< `\Seen`, `\Flagged`, `$Junk`.. as sent
    std::optional<qint64> internalDate;     ///< seconds since 1970 UTC
    std::optional<quint32> size;            ///< RFC822.SIZE: bytes
    std::optional<quint64> modSeq;
    QByteArray emailId; ///< EMAILID: letters, digits, `-` and `_`, at most 255; empty: none
    std::optional<BodyStructure> bodyStructure;
    QByteArray headerFields;           ///< BODY[HEADER.FIELDS (..)], ends with the empty line
    QByteArray body;                   ///< BODY[] or a part of it
    std::optional<quint64> bodyOrigin; ///< set: `body` is a chunk that starts there
    QList<BodySection> sections;

    /**
     * The share of the process' memory budget that the literals use, as long as the message lives.
     */
    struct Memory {
        std::shared_ptr<const void> lease;
        bool operator==(const Memory &) const { return true; }
    };
    Memory memory;

    bool operator==(const FetchedMessage &) const = default;
};

/**
 * Called for each message as it arrives, inside the socket's readyRead: take what you need and
 * return. A server may answer one message in two responses. Not called any more once fetch()
 * returned.
 */
using FetchSink = std::function<void(FetchedMessage &&)>;

} // namespace Imap
