// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailinsert.h"
#include "sync/requesthandler.h"

using namespace Qt::StringLiterals;
using Sync::AccountFolders;
using Sync::RequestHandler;

namespace {

const QString inbox = u"INBOX"_s;
const QString work = u"Work"_s;

/** A connected account with the stored folders INBOX and Work. `script`: what follows after their survey. */
struct Desk : AccountFixture {
    explicit Desk(const QStringList &script)
        : AccountFixture(Dialogue::login() + Dialogue::list({ inbox, work })
                         + Dialogue::status(inbox) + Dialogue::status(work) + script)
    {
        change([](Store::Account &account) {
            account.folders = { inbox, work };
            account.flagSync = "both";
        });
        inboxId = addFolder(inbox, "inbox");
        workId = addFolder(work);
        connect();
        folders = std::make_unique<AccountFolders>(context, indexer, *connection.session(), row,
                                                   requests, report.progress());
        must(awaited(folders->survey(true)));
        handler = std::make_unique<RequestHandler>(id, context.database, requests, *folders);
    }

    /// A user marks a mail of Work as read, which the server does not know.
    void markMailOfWork()
    {
        write([this](Store::Session &session) -> Result<void> {
            const Store::Folder folder = must(Store::folderById(session, workId));
            Store::NewMail mail;
            mail.uid = 5;
            mail.bodyState = Store::BodyState::Stored;
            const auto stored = must(Store::insertMails(session, folder, { mail }));
            must(Store::setFlags(session, { stored.first().id },
                                 { .isRead = true, .isStarred = {} }));
            return {};
        });
        requests.requestStoring();
    }

    qint64 inboxId = 0;
    qint64 workId = 0;
    std::unique_ptr<AccountFolders> folders;
    std::unique_ptr<RequestHandler> handler;
};

QStringList fetchedBody(quint32 uid)
{
    return { u"C: $ UID FETCH %1 (UID BODY.PEEK[])"_s.arg(uid),
             u"S: * 1 FETCH (UID %1 BODY[] {5}\r\nHello)"_s.arg(uid), Dialogue::ok };
}

const QStringList refusedSelect{ u"C: $ SELECT \"Work\""_s, Dialogue::no };

} // namespace

/** Bodies that users wait for, and changes that they made. */
class TestRequestHandler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bodiesAreFetchedFolderByFolder();
    void bodyOfAFolderThatIsNotFollowedIsNotFound();
    void bodiesStayRequestedWhenTheFolderDoesNotOpen();
    void withoutARequestNothingIsRead();
    void withoutChangesNothingIsOpened();
    void openFolderIsOpenedAgainAfterTheChanges();
    void folderWithAnotherUidValidityEndsTheStoring();
};

void TestRequestHandler::bodiesAreFetchedFolderByFolder()
{
    Desk desk(Dialogue::examine(inbox) + fetchedBody(3) + Dialogue::examine(work) + fetchedBody(4)
              + fetchedBody(5));
    must(awaited(desk.folders->enter(inbox)));
    const auto first = desk.requests.requestBody(desk.inboxId, { .mailId = 1, .uid = 3 }, this);
    const auto second = desk.requests.requestBody(desk.workId, { .mailId = 2, .uid = 4 }, this);
    const auto third = desk.requests.requestBody(desk.workId, { .mailId = 3, .uid = 5 }, this);
    QVERIFY(awaited(desk.handler->serveBodies()).ok());
    QVERIFY(first.isFinished() && second.isFinished() && third.isFinished());
    QVERIFY(!desk.requests.hasBodies());
    QCOMPARE(desk.problem(), QString());
}

void TestRequestHandler::bodyOfAFolderThatIsNotFollowedIsNotFound()
{
    Desk desk(Dialogue::examine(work) + fetchedBody(4));
    const Sync::BodyRequest lost{ 99, {}, {} };
    desk.requests.bodies().append(lost);
    const auto other = desk.requests.requestBody(desk.workId, { .mailId = 2, .uid = 4 }, this);
    QVERIFY(awaited(desk.handler->serveBodies()).ok());
    const auto outcome = [](Async::Completion<Result<void>> done) -> QCoro::Task<Result<void>> {
        Result<void> value = co_await done;
        co_return value;
    };
    QCOMPARE(awaited(outcome(lost.done)).error().code, Error::Code::NotFound);
    QVERIFY(awaited(outcome(other)).ok());
    QCOMPARE(desk.problem(), QString());
}

void TestRequestHandler::bodiesStayRequestedWhenTheFolderDoesNotOpen()
{
    Desk desk(Dialogue::refusedExamine(work));
    const auto waiting = desk.requests.requestBody(desk.workId, { .mailId = 2, .uid = 4 }, this);
    QCOMPARE(awaited(desk.handler->serveBodies()).error().code, Error::Code::Server);
    QVERIFY(!waiting.isFinished());
    QVERIFY(desk.requests.hasBodies());
}

void TestRequestHandler::withoutARequestNothingIsRead()
{
    Desk desk({});
    desk.markMailOfWork();
    desk.requests.takeChangesToStore();
    desk.database->close(); // a read would fail
    QVERIFY(awaited(desk.handler->storeChanges()).ok());
    desk.requests.requestStoring();
    QCOMPARE(awaited(desk.handler->storeChanges()).error().code, Error::Code::Storage);
}

void TestRequestHandler::withoutChangesNothingIsOpened()
{
    Desk desk(Dialogue::examine(inbox));
    must(awaited(desk.folders->enter(inbox)));
    desk.requests.requestStoring();
    QVERIFY(awaited(desk.handler->storeChanges()).ok());
    QVERIFY(!desk.requests.hasChangesToStore());
    QCOMPARE(desk.folders->openPath(), inbox);
    QCOMPARE(desk.problem(), QString());
}

// The server refuses to open Work for writing, so its changes wait; Work is checked nevertheless.
void TestRequestHandler::openFolderIsOpenedAgainAfterTheChanges()
{
    Desk desk(Dialogue::examine(inbox) + refusedSelect + Dialogue::examine(work)
              + Dialogue::examine(inbox));
    must(awaited(desk.folders->enter(inbox)));
    desk.markMailOfWork();
    QVERIFY(awaited(desk.handler->storeChanges()).ok());
    QCOMPARE(desk.folders->openPath(), inbox);
    QCOMPARE(desk.problem(), QString());
}

void TestRequestHandler::folderWithAnotherUidValidityEndsTheStoring()
{
    Desk desk(Dialogue::examine(inbox) + refusedSelect + Dialogue::examine(work, 8)
              + Dialogue::examine(work, 8));
    must(awaited(desk.folders->enter(inbox)));
    desk.markMailOfWork();
    QCOMPARE(awaited(desk.handler->storeChanges()).error().code, Error::Code::Conflict);
    QVERIFY(desk.folders->hasUnexpected());
    QCOMPARE(desk.folders->openPath(), QString());
    QCOMPARE(desk.problem(), QString());
}

QTEST_GUILESS_MAIN(TestRequestHandler)
#include "tst_requesthandler.moc"
