// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/result.h"
#include "imap/literalbudget.h"
#include "imap/response.h"
#include "imap/responsereader.h"
#include "imap/session.h"
#include "net/transport.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace Imap {

/** One command from its sending to its tagged answer. */
struct Command {
    QByteArray text;            ///< without tag and line end
    QByteArray logText;         ///< `text` with `***` for the secret at its end; empty: `text`
    bool isSecret = false;      ///< continuations both ways hold credentials
    bool endsPlainText = false; ///< STARTTLS: nothing may follow the answer
    bool waitsQuietly = false;  ///< IDLE: silence is no fault
    /// Returns the answer to `+`, without line end; nothing: no answer now. Not set: `+` is a fault.
    std::function<Result<std::optional<QByteArray>>(QByteArrayView)> onContinuation;
    std::shared_ptr<const FetchRequest> fetch; ///< with `sink`
    FetchSink sink;
    qsizetype answered = 0;     ///< bytes passed to its sink
    qsizetype answerBytes = 0;  ///< limit of the bytes of all answers
    qsizetype literalBytes = 0; ///< limit of the literals of one answer
    bool isSearch = false;
    bool isOurTurn = false;       ///< the server waits for sendMore()
    qsizetype received = 0;       ///< bytes that came while it was the oldest command
    std::optional<Error> spoiled; ///< an answer that could not be read; the session goes on

    QByteArray tag;
    Async::Completion<Result<StatusLine>> done;
};

/**
 * The wire protocol below a Session: sends commands, several at once, and gives each answer to its
 * command. Responses are parsed in readyRead; unsolicited responses go to the handler. Checks the
 * time-outs while a command runs. Owned by its Session, same thread; it may be destroyed inside any
 * function that it calls or any coroutine that it resumes.
 */
class Connection : public QObject
{
public:
    using Answer = Async::Completion<Result<StatusLine>>;

    Connection(Net::TlsPolicy policy, const SessionOptions &options, QObject *parent = nullptr);
    ~Connection() override;

    void setHandler(std::function<void(Response &&)> untagged) { m_untagged = std::move(untagged); }

    /// TCP and, with Security::Tls, the handshake. The greeting may arrive before it is awaited.
    QCoro::Task<Result<void>> connectTo(Endpoint endpoint);
    Answer greeting();

    /// Whether the greeting came within that time; an error where the connection ended.
    QCoro::Task<Result<bool>> speaksWithin(std::chrono::milliseconds time);

    Answer send(std::shared_ptr<Command> command);

    /// Sends the answer to a `+` if onContinuation returned nothing.
    void sendMore(const std::shared_ptr<Command> &command, const QByteArray &answer);

    /// Sends the literal that the server requested with `+` after the newest command: the whole
    /// message and the line end, no faster than the connection accepts it. A failure has ended the
    /// connection.
    QCoro::Task<Result<void>> pour(OutgoingMessage message);

    /// Ends an IDLE: its answer is due now.
    void sendDone(const std::shared_ptr<Command> &command);

    /// After the OK to STARTTLS.
    QCoro::Task<Result<void>> startTls();

    /// A text of the server that contains these bytes appears in no message and no log.
    void keepSecret(const QByteArray &secret);

    /// A BYE is not a fault from now on.
    void expectBye() { m_byeExpected = true; }

    void abort(Error why);
    bool isOpen() const { return !m_ended; }
    bool isEncrypted() const { return m_transport.isEncrypted(); }
    QByteArray peerKey() const { return m_transport.peerKey(); }
    QSslCertificate peerCertificate() const { return m_transport.peerCertificate(); }

private:
    void onReadable();
    bool readDirectly();
    bool consume(QByteArrayView bytes);
    void noteRead(qsizetype bytes);
    void goOn();
    void dropMemory();
    bool takeRoom(qsizetype bytes);
    void noteAsked();
    void handle(RawResponse raw, bool isLast);
    void handleStatus(StatusLine &&status, bool isLast);
    void handleContinuation(const QByteArray &text);
    void handleFetch(FetchedMessage &&message);
    bool spoilFetch(const Error &why);
    bool countBytes(const RawResponse &raw);
    bool holdsSecret(const QByteArray &text) const;
    bool countUnasked();
    void tickWaitingForRoom();
    bool isSlowAndInTheWay();
    void watch();
    void tick();
    bool isWaiting() const;
    bool mayQuote() const;
    void logSent(const Command &command) const;
    void logReceived(const RawResponse &raw, bool isSecret) const;

    SessionOptions m_options;
    Net::Transport m_transport;
    ResponseReader m_reader;
    std::function<void(Response &&)> m_untagged;
    QList<std::shared_ptr<Command>> m_pending; ///< in the order of sending
    Answer m_greeting;
    Async::Completion<Result<bool>> m_spoken; ///< see speaksWithin()
    bool m_startsPlain = false;
    bool m_greetingDue = false;
    bool m_byeExpected = false;
    std::optional<Error> m_ended;
    int m_lastTag = 0;
    QTimer m_tick;
    QElapsedTimer m_sinceTick;
    QElapsedTimer m_sinceByte;
    QElapsedTimer m_sinceAnswer;    ///< to one of our commands
    QElapsedTimer m_sinceSlowStart; ///< invalid between responses
    qsizetype m_slowBytes = 0;
    QList<QByteArray> m_secrets; ///< lower case, as they may be repeated in any case
    QElapsedTimer m_unaskedMinute;
    int m_unasked = 0;                             ///< this minute, while no command ran
    int m_besides = 0;                             ///< this minute, while commands ran
    qsizetype m_unansweringBytes = 0;              ///< of both, this minute
    qsizetype m_responseBytes = 0;                 ///< of the response that is being handled
    std::shared_ptr<LiteralBudget::Share> m_share; ///< null: memory is not counted
    std::shared_ptr<LiteralBudget::Lease> m_lease; ///< of the response that is being read
    QByteArray m_unread;                           ///< bytes after a literal without room
    QElapsedTimer m_withoutRoom;                   ///< valid while a literal waits for room
    QElapsedTimer m_inTheWay;      ///< valid while other sessions wait for our memory
    qsizetype m_inTheWayBytes = 0; ///< received since then
};

} // namespace Imap
