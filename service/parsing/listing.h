// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/fetchrequest.h"
#include "mime/headers.h"
#include "store/mail/accounts.h"
#include "store/mail/bodies.h"
#include "store/mail/mailrow.h"

#include <QList>

/** Converts the server's data of a message to a list row. Pure; runs on the pool. */
namespace Parsing {

/// Mails up to this size are fetched with the others of their folder.
constexpr qint64 maxBodyInTurn = qint64(2) * 1024 * 1024;
/// Up to this size they are fetched at the very end; larger ones stay at the server.
constexpr qint64 maxBodyStored = qint64(50) * 1024 * 1024;

/// The FETCH request for list rows. It costs the server a fraction of ENVELOPE. The caller sets the uids. Without
/// the structure, for which a server whose cache is cold reads and parses each mail whole: for most mails the body
/// follows and says the same. `emailId`: EMAILID too, for a server that offers OBJECTID (RFC 8474).
Imap::FetchRequest listRequest(bool emailId = false);

/// The FETCH request for the structures of mails whose bodies do not follow at once.
Imap::FetchRequest structureRequest();

/// The FETCH request for the texts of these mails, with the sizes that the server reported.
Imap::FetchRequest bodyRequest(const QList<Store::BodyWanted> &mails);

/// The Message-IDs of the mails that this mail refers to, in the form of a row's `messageId`.
QStringList referencesOf(const Mime::Headers &headers);

/// The UID SEARCH criteria for the mails of the account's syncMode; empty: all. `now` in seconds.
QByteArray wantedCriteria(const Store::Account &account, qint64 now);

/// The addresses of a header field as a row has them: in order, without the names.
QStringList addressesOf(const QList<Mime::Address> &field);

/// Flags that we follow, as Store::ServerFlag bits.
quint8 serverFlags(const QList<QByteArray> &flags);

/**
 * One row. `createdAt` is INTERNALDATE, else the Date header if it lies between 1970 and tomorrow,
 * else `now` (seconds).
 */
Store::NewMail newMail(const Imap::FetchedMessage &message, qint64 now);

/// Rows of all messages that have a UID, in their order; a repeated UID counts once.
QList<Store::NewMail> newMails(const QList<Imap::FetchedMessage> &messages, qint64 now);

} // namespace Parsing
