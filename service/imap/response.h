// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/capabilities.h"
#include "imap/fetchrequest.h"

#include <QString>

#include <variant>

/**
 * The responses of a server, as plain structs: RFC 3501 7, RFC 9051 7, RFC 4731, RFC 5161, RFC
 * 7162.
 */
namespace Imap {

/** OK, NO, BAD, BYE or PREAUTH, tagged or not. */
struct StatusLine {
    enum class Kind { Ok, No, Bad, Bye, PreAuth };
    QByteArray tag; ///< empty: untagged
    Kind kind = Kind::Ok;
    QByteArray code;     ///< upper case word of `[CODE data]`; empty: none
    QByteArray codeData; ///< the rest inside the brackets
    QString text;        ///< for people, shortened to 500 characters, control characters removed

    std::optional<quint64> codeNumber() const;

    bool operator==(const StatusLine &) const = default;
};

/** `+ text`: go on. */
struct Continuation {
    QByteArray text;
    bool operator==(const Continuation &) const = default;
};

struct CapabilityData {
    Capabilities capabilities;
    bool operator==(const CapabilityData &) const = default;
};

struct ExistsData {
    quint32 count = 0;
    bool operator==(const ExistsData &) const = default;
};

struct ExpungeData {
    quint32 seq = 0;
    bool operator==(const ExpungeData &) const = default;
};

/** RFC 7162 3.2.10. */
struct VanishedData {
    UidSet uids;
    bool earlier = false; ///< answers our request, is not news
    bool operator==(const VanishedData &) const = default;
};

/** What a folder is for, RFC 6154. */
enum class FolderRole { None, Inbox, All, Archive, Drafts, Flagged, Junk, Sent, Trash };

struct ListedFolder {
    QString path;                 ///< decoded; levels divided by `delimiter`
    QByteArray wireName;          ///< as sent, modified UTF-7
    QString delimiter;            ///< one character; empty: no levels
    QList<QByteArray> attributes; ///< lower case, e.g. `\hasnochildren`
    FolderRole role = FolderRole::None;

    bool isSelectable() const;

    bool operator==(const ListedFolder &) const = default;
};

/** Result of UID SEARCH, from SEARCH or ESEARCH. */
struct SearchResult {
    UidSet uids;
    std::optional<quint64> modSeq;
    std::optional<quint32> count; ///< ESEARCH COUNT, if requested

    bool operator==(const SearchResult &) const = default;
};

struct FolderStatus {
    QString path;
    std::optional<quint32> messages;
    std::optional<quint32> unseen;
    std::optional<quint32> uidNext;
    std::optional<quint32> uidValidity;
    std::optional<quint64> highestModSeq;
    std::optional<quint64> size; ///< bytes of its messages, RFC 8438

    bool operator==(const FolderStatus &) const = default;
};

/** ENABLED. (FLAGS and PERMANENTFLAGS are not used.) */
struct EnabledData {
    QList<QByteArray> names; ///< upper case
    bool operator==(const EnabledData &) const = default;
};

/** Well formed and of no interest: RECENT, FLAGS, ID, NAMESPACE, unknown extensions. */
struct OtherData {
    QByteArray name; ///< upper case
    bool operator==(const OtherData &) const = default;
};

using Response =
    std::variant<StatusLine, Continuation, CapabilityData, ExistsData, ExpungeData, VanishedData,
                 FetchedMessage, ListedFolder, SearchResult, FolderStatus, EnabledData, OtherData>;

} // namespace Imap
