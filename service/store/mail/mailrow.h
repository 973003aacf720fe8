// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailquery.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Store {

/// The place of the message text; stored as a number in `mails.body_state`.
enum class BodyState : int {
    Pending = 0,     ///< will be fetched
    Stored = 1,      ///< in `bodies`
    OnDemand = 2,    ///< too large to keep: fetched from the server when asked for
    Unavailable = 3, ///< the server lists the mail and does not give its text
};

/// Flags at the server, as bits of `mails.server_flags`.
enum ServerFlag : quint8 { ServerSeen = 1, ServerFlagged = 2, ServerAnswered = 4 };
constexpr quint8 followedFlags = ServerSeen | ServerFlagged; ///< mails have these here, too

/// The state of a mail in the full text search; stored as a number in `mails.search_state`.
enum class SearchState : int {
    Waiting = 0, ///< for its body; indexed by sender and subject
    Pending = 1, ///< to be indexed with the stored data; `WHERE search_state = 1` has an index
    Indexed = 2,
};

/**
 * A mail as lists show it. Texts are UTF-8 bytes as read, ready to be written as JSON; listMails()
 * and mailsByIds() cut long ones (store/mail/shortrow.h), mailById() returns them as they are stored.
 */
struct MailRow {
    qint64 id = 0;
    qint64 accountId = 0;
    qint64 folderId = 0;
    quint32 uid = 0; ///< 0: a local copy, or gone from the server
    qint64 createdAt = 0;
    std::optional<qint64> sentAt;
    qint64 storedAt = 0;
    qint64 size = 0;
    bool isRead = false;
    bool isStarred = false;
    bool hasAttachment = false;
    bool isHtml = false;
    Listing listing = Listing::OnServer;
    BodyState bodyState = BodyState::Pending;
    QByteArray messageId;
    QByteArray from;
    QByteArray fromName;
    QByteArray toJson;     ///< JSON array of addresses; in rows of lists and events the first 20
    QByteArray ccJson;     ///< the same
    qsizetype toCount = 0; ///< of all addresses
    qsizetype ccCount = 0;
    QByteArray subject;
    QByteArray summary;
    QByteArray folder;
    QByteArray folderRole; ///< empty: none
    QByteArray accountName;
    qint64 threadId = 0;   ///< of its conversation
    qint64 threadSize = 1; ///< mails of it that lists show, sent ones included; never 0

    bool isOnServer() const { return listing == Listing::OnServer; }

    friend bool operator==(const MailRow &, const MailRow &) = default;
};

struct MailPage {
    QList<MailRow> items;
    qint64 total = 0; ///< of all pages, exact

    friend bool operator==(const MailPage &, const MailPage &) = default;
};

/** A part of a mail that is not its text. */
struct Attachment {
    qint64 id = 0;
    qint64 mailId = 0;
    QByteArray partPath; ///< as in IMAP: `2.1`
    QString filename;
    QByteArray contentType;
    std::optional<qint64> size; ///< decoded bytes
    QByteArray contentId;       ///< without brackets
    bool isInline = false;

    friend bool operator==(const Attachment &, const Attachment &) = default;
};

/** A mail to be stored, from its list data. */
struct NewMail {
    quint32 uid = 0; ///< 0: a local copy
    qint64 createdAt = 0;
    std::optional<qint64> sentAt;
    qint64 size = 0;
    bool isRead = false; ///< also the server's flag at this time
    bool isStarred = false;
    bool isReplied = false; ///< the server has \Answered
    bool hasAttachment = false;
    bool isHtml = false;
    Listing listing = Listing::OnServer;
    BodyState bodyState = BodyState::Pending;
    QString messageId; ///< with angle brackets; empty: none
    QString emailId;   ///< EMAILID (RFC 8474); empty: the server did not report it
    QString from;
    QString fromName;
    QStringList to; ///< addresses
    QStringList cc;
    QStringList references; ///< ids of the mails that it answers, as Mime::references() bounds them
    QString subject;
    QString summary;
    QList<Attachment> attachments; ///< their ids are assigned at insert and do not change

    friend bool operator==(const NewMail &, const NewMail &) = default;
};

} // namespace Store
