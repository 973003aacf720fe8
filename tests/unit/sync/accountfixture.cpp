// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"

#include "store/mail/mailinsert.h"
#include "store/people/users.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Imap::SessionOptions quick()
{
    return { .nextSecond = 1ms };
}

qint64 insertAccount(TestDatabase &database, quint16 port)
{
    const auto insert = [port](Store::Session &session) -> Result<qint64> {
        Store::User user;
        user.username = u"anna"_s;
        Store::Account account;
        account.ownerId = must(Store::insertUser(session, user));
        account.name = account.email = account.username = u"anna@example.org"_s;
        account.host = u"127.0.0.1"_s;
        account.port = port;
        account.security = "none";
        account.secretRef = "password";
        return Store::insertAccount(session, account);
    };
    return must(database.with(Store::inTransaction(insert)));
}

} // namespace

QList<QByteArray> KeptReports::names() const
{
    QList<QByteArray> names;
    for (const Store::Event &event : events)
        names.append(event.name);
    return names;
}

Sync::Mode KeptReports::mode() const
{
    return runtimes.isEmpty() ? Sync::Mode::Stopped : runtimes.last().mode;
}

std::optional<Sync::Trouble> KeptReports::trouble() const
{
    return runtimes.isEmpty() ? std::nullopt : runtimes.last().trouble;
}

ManualServer::ManualServer()
{
    if (!listen(QHostAddress::LocalHost))
        qFatal("no port to listen on");
    QObject::connect(this, &QTcpServer::newConnection, this,
                     [this] { m_socket = nextPendingConnection(); });
}

void ManualServer::send(const QByteArray &line)
{
    m_socket->write(line + "\r\n");
}

void ManualServer::answer(const QByteArray &line)
{
    const QByteArray command = received().trimmed().split('\n').last();
    send(command.left(command.indexOf(' ')) + ' ' + line);
}

QByteArray ManualServer::received()
{
    if (m_socket)
        m_received += m_socket->readAll();
    return m_received;
}

QCoro::Task<bool> ended(QCoro::Task<void> task)
{
    co_await task;
    co_return true;
}

AccountFixture::AccountFixture(const QStringList &script, const Sync::Settings &settings)
    : server(script), m_logins(m_calls, { *database, secrets, {}, {}, {} }),
      context{ *database, secrets, m_logins, pool, clock, reports, {}, quick(), settings },
      id(insertAccount(database, server.serverPort())), row(id, context.database, clock),
      report(reports, row), connection(context, admissions, row, [this] { return isStopping; })
{
    secrets.set(u"password"_s, "secret");
}

AccountFixture::~AccountFixture()
{
    awaited(ended(indexer.stop()));
    m_logins.stop(5s);
}

void AccountFixture::connect()
{
    must(awaited(row.load()));
    if (!awaited(connection.awaitPlaces(false)))
        qFatal("no place");
    must(awaited(connection.open()));
    connection.endStart();
}

QString AccountFixture::problem() const
{
    const bool isWrong = !server.problem().isEmpty() || server.isDone();
    return isWrong ? server.problem() : u"not all steps of the script were taken"_s;
}

Store::Account AccountFixture::stored()
{
    return must(
        database.with([this](Store::Session &session) { return Store::accountById(session, id); }));
}

void AccountFixture::change(const std::function<void(Store::Account &)> &change)
{
    Store::Account account = stored();
    change(account);
    write([account](Store::Session &session) { return Store::updateAccount(session, account); });
}

void AccountFixture::execute(const QString &sql)
{
    must(database.with([sql](Store::Session &session) { return session.execute(sql); }));
}

qint64 AccountFixture::addFolder(const QString &path, const QByteArray &role)
{
    const qint64 now = clock.now();
    return write([this, path, role, now](Store::Session &session) -> Result<qint64> {
        Store::Folder folder = must(Store::ensureFolder(session, id, path, role));
        folder.uidValidity = 7;
        folder.uidNext = folder.uidNextAtFirstImport = 1;
        folder.firstImportDone = true;
        folder.comparedAt = now;
        RETURN_IF_ERROR(Store::updateFolder(session, folder));
        return folder.id;
    });
}

void AccountFixture::addMails(qint64 folderId, int count)
{
    write([folderId, count](Store::Session &session) {
        QList<Store::NewMail> mails;
        for (int uid = 1; uid <= count; ++uid) {
            Store::NewMail mail;
            mail.uid = quint32(uid);
            mail.messageId = u"<%1.%2@example.org>"_s.arg(folderId).arg(uid);
            mail.bodyState = Store::BodyState::Stored;
            mails.append(mail);
        }
        return Store::insertMails(session, must(Store::folderById(session, folderId)), mails);
    });
}

qint64 AccountFixture::number(const QByteArray &sql)
{
    return must(database.with([sql](Store::Session &session) {
        Store::Query query = session.query("stats", sql, [sql](const QByteArray &) { return sql; });
        return query.readNumber();
    }));
}

Sync::AccountFolders AccountFixture::makeFolders()
{
    return Sync::AccountFolders(context, indexer, *connection.session(), row, requests,
                                report.progress());
}

namespace Dialogue {

QStringList login(const QString &capabilities, const QString &password)
{
    return { u"S: * OK [CAPABILITY IMAP4rev1] hi"_s,
             u"C: $ LOGIN \"anna@example.org\" \"%1\""_s.arg(password),
             u"S: $ OK [CAPABILITY %1] in"_s.arg(u"IMAP4rev1 %1"_s.arg(capabilities).trimmed()) };
}

QStringList list(const QStringList &paths)
{
    QStringList steps{ u"C: $ LIST \"\" \"*\""_s };
    for (const QString &path : paths)
        steps.append(u"S: * LIST () \"/\" \"%1\""_s.arg(path));
    return steps + QStringList{ ok };
}

QStringList status(const QString &path, quint32 uidValidity)
{
    const QString counts = uidValidity == 0
        ? u"MESSAGES 0"_s
        : u"MESSAGES 0 UNSEEN 0 UIDNEXT 1 UIDVALIDITY %1"_s.arg(uidValidity);
    return { u"C: $ STATUS \"%1\" (MESSAGES UNSEEN UIDNEXT UIDVALIDITY)"_s.arg(path),
             u"S: * STATUS \"%1\" (%2)"_s.arg(path, counts), ok };
}

QStringList examine(const QString &path, quint32 uidValidity)
{
    return { u"C: $ EXAMINE \"%1\""_s.arg(path), u"S: * 0 EXISTS"_s,
             u"S: * OK [UIDVALIDITY %1] valid"_s.arg(uidValidity), u"S: * OK [UIDNEXT 1] next"_s,
             ok };
}

QStringList refusedExamine(const QString &path)
{
    return { u"C: $ EXAMINE \"%1\""_s.arg(path), no };
}

QStringList noop()
{
    return { u"C: $ NOOP"_s, ok };
}

QStringList idle()
{
    return { u"C: $ IDLE"_s, u"S: + idling"_s, u"C: DONE"_s, ok };
}

QStringList logout()
{
    return { u"C: $ LOGOUT"_s, u"S: * BYE see you"_s, ok };
}

} // namespace Dialogue
