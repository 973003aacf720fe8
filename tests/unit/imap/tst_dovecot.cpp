// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/session.h"
#include "support/awaited.h"
#include "support/dovecot.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Imap;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::Security;
using Support::Dovecot;

/** Session with a real Dovecot. With POSTRIDER_REQUIRE_SERVERS=1 the test fails if Dovecot is missing. */
class TestDovecot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void logsInEveryWay_data();
    void logsInEveryWay();
    void tellsAWrongPassword();
    void tellsAnUnknownAuthority();
    void examineNeverMarksAsSeen();
    void seesAnAppendWhileIdle();
    void seesChangesOfOthers();
    void fetchesFiveHundredInPipelines();
    void listsRoles();
    void resynchronisesWithQresync();
    void noticesAHalfOpenServer();

private:
    Endpoint tls() const { return { u"127.0.0.1"_s, m_server->tlsPort(), Security::Tls, {} }; }
    std::unique_ptr<Session> opened(const Dovecot::User &user, SessionOptions options = {});

    std::unique_ptr<Dovecot> m_server;
    Net::TlsPolicy m_policy;
};

namespace {

QByteArray mail(qsizetype bytes)
{
    QByteArray text = "From: Ann <ann@example.org>\r\nTo: bob@example.org\r\nSubject: hello\r\n"
                      "Message-ID: <1@example.org>\r\nDate: Fri, 05 Jun 2026 09:30:00 +0000\r\n"
                      "Content-Type: text/plain\r\n\r\n";
    while (text.size() < bytes)
        text += "A line of text like any other line of text in this mail.\r\n";
    return text;
}

} // namespace

void TestDovecot::initTestCase()
{
    if (!Dovecot::isAvailable()) {
        if (qEnvironmentVariableIntValue("POSTRIDER_REQUIRE_SERVERS") != 0)
            QFAIL("dovecot is not installed");
        QSKIP("dovecot is not installed");
    }
    m_server = std::make_unique<Dovecot>();
    QVERIFY(m_server->isRunning());
    m_policy = *Net::TlsPolicy::withExtraCa(m_server->caFile());
}

std::unique_ptr<Session> TestDovecot::opened(const Dovecot::User &user, SessionOptions options)
{
    auto session = std::make_unique<Session>(m_policy, options);
    const Result<void> open = awaited(session->open(tls()));
    if (!open)
        qFatal("%s", qPrintable(open.error().message));
    const Result<void> in = awaited(session->login({ user.name, user.password.toUtf8(), {} }));
    if (!in)
        qFatal("%s", qPrintable(in.error().message));
    return session;
}

void TestDovecot::logsInEveryWay_data()
{
    QTest::addColumn<QString>("mechanisms");
    QTest::addColumn<int>("security");
    QTest::addColumn<QString>("password");
    const QString all = u"plain login scram-sha-1 scram-sha-256"_s;
    QTest::newRow("SCRAM-SHA-256 over TLS") << all << int(Security::Tls) << u"secret"_s;
    QTest::newRow("SCRAM-SHA-256 over STARTTLS") << all << int(Security::StartTls) << u"secret"_s;
    QTest::newRow("SCRAM-SHA-256 in plain text") << all << int(Security::None) << u"secret"_s;
    QTest::newRow("SCRAM-SHA-1") << u"plain scram-sha-1"_s << int(Security::Tls) << u"secret"_s;
    QTest::newRow("PLAIN") << u"plain login"_s << int(Security::StartTls) << u"secret"_s;
    QTest::newRow("beyond ASCII") << all << int(Security::Tls) << u"pässwörd 密码"_s;
    QTest::newRow("beyond ASCII, PLAIN") << u"plain"_s << int(Security::Tls) << u"pässwörd 密码"_s;
}

void TestDovecot::logsInEveryWay()
{
    QFETCH(QString, mechanisms);
    QFETCH(int, security);
    QFETCH(QString, password);
    Dovecot server({ { u"mechanisms"_s, mechanisms } });
    QVERIFY(server.isRunning());
    server.addUser(u"ann"_s, password);
    Session session(*Net::TlsPolicy::withExtraCa(server.caFile()));
    const bool implicit = Security(security) == Security::Tls;
    const Result<void> open =
        awaited(session.open({ u"127.0.0.1"_s,
                               implicit ? server.tlsPort() : server.plainPort(),
                               Security(security),
                               {} }));
    QVERIFY2(open.ok(), qPrintable(open ? QString() : open.error().message));
    const Result<void> in = awaited(session.login({ u"ann"_s, password.toUtf8(), {} }));
    QVERIFY2(in.ok(), qPrintable(in ? QString() : in.error().message));
    QVERIFY(session.capabilities().has("IDLE"));
    QVERIFY(awaited(session.examine(u"INBOX"_s)).ok());
}

void TestDovecot::tellsAWrongPassword()
{
    m_server->addUser(u"wrong"_s);
    Session session(m_policy);
    QVERIFY(awaited(session.open(tls())).ok());
    QCOMPARE(awaited(session.login({ u"wrong"_s, "battery staple", {} })).error().code,
             Error::Code::Unauthorized);
}

void TestDovecot::tellsAnUnknownAuthority()
{
    Session session{ Net::TlsPolicy() };
    const Result<void> open = awaited(session.open(tls()));
    QCOMPARE(open.error().code, Error::Code::Certificate);
    QVERIFY2(open.error().message.contains(u"SHA-256"_s), qPrintable(open.error().message));
    QCOMPARE(session.peerKey().size(), 32);
    Endpoint pinned = tls(); // the next step of the user: to pin the key
    pinned.tlsPin = session.peerKey();
    Session again{ Net::TlsPolicy() };
    QVERIFY(awaited(again.open(pinned)).ok());
}

void TestDovecot::examineNeverMarksAsSeen()
{
    const Dovecot::User user = m_server->addUser(u"unseen"_s);
    m_server->append(user, mail(1000));
    const auto session = opened(user);
    const Result<Mailbox> mailbox = awaited(session->examine(u"INBOX"_s));
    QCOMPARE(mailbox->exists, 1U);
    QVERIFY(mailbox->readOnly);
    FetchedMessage got;
    const FetchRequest everything{ .uids = UidSet::range(1, UidSet::Star),
                                   .flags = true,
                                   .internalDate = true,
                                   .size = true,
                                   .bodyStructure = true,
                                   .modSeq = true,
                                   .headerFields = { "FROM", "SUBJECT" },
                                   .sections = { {}, { "1", {} }, { "HEADER", {} } } };
    const Result<void> done = awaited(
        session->fetch(everything, [&](FetchedMessage &&message) { got = std::move(message); }));
    QVERIFY2(done.ok(), qPrintable(done ? QString() : done.error().message));
    QCOMPARE(got.uid, 1U);
    QCOMPARE(got.body, mail(1000));
    QCOMPARE(got.size, std::optional(quint32(got.body.size())));
    QCOMPARE(got.headerFields, QByteArray("From: Ann <ann@example.org>\r\nSubject: hello\r\n\r\n"));
    QCOMPARE(got.sections.size(), 2);
    QCOMPARE(got.bodyStructure->parts.constFirst().subtype, QByteArray("plain"));
    QVERIFY(got.modSeq.value_or(0) > 0);
    QVERIFY(!got.flags->contains("\\Seen"));
    QCOMPARE(m_server->flags(user, 1), QStringList());
}

void TestDovecot::seesAnAppendWhileIdle()
{
    const Dovecot::User user = m_server->addUser(u"idle"_s);
    const auto session = opened(user);
    QVERIFY(awaited(session->examine(u"INBOX"_s)).ok());
    auto idling = session->idle(30s);
    m_server->append(user, mail(500));
    QCOMPARE(awaited(std::move(idling)), Result<IdleEnd>(IdleEnd::News));
    QCOMPARE(session->takeNotifications().exists, std::optional<quint32>(1));
}

void TestDovecot::seesChangesOfOthers()
{
    const Dovecot::User user = m_server->addUser(u"others"_s);
    m_server->append(user, mail(500), 3);
    const auto session = opened(user);
    QVERIFY(awaited(session->examine(u"INBOX"_s)).ok());
    m_server->store(user, { 2 }, u"+"_s, { u"\\Flagged"_s });
    m_server->remove(user, { 3 });
    QVERIFY(awaited(session->noop()).ok());
    const MailboxNews news = session->takeNotifications();
    QCOMPARE(news.vanished.toImap(), QByteArray("3"));
    QVERIFY(
        std::any_of(news.changed.begin(), news.changed.end(), [](const FetchedMessage &message) {
            return message.seq == 2 && message.flags->contains("\\Flagged");
        }));
}

void TestDovecot::fetchesFiveHundredInPipelines()
{
    const Dovecot::User user = m_server->addUser(u"many"_s);
    m_server->append(user, mail(5000), 500);
    const auto session = opened(user);
    QCOMPARE(awaited(session->examine(u"INBOX"_s))->exists, 500U);
    QSet<quint32> uids;
    qint64 bytes = 0;
    std::vector<QCoro::Task<Result<void>>> running;
    for (quint32 first = 1; first <= 500; first += 50)
        running.push_back(session->fetch({ .uids = UidSet::range(first, first + 49),
                                           .flags = true,
                                           .internalDate = true,
                                           .sections = { {} } },
                                         [&](FetchedMessage &&message) {
                                             uids.insert(message.uid);
                                             bytes += message.body.size();
                                         }));
    for (auto &one : running)
        QVERIFY(awaited(std::move(one)).ok());
    QCOMPARE(uids.size(), 500);
    QCOMPARE(bytes, 500 * mail(5000).size());
}

void TestDovecot::listsRoles()
{
    const auto session = opened(m_server->addUser(u"roles"_s));
    const Result<QList<ListedFolder>> folders = awaited(session->list());
    QHash<QString, FolderRole> roles;
    for (const ListedFolder &folder : *folders)
        roles.insert(folder.path, folder.role);
    QCOMPARE(roles.value(u"INBOX"_s), FolderRole::Inbox);
    QCOMPARE(roles.value(u"Sent"_s), FolderRole::Sent);
    QCOMPARE(roles.value(u"Trash"_s), FolderRole::Trash);
    QCOMPARE(awaited(session->examine(u"No such folder"_s)).error().code, Error::Code::NotFound);
}

void TestDovecot::resynchronisesWithQresync()
{
    const Dovecot::User user = m_server->addUser(u"resync"_s);
    m_server->append(user, mail(500), 5);
    Result<Mailbox> before = awaited(opened(user)->examine(u"INBOX"_s));
    QVERIFY(before.ok());
    m_server->store(user, { 2 }, u"+"_s, { u"\\Seen"_s });
    m_server->remove(user, { 4 });
    const auto session = opened(user);
    const Result<Mailbox> after =
        awaited(session->examine(u"INBOX"_s, { before->uidValidity, before->highestModSeq }));
    QVERIFY(after.ok());
    QCOMPARE(after->vanished.toImap(), QByteArray("4"));
    QCOMPARE(after->changed.size(), 1);
    QCOMPARE(after->changed.constFirst().uid, 2U);
    QVERIFY(after->changed.constFirst().flags->contains("\\Seen"));
    QCOMPARE(awaited(session->uidSearch("ALL"))->uids.toImap(), QByteArray("1:3,5"));
}

void TestDovecot::noticesAHalfOpenServer()
{
    const auto session = opened(m_server->addUser(u"half"_s), { .silenceTimeout = 300ms });
    m_server->pause();
    QCOMPARE(awaited(session->noop()).error().code, Error::Code::Timeout);
    m_server->resume();
}

QTEST_GUILESS_MAIN(TestDovecot)
#include "tst_dovecot.moc"
