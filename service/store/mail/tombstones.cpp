// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/tombstones.h"

#include "store/mail/alikemails.h"
#include "store/mail/folders.h"
#include "store/mail/mailmover.h"
#include "store/mail/mailrow.h"
#include "store/sql/session.h"

#include <QCryptographicHash>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

struct Grave {
    qint64 folderId = 0;
    quint32 uidValidity = 0; ///< 0: `uid` is not from the server; only the identity is used
    qint64 uid = 0;
    bool isAtServer = false; ///< the server has the mail under this uid
};

/** The data by which the mail is recognised later. */
struct Identity {
    QByteArray identity; ///< under another UIDVALIDITY
    QByteArray evidence; ///< in another folder
    QString emailId;
};

Result<Identity> identityOf(Session &session, qint64 mailId)
{
    Query query = session.query("mails_identity");
    query.bind(u":id"_s, mailId).exec();
    if (query.next())
        return Identity{ mailIdentity(query.text(0), query.int64(1), query.int64(2), query.text(3),
                                      query.text(4)),
                         mailEvidence(query.text(0), query.int64(1), query.maybeInt64(5),
                                      query.int64(2), query.text(3), query.text(4)),
                         query.text(6) };
    return query.failed() ? query.error()
                          : Error{ Error::Code::NotFound, u"There is no such mail."_s };
}

Result<QList<Grave>> sentGraves(Session &session, const MailState &mail)
{
    Query query = session.query("folders_sent");
    query.bind(u":account_id"_s, mail.counts.accountId).exec();
    QList<Grave> graves;
    while (query.next())
        graves.append(Grave{ query.int64(0), 0, mail.id });
    if (query.failed())
        return query.error();
    return graves;
}

Result<QList<Grave>> gravesFor(Session &session, const MailState &mail)
{
    if (mail.counts.listing == Listing::SentCopy)
        return sentGraves(session, mail);
    const Result<Folder> folder = folderById(session, mail.counts.folderId);
    RETURN_IF_ERROR(folder);
    if (mail.uid == 0) // waits to be recognised after a UIDVALIDITY change
        return QList{ Grave{ folder->id, 0, mail.id } };
    return QList{ Grave{ folder->id, folder->uidValidity, mail.uid,
                         mail.counts.listing == Listing::OnServer } };
}

} // namespace

QByteArray mailIdentity(QStringView messageId, qint64 createdAt, qint64 size, QStringView from,
                        QStringView subject)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(messageId.toUtf8());
    if (messageId.isEmpty()) {
        hash.addData(QByteArray::number(createdAt) + ' ' + QByteArray::number(size) + ' ');
        hash.addData(from.toUtf8() + '\n' + subject.toUtf8());
    }
    return hash.result().first(16);
}

Result<void> bury(Session &session, const MailState &mail)
{
    const Result<QList<Grave>> graves = gravesFor(session, mail);
    RETURN_IF_ERROR(graves);
    const Result<Identity> identity = identityOf(session, mail.id);
    RETURN_IF_ERROR(identity);
    const Result<QList<MailCopy>> copies = youngerCopies(session, mail.id);
    RETURN_IF_ERROR(copies);
    const bool mayBeMoved = !copies->isEmpty() && copies->first().isUnsettled;
    // The server's copy of a sent mail has another size than ours.
    const bool isSentCopy = mail.counts.listing == Listing::SentCopy;
    for (const Grave &grave : *graves) {
        Query query = session.query("tombstones_insert");
        query.bind(u":folder_id"_s, grave.folderId).bind(u":uid_validity"_s, grave.uidValidity);
        query.bind(u":uid"_s, grave.uid).bind(u":account_id"_s, mail.counts.accountId);
        query.bind(u":identity"_s, identity->identity);
        query.bind(u":evidence"_s,
                   isSentCopy ? std::optional<QByteArray>() : std::optional(identity->evidence));
        query.bind(u":email_id"_s, identity->emailId);
        query.bind(u":copy_id"_s, mayBeMoved ? copies->first().mail.id : qint64(0));
        query.bind(u":is_there"_s, grave.isAtServer);
        RETURN_IF_ERROR(query.run());
    }
    return {};
}

Result<QList<quint32>> uidsToDelete(Session &session, const Folder &folder, int max)
{
    Query query = session.query("tombstones_to_delete");
    query.bind(u":account_id"_s, folder.accountId).bind(u":folder_id"_s, folder.id);
    query.bind(u":max"_s, max).exec();
    QList<quint32> uids;
    while (query.next())
        uids.append(query.uint32(0));
    if (query.failed())
        return query.error();
    return uids;
}

Result<void> keepBuriedAtServer(Session &session, qint64 accountId)
{
    return session.query("tombstones_keep_at_server").bind(u":account_id"_s, accountId).run();
}

Result<QList<MailState>> movesOfBuried(Session &session, qint64 folderId,
                                       const QList<quint32> &uids)
{
    Query query = session.query("tombstones_copies");
    query.bind(u":folder_id"_s, folderId).exec();
    QList<MailState> copies;
    while (query.next()) {
        if (uids.contains(query.uint32(9)))
            copies.append(readState(query));
    }
    if (query.failed())
        return query.error();
    return copies;
}

} // namespace Store
