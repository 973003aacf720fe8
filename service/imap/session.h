// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/result.h"
#include "imap/capabilities.h"
#include "imap/fetchrequest.h"
#include "imap/limits.h"
#include "imap/response.h"
#include "net/endpoint.h"
#include "net/loginplan.h"
#include "net/sasl.h"
#include "net/tlspolicy.h"

#include <QCoroTask>
#include <QHash>
#include <QObject>
#include <QStringList>

#include <chrono>
#include <functional>
#include <memory>

namespace Imap {

class Connection;
class LiteralBudget;
struct Command;

using Net::Endpoint;
using Login = Net::Credentials;

/** How a session behaves; the same for all accounts. */
struct SessionOptions {
    Limits limits;
    bool allowPrivate = true;                           ///< `mail.allow_private`
    std::chrono::milliseconds openTimeout{ 30'000 };    ///< the whole of open()
    std::chrono::milliseconds silenceTimeout{ 60'000 }; ///< no byte while a command runs
    std::chrono::milliseconds roomTimeout{ 120'000 };   ///< a literal waits for `literals`
    std::chrono::milliseconds nextSecond{ 1'100 };      ///< over a second: the wait in steadied()
    std::shared_ptr<LiteralBudget> literals; ///< of all sessions; none: memory is not counted
};

/** A message that is sent to the server, piece by piece. */
struct OutgoingMessage {
    qint64 size = 0; ///< bytes in all
    /// The next piece, in any size; not called again once all are there.
    std::function<QCoro::Task<Result<QByteArray>>()> next;
};

/** A mailbox as EXAMINE or SELECT found it. */
struct Mailbox {
    QString path;
    quint32 exists = 0;
    quint32 uidValidity = 0;
    quint32 uidNext = 0;       ///< 0: not given
    quint64 highestModSeq = 0; ///< 0: no CONDSTORE here
    bool readOnly = true;
    bool wasUnsteady = false;      ///< see steadied()
    bool isResync = false;         ///< the two below are all that happened since the Resync
    UidSet vanished;               ///< answer to a Resync: deleted since
    QList<FetchedMessage> changed; ///< answer to a Resync: uid, flags, modSeq

    bool operator==(const Mailbox &) const = default;
};

/** What we knew at the last visit; modSeq 0 or a server without QRESYNC: ignored. RFC 7162 3.2.5 */
struct Resync {
    quint32 uidValidity = 0;
    quint64 modSeq = 0;
};

/** The folders of an account at its server. */
struct FolderList {
    QList<ListedFolder> folders;
    QHash<QString, FolderStatus>
        statuses; ///< by path; empty where the server does not report them with LIST

    bool operator==(const FolderList &) const = default;
};

/** The unsolicited data of the server since the last takeNotifications(). */
struct MailboxNews {
    std::optional<quint32> exists; ///< the newest count
    QList<quint32> expunged;       ///< sequence numbers, each valid after the ones before it
    UidSet vanished;               ///< with QRESYNC instead of `expunged`
    QList<FetchedMessage> changed; ///< flags; the UID may be 0
    bool overflow = false;         ///< too much: lists are incomplete, compare everything

    bool isEmpty() const;
    bool saysMoreThanCount() const; ///< deletions or flags, or more than was kept
};

enum class IdleEnd {
    News,    ///< something for takeNotifications()
    Woken,   ///< wakeIdle()
    Elapsed, ///< the longest time that was allowed
    Ended,   ///< the server ended the IDLE
};

/**
 * One IMAP connection to one account, RFC 3501 and RFC 9051 as far as a reader of mail needs them.
 *
 * Lives on one thread with an event loop; the coroutine that awaits it owns it. One caller at a
 * time, except that several fetch() may run at once (pipelining). After an error other than
 * BadRequest, NotFound, Server and Unauthorized the connection is closed; after those four,
 * isOpen() shows whether it is open. abort() and the destructor end everything that waits with an
 * error, so code after a co_await must look at the result before it touches the session.
 *
 *     Imap::Session session(policy);
 *     const Result<void> opened = co_await session.open(endpoint);
 *     if (!opened)
 *         co_return opened.error();
 */
class Session : public QObject
{
public:
    explicit Session(Net::TlsPolicy policy, SessionOptions options = {}, QObject *parent = nullptr);
    ~Session() override;

    /**
     * Connects, TLS or STARTTLS, greeting, CAPABILITY; with Security::Auto on an unusual port TLS
     * where no greeting comes, see Net::mayBeTls(). Unreachable, Tls, Certificate, Timeout,
     * Server (a BYE greeting), Protocol. Data received before TLS is discarded.
     */
    QCoro::Task<Result<void>> open(Endpoint endpoint);

    /// How the connection is protected, once it is open; never Auto.
    Net::Security security() const { return m_endpoint.security; }

    /**
     * ID where offered, then AUTHENTICATE or LOGIN with the mechanisms of Net::LoginPlan; where the
     * server ends the connection after a refusal, it is opened once more. Unauthorized: refused, or
     * no offered mechanism may be used; Tls: the offered mechanisms are weaker than the one that
     * worked before; Server: not now (UNAVAILABLE, INUSE, LIMIT). The capabilities are new
     * afterwards.
     */
    QCoro::Task<Result<void>> login(Login login);

    /// The mechanism that the last login() succeeded with; empty: none.
    QByteArray mechanism() const { return m_mechanism; }
    /// The mechanisms that the server refused in the last login(), in the order of trying.
    QList<QByteArray> refusedMechanisms() const { return m_refusedMechanisms; }

    /// Opens read-only. NotFound: no such folder. BadRequest: CR, LF or NUL in the path.
    QCoro::Task<Result<Mailbox>> examine(QString path, Resync since = {});

    /// Opens for writing: only where something is written.
    QCoro::Task<Result<Mailbox>> select(QString path, Resync since = {});

    /// Leaves a folder that examine() opened, and no other: CLOSE would remove mails (RFC 3501 6.4.2).
    /// A refusal does not matter.
    QCoro::Task<Result<void>> leaveExamined();

    /**
     * For a folder that examine() has just found with another UIDVALIDITY than at the last visit, or at
     * the first one (`isFirst`). Courier stores no UIDVALIDITY until the folder is opened for
     * writing; until then it answers the time in seconds. So EXAMINE is sent again a second later
     * (at a first visit only where the server, like Courier, sends no UIDNEXT). If the UIDVALIDITY
     * is different again, SELECT is sent once, which changes nothing but \\Recent. Answers the
     * folder as it is then, read-only; wasUnsteady: a SELECT was sent.
     */
    QCoro::Task<Result<Mailbox>> steadied(Mailbox found, bool isFirst);

    /// Every folder, with its role where the server reports it (RFC 6154); INBOX always has one.
    /// Server: more folders than Limits::folders.
    QCoro::Task<Result<QList<ListedFolder>>> list();

    /// The same with the counts of each, where the server has LIST-STATUS (RFC 5819).
    QCoro::Task<Result<FolderList>> listWithStatus();

    /// STATUS of each, pipelined, RFC 3501 6.3.10. A folder that the server refuses has its error.
    /// `withSize`: with the bytes of its mails, see offersSize(); servers may have to look at each mail.
    QCoro::Task<Result<QHash<QString, Result<FolderStatus>>>> status(QStringList paths,
                                                                     bool withSize = false);

    /**
     * UID FETCH; split where the set would make a line that servers refuse. See FetchSink. Server:
     * the server refused, or its answer for one of the mails cannot be read; the others came.
     */
    QCoro::Task<Result<void>> fetch(FetchRequest request, FetchSink sink);

    /// `criteria` as in RFC 3501 6.4.4, made by us, e.g. `UID 100:*` or `UNSEEN`.
    QCoro::Task<Result<SearchResult>> uidSearch(QByteArray criteria);

    /**
     * Adds or removes flags (`\Seen`) without asking for their new state. Needs select(). With
     * `unchangedSince` (RFC 7162, needs CONDSTORE) only of messages that did not change after it;
     * answers the others.
     */
    QCoro::Task<Result<UidSet>> store(UidSet uids, bool add, QList<QByteArray> flags,
                                      quint64 unchangedSince = 0);

    /// UID EXPUNGE (RFC 4315) of messages that carry \\Deleted; Server where it is not offered.
    QCoro::Task<Result<void>> uidExpunge(UidSet uids);

    /**
     * Puts a message into a folder, as read, RFC 3501 6.3.11. NotFound: no such folder. The server may
     * take its time; the caller bounds it with abort().
     */
    QCoro::Task<Result<void>> append(QString path, OutgoingMessage message);

    QCoro::Task<Result<void>> noop();

    /**
     * Waits for news, RFC 2177. Server where IDLE is not offered. Ends at once when news came in
     * before. `max` at most 29 minutes; the usual value is 9.
     */
    QCoro::Task<Result<IdleEnd>> idle(std::chrono::milliseconds max);

    /// Ends a running idle() soon; one that has not begun yet ends at once.
    void wakeIdle();

    /// Sends LOGOUT and closes; waits at most 5 s. Always leaves the connection closed.
    QCoro::Task<void> logout();

    /// Closes at once; everything that waits gets `why`.
    void abort(Error why);

    bool isOpen() const;
    /// Whether folders are opened with CONDSTORE, so that the server reports their modSeq.
    bool offersModSeq() const;
    /// Whether STATUS reports the size of a folder (RFC 8438).
    bool offersSize() const;
    const Capabilities &capabilities() const { return m_capabilities; }
    MailboxNews takeNotifications();

    /// Texts of the server for the user (ALERT), received after TLS; emptied by the call.
    QStringList takeAlerts();

    /// Fingerprint of the server's public key (Net::keyFingerprint()); empty without TLS.
    QByteArray peerKey() const;
    QSslCertificate peerCertificate() const; ///< null without TLS

private:
    struct Idling;

    using Answer = Async::Completion<Result<StatusLine>>;

    QCoro::Task<Result<void>> connectBy(Net::Security way, std::chrono::milliseconds within);
    QCoro::Task<Result<void>> connectEitherWay();
    QCoro::Task<Result<void>> greet();
    QCoro::Task<Result<void>> upgrade();
    QCoro::Task<Result<void>> refreshCapabilities();
    QCoro::Task<Result<void>> identify();
    void keepSecrets(const Login &login);
    /// The outcome of one mechanism.
    struct Attempt {
        std::optional<Error> error;               ///< absent: logged in
        std::optional<Net::Refusal> refusal = {}; ///< absent with an error: the connection failed
    };

    QCoro::Task<Result<void>> authenticate(Login login);
    QCoro::Task<Attempt> attempt(QByteArray mechanism, Login login);
    QCoro::Task<Attempt> attemptSasl(std::shared_ptr<Net::SaslClient> sasl);
    QCoro::Task<Result<void>> reopen();
    QList<QByteArray> offeredMechanisms() const;
    Attempt concluded(const StatusLine &answer, bool wasSent, bool wasUsed);
    QCoro::Task<Result<Mailbox>> enter(QByteArray verb, QString path, Resync since);
    QByteArray openParameters(const Resync &since);
    QCoro::Task<Result<FolderList>> listFolders(bool isWithStatus);
    QByteArray listParameters(bool isWithStatus) const;
    QByteArray statusItems() const;
    QCoro::Task<Result<void>> simple(QByteArray command);
    Answer send(std::shared_ptr<Command> command);
    Answer send(QByteArray command);
    void onUntagged(Response &&response);
    void onStatus(const StatusLine &status);
    void startEntering(const QString &path);
    void onListed(ListedFolder &&folder);
    void onFolderStatus(FolderStatus &&status);
    void endRenumbered();
    void onExpunged(const ExpungeData &expunge);
    void onVanished(const VanishedData &vanished);
    void onChanged(FetchedMessage &&message);
    void noteOverflow();
    bool hasNews() const { return m_vanished.heldRanges() > 0 || !m_news.isEmpty(); }
    void endIdle(IdleEnd why);
    Result<QByteArray> mailboxArgument(const QString &path) const;
    void forgetEverything();

    Net::TlsPolicy m_policy;
    SessionOptions m_options;
    Endpoint m_endpoint;
    std::unique_ptr<Connection> m_connection;
    Capabilities m_capabilities;
    int m_capabilityNews = 0; ///< how often the server has sent its capabilities
    int m_newsAtLogin = 0;    ///< the same when the login was sent
    QByteArray m_mechanism;
    QList<QByteArray> m_refusedMechanisms;
    bool m_trusted = false; ///< server data is trusted: TLS is up, or plain text was chosen
    bool m_authenticated = false;
    bool m_identified = false;
    bool m_qresyncEnabled = false;
    bool m_opensPlainly = false; ///< the server rejects an extension that it offers
    bool m_listsPlainly = false; ///< the same for LIST
    QHash<QString, QByteArray>
        m_wireNames; ///< paths whose encoded form differs from the server's name
    std::shared_ptr<Mailbox> m_entering; ///< filled while EXAMINE or SELECT runs
    UidCollector m_enteredVanished;      ///< becomes m_entering->vanished
    qsizetype m_enteredEntries = 0;      ///< what m_entering->changed counts as
    std::shared_ptr<QList<ListedFolder>> m_listing;
    std::shared_ptr<QHash<QString, FolderStatus>> m_statuses; ///< filled while they are requested
    std::shared_ptr<SearchResult> m_searching;
    quint32 m_uidValidity = 0; ///< of the open mailbox
    bool m_isExamined = false; ///< the folder that is open or is being opened
    bool m_isUnsteady = false; ///< the server gave a folder a new UIDVALIDITY at each EXAMINE
    MailboxNews m_news;
    UidCollector m_vanished;     ///< becomes m_news.vanished
    qsizetype m_newsEntries = 0; ///< what m_news.changed counts as
    QStringList m_alerts;
    std::shared_ptr<Idling> m_idling;
    bool m_wake = false;
};

} // namespace Imap
