// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/tombstones.h"

#include "store/folders.h"
#include "store/mailrow.h"
#include "store/session.h"

#include <QCryptographicHash>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

struct Grave {
    qint64 folderId = 0;
    quint32 uidValidity = 0; ///< 0: no uid of the server, only the identity counts
    qint64 uid = 0;
    bool isAtServer = false; ///< the mail itself, under this uid
};

Result<QByteArray> identityOf(Session &session, qint64 mailId)
{
    Query query = session.query("mails_identity");
    query.bind(u":id"_s, mailId).exec();
    if (query.next())
        return mailIdentity(query.text(0), query.int64(1), query.int64(2), query.text(3),
                            query.text(4));
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
    if (!folder)
        return folder.error();
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
    if (!graves)
        return graves.error();
    const Result<QByteArray> identity = identityOf(session, mail.id);
    if (!identity)
        return identity.error();
    for (const Grave &grave : *graves) {
        const Result<void> buried = session.query("tombstones_insert")
                                        .bind(u":folder_id"_s, grave.folderId)
                                        .bind(u":uid_validity"_s, grave.uidValidity)
                                        .bind(u":uid"_s, grave.uid)
                                        .bind(u":account_id"_s, mail.counts.accountId)
                                        .bind(u":identity"_s, *identity)
                                        .bind(u":is_there"_s, grave.isAtServer)
                                        .run();
        if (!buried)
            return buried;
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

Result<bool> hasTombstones(Session &session, qint64 folderId)
{
    Query query = session.query("tombstones_any");
    query.bind(u":folder_id"_s, folderId).exec();
    const bool any = query.next() && query.flag(0);
    if (query.failed())
        return query.error();
    return any;
}

Result<bool> isBuried(Session &session, const Folder &folder, const NewMail &mail)
{
    Query exact = session.query("tombstones_find");
    exact.bind(u":folder_id"_s, folder.id).bind(u":uid_validity"_s, folder.uidValidity);
    exact.bind(u":uid"_s, mail.uid).exec();
    if (exact.next())
        return true;
    if (exact.failed())
        return exact.error();
    Query older = session.query("tombstones_move");
    older.bind(u":folder_id"_s, folder.id).bind(u":uid_validity"_s, folder.uidValidity);
    older.bind(u":uid"_s, mail.uid);
    older.bind(u":identity"_s,
               mailIdentity(mail.messageId, mail.createdAt, mail.size, mail.from, mail.subject));
    older.exec();
    if (older.failed())
        return older.error();
    return older.affected() > 0;
}

} // namespace Store
