// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderfixture.h"

#include "parsing/listing.h"
#include "store/db/transaction.h"
#include "store/mail/bodies.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailinsert.h"
#include "store/mail/mailstate.h"
#include "store/mail/pendingflagchanges.h"
#include "store/people/users.h"

#include <QDateTime>
#include <QLocale>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Imap::SessionOptions quick()
{
    return { .silenceTimeout = std::chrono::milliseconds(Support::patience(3000)),
             .nextSecond = 1ms };
}

QCoro::Task<bool> stopped(Indexing::Indexer &indexer)
{
    co_await indexer.stop();
    co_return true;
}

/// Runs `work` on the writer, in a transaction.
template<typename Work>
auto written(TestDatabase &database, Work work)
{
    return must(database.with([work](Store::Session &session) {
        Store::Transaction transaction(session);
        return transaction.commit(work(session));
    }));
}

QByteArray headersOf(quint32 uid)
{
    const QByteArray number = QByteArray::number(uid);
    return "From: Anna <anna@example.org>\r\nSubject: Mail " + number + "\r\nMessage-ID: <" + number
        + "@example.org>\r\n\r\n";
}

qint64 arrivedAt(quint32 uid)
{
    return 1'779'000'000 + qint64(uid);
}

} // namespace

FolderFixture::FolderFixture()
    : session({}, quick()), m_logins(m_calls, { *database, m_secrets, {}, {}, {} }), context{
          *database, m_secrets, m_logins, pool, clock, m_observer, {}, {}, {}
      }
{
    database->onCommitted([this](const QList<Store::Event> &events) {
        const QMutexLocker locker(&m_mutex);
        for (const Store::Event &event : events)
            m_events.append(event.name);
    });
    account = written(database, [](Store::Session &db) -> Result<Store::Account> {
        Store::User user;
        user.username = u"anna"_s;
        Store::Account made;
        made.ownerId = must(Store::insertUser(db, user));
        made.name = made.email = made.username = u"anna@example.org"_s;
        const qint64 id = must(Store::insertAccount(db, made));
        must(Store::ensureFolder(db, id, u"INBOX"_s, "inbox"));
        return Store::accountById(db, id);
    });
    store(imported());
    takeEvents();
}

FolderFixture::~FolderFixture()
{
    awaited(stopped(indexer));
    m_logins.stop(5s);
}

void FolderFixture::connect(const QStringList &script, const QByteArray &capabilities)
{
    const QString greeting =
        u"S: * PREAUTH [CAPABILITY IMAP4rev1 %1] hi"_s.arg(QString::fromLatin1(capabilities));
    server = std::make_unique<Support::ScriptedServer>(QStringList{ greeting } + script);
    const Net::Endpoint endpoint{ u"127.0.0.1"_s, server->serverPort(), Net::Security::None, {} };
    must(awaited(session.open(endpoint)));
}

QString FolderFixture::problem() const
{
    const bool isWrong = !server->problem().isEmpty() || server->isDone();
    return isWrong ? server->problem() : u"not all steps of the script were taken"_s;
}

void FolderFixture::changeAccount(const std::function<void(Store::Account &)> &change)
{
    change(account);
    written(database, [this](Store::Session &db) -> Result<bool> {
        must(Store::updateAccount(db, account));
        return true;
    });
}

Store::Folder FolderFixture::imported() const
{
    Store::Folder row;
    row.id = 1;
    row.accountId = account.id;
    row.path = u"INBOX"_s;
    row.role = "inbox";
    row.uidValidity = 7;
    row.uidNextAtFirstImport = 10;
    row.uidNext = 10;
    row.firstImportDone = true;
    row.comparedAt = clock.now() - 100;
    return row;
}

void FolderFixture::store(const Store::Folder &row)
{
    written(database, [row](Store::Session &db) -> Result<bool> {
        must(Store::updateFolder(db, row));
        return true;
    });
}

Store::Folder FolderFixture::storedRow()
{
    return must(database.with([](Store::Session &db) { return Store::folderById(db, 1); }));
}

QList<qint64> FolderFixture::insertRows(const QList<Store::NewMail> &mails)
{
    const QList<Store::StoredMail> stored = written(database, [mails](Store::Session &db) {
        return Store::insertMails(db, must(Store::folderById(db, 1)), mails);
    });
    QList<qint64> ids;
    for (const Store::StoredMail &mail : stored)
        ids.append(mail.id);
    return ids;
}

QList<qint64> FolderFixture::insert(const QList<quint32> &uids)
{
    QList<Store::NewMail> mails;
    for (const quint32 uid : uids)
        mails.append(Dialogue::row(uid));
    return insertRows(mails);
}

void FolderFixture::insertElsewhere(const QString &path, const Store::NewMail &mail)
{
    written(database, [=, id = account.id](Store::Session &db) {
        const Store::Folder folder = must(Store::ensureFolder(db, id, path, QByteArray()));
        return Store::insertMails(db, folder, { mail });
    });
}

qint64 FolderFixture::idOf(quint32 uid)
{
    const auto state = must(
        database.with([uid](Store::Session &db) { return Store::mailStateByUid(db, 1, uid); }));
    return state ? state->id : 0;
}

QStringList FolderFixture::mails()
{
    return database.with([](Store::Session &db) {
        Store::Query query = db.query("stats", "fixture", [](const QByteArray &) {
            return QByteArray("SELECT uid, is_read, is_starred, listing, body_state FROM mails"
                              " ORDER BY uid, id");
        });
        const QStringList places{ u"hidden"_s, u"kept"_s, u"there"_s, u"sent"_s };
        const QStringList bodies{ u"pending"_s, u"stored"_s, u"outline"_s, u"unavailable"_s };
        QStringList mails;
        query.exec();
        while (query.next()) {
            const QString flags = (query.flag("is_read") ? u"r"_s : QString())
                + (query.flag("is_starred") ? u"s"_s : QString());
            mails.append(u"%1 %2 %3 %4"_s.arg(
                QString::number(query.uint32("uid")), flags.isEmpty() ? u"-"_s : flags,
                places.at(query.int32("listing")), bodies.at(query.int32("body_state"))));
        }
        must(query.result());
        return mails;
    });
}

QByteArray FolderFixture::rawBody(quint32 uid)
{
    const qint64 id = idOf(uid);
    return must(database.with([id](Store::Session &db) { return Store::rawBody(db, id); }));
}

void FolderFixture::mark(quint32 uid, const Store::FlagPatch &flags)
{
    const qint64 id = idOf(uid);
    written(database, [=](Store::Session &db) { return Store::setFlags(db, { id }, flags); });
}

void FolderFixture::deleteMail(quint32 uid)
{
    const qint64 id = idOf(uid);
    written(database, [=](Store::Session &db) { return Store::deleteMails(db, { id }); });
}

qsizetype FolderFixture::pendingChanges()
{
    const Store::Folder row = storedRow();
    return must(database.with(
                    [row](Store::Session &db) { return Store::pendingFlagChanges(db, row, 100); }))
        .size();
}

void FolderFixture::execute(const QString &sql)
{
    must(database.with([sql](Store::Session &db) { return db.execute(sql); }));
}

qint64 FolderFixture::number(const QString &sql)
{
    return must(database.with([sql](Store::Session &db) {
        const QByteArray text = sql.toUtf8();
        Store::Query query = db.query("stats", text, [text](const QByteArray &) { return text; });
        return query.readNumber();
    }));
}

QList<QByteArray> FolderFixture::takeEvents()
{
    const QMutexLocker locker(&m_mutex);
    return std::exchange(m_events, {});
}

namespace Dialogue {

namespace {

const QString headerNames =
    u"FROM TO CC SUBJECT DATE MESSAGE-ID CONTENT-TYPE REFERENCES IN-REPLY-TO"_s;

QString requestRowsWith(const QString &uids, const QString &items)
{
    return u"C: $ UID FETCH %1 (UID FLAGS INTERNALDATE RFC822.SIZE%2 BODY.PEEK[HEADER.FIELDS (%3)])"_s
        .arg(uids, items, headerNames);
}

} // namespace

QByteArray message(quint32 uid)
{
    return headersOf(uid) + "Text of mail " + QByteArray::number(uid) + ".\r\n";
}

Store::NewMail row(quint32 uid)
{
    Imap::FetchedMessage fetched;
    fetched.uid = uid;
    fetched.flags = QList<QByteArray>();
    fetched.internalDate = arrivedAt(uid);
    fetched.size = quint32(message(uid).size());
    fetched.headerFields = headersOf(uid);
    return Parsing::newMail(fetched, arrivedAt(uid));
}

QStringList examine(quint32 exists, quint32 uidNext, quint64 modSeq, quint32 uidValidity)
{
    return opened(u"EXAMINE \"INBOX\""_s, exists, uidNext, modSeq, uidValidity);
}

QStringList opened(const QString &command, quint32 exists, quint32 uidNext, quint64 modSeq,
                   quint32 uidValidity)
{
    QStringList steps{ u"C: $ "_s + command, u"S: * %1 EXISTS"_s.arg(exists),
                       u"S: * OK [UIDVALIDITY %1] valid"_s.arg(uidValidity) };
    if (uidNext != 0)
        steps.append(u"S: * OK [UIDNEXT %1] next"_s.arg(uidNext));
    if (modSeq != 0)
        steps.append(u"S: * OK [HIGHESTMODSEQ %1] highest"_s.arg(modSeq));
    steps.append(ok);
    return steps;
}

QString requestRows(const QString &uids)
{
    return requestRowsWith(uids, QString());
}

QString requestStructures(const QString &uids)
{
    return u"C: $ UID FETCH %1 (UID BODYSTRUCTURE)"_s.arg(uids);
}

QString requestEmailIds(const QString &uids)
{
    return requestRowsWith(uids, u" EMAILID"_s);
}

QString requestBodies(const QString &uids)
{
    return u"C: $ UID FETCH %1 (UID BODY.PEEK[])"_s.arg(uids);
}

QString requestFlags(const QString &uids)
{
    return u"C: $ UID FETCH %1 (UID FLAGS)"_s.arg(uids);
}

namespace {

QString rowStep(quint32 uid, quint32 mail, const QString &flags, qint64 size)
{
    const QDateTime date = QDateTime::fromSecsSinceEpoch(arrivedAt(mail), Qt::UTC);
    const QString internalDate = QLocale::c().toString(date, u"dd-MMM-yyyy HH:mm:ss"_s);
    const QByteArray headers = headersOf(mail);
    return u"S: * %1 FETCH (UID %1 FLAGS (%2) INTERNALDATE \"%3 +0000\" RFC822.SIZE %4"
           " BODY[HEADER.FIELDS (%5)] {%6}\r\n%7)"_s.arg(
               QString::number(uid), flags, internalDate, QString::number(size), headerNames,
               QString::number(headers.size()), QString::fromLatin1(headers));
}

} // namespace

QString answerRow(quint32 uid, const QString &flags)
{
    return rowStep(uid, uid, flags, message(uid).size());
}

QString answerRowOf(quint32 uid, quint32 mail)
{
    return rowStep(uid, mail, {}, message(mail).size());
}

QString answerLargeRow(quint32 uid, qint64 size)
{
    return rowStep(uid, uid, {}, size);
}

QString answerBody(quint32 uid)
{
    const QByteArray body = message(uid);
    return u"S: * %1 FETCH (UID %1 BODY[] {%2}\r\n%3)"_s.arg(
        QString::number(uid), QString::number(body.size()), QString::fromLatin1(body));
}

QString answerFlags(quint32 uid, const QString &flags)
{
    return u"S: * %1 FETCH (UID %1 FLAGS (%2))"_s.arg(QString::number(uid), flags);
}

} // namespace Dialogue
