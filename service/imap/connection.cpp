// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/connection.h"

#include "imap/parser.h"
#include "imap/wirelog.h"

#include <QPointer>

#include <algorithm>
#include <array>

namespace Imap {

using namespace Qt::StringLiterals;

Q_LOGGING_CATEGORY(wireLog, "postrider.imap.wire", QtInfoMsg)

namespace {

// A response without an origin holds the whole section: some servers do not support partial ranges.
bool isFrom(const std::optional<quint64> &origin, const SectionRequest &section)
{
    return !origin || (section.partial && section.partial->origin == *origin);
}

// When its buffers are full, Dovecot interleaves the answers to pipelined commands: a piece of a part may
// arrive before the earlier command has ended.
bool hasSectionOf(const FetchedMessage &message, const FetchRequest &request)
{
    return std::ranges::any_of(request.sections, [&](const SectionRequest &wanted) {
        if (wanted.section.isEmpty())
            return !message.body.isNull() && isFrom(message.bodyOrigin, wanted);
        const QByteArray name = wanted.section.toUpper();
        return std::ranges::any_of(message.sections, [&](const BodySection &section) {
            return section.section == name && isFrom(section.origin, wanted);
        });
    });
}

/// Whether a FETCH response answers this command; flags alone may be news of another client.
bool answers(const FetchedMessage &message, const FetchRequest &request)
{
    if (!request.uids.contains(message.uid))
        return false;
    const bool hasSections = !message.body.isNull() || !message.sections.isEmpty();
    if (hasSections && !request.sections.isEmpty() && !hasSectionOf(message, request))
        return false;
    const bool wantsMore = request.internalDate || request.size || request.bodyStructure
        || !request.headerFields.isEmpty() || !request.sections.isEmpty();
    const bool hasMore = message.internalDate || message.size || message.bodyStructure
        || !message.headerFields.isNull() || !message.body.isNull() || !message.sections.isEmpty();
    return hasMore || !wantsMore;
}

} // namespace

Connection::Connection(Net::TlsPolicy policy, const SessionOptions &options, QObject *parent)
    : QObject(parent), m_options(options),
      m_transport(std::move(policy),
                  { .allowPrivate = options.allowPrivate, .connectTimeout = options.openTimeout }),
      m_reader(options.limits)
{
    connect(&m_tick, &QTimer::timeout, this, &Connection::tick);
    if (options.literals) {
        m_share = options.literals->share([this] { goOn(); });
        m_reader.setRoom([this](qsizetype bytes) { return takeRoom(bytes); });
    }
    noteAsked();
    m_tick.setInterval(std::clamp(options.silenceTimeout / 4, std::chrono::milliseconds(10),
                                  std::chrono::milliseconds(1000)));
}

Connection::~Connection()
{
    abort({ Error::Code::Cancelled, u"The mail connection was cancelled."_s });
}

QCoro::Task<Result<void>> Connection::connectTo(Endpoint endpoint)
{
    m_startsPlain = Net::resolved(endpoint.security, endpoint.port) == Net::Security::StartTls;
    const Result<void> connected = co_await m_transport.connectTo(std::move(endpoint));
    if (!connected) {
        abort(connected.error()); // does nothing if abort() has ended it already
        co_return connected;
    }
    m_greetingDue = true;
    watch();
    m_transport.setHandlers([this] { onReadable(); }, [this](const Error &why) { abort(why); });
    co_return Result<void>();
}

Connection::Answer Connection::greeting()
{
    if (m_ended)
        m_greeting.finish(*m_ended);
    return m_greeting;
}

QCoro::Task<Result<bool>> Connection::speaksWithin(std::chrono::milliseconds time)
{
    const Async::Completion<Result<bool>> spoken = m_spoken;
    if (m_ended)
        spoken.finish(*m_ended);
    spoken.finishAfter(time, this, Result<bool>(false));
    Result<bool> result = co_await spoken;
    co_return result;
}

Connection::Answer Connection::send(std::shared_ptr<Command> command)
{
    const Answer answer = command->done;
    if (m_ended) {
        answer.finish(*m_ended);
        return answer;
    }
    command->tag = 'A' + QByteArray::number(++m_lastTag);
    if (command->isSecret)
        keepSecret(command->text.mid(command->logText.size() - 3));
    logSent(*command);
    if (command->fetch) {
        command->literalBytes = literalBytesOf(*command->fetch, m_options.limits);
        command->answerBytes = answerBytesOf(*command->fetch, m_options.limits);
    }
    m_pending.append(command);
    noteAsked();
    watch();
    m_transport.write(command->tag + ' ' + command->text + "\r\n");
    return answer;
}

void Connection::sendMore(const std::shared_ptr<Command> &command, const QByteArray &answer)
{
    if (m_ended)
        return;
    if (command->isSecret)
        keepSecret(answer);
    qCDebug(wireLog).noquote() << "C:" << (command->isSecret ? "***"_ba : answer);
    m_sinceByte.start();
    command->isOurTurn = false;
    watch();
    m_transport.write(answer + "\r\n");
}

void Connection::sendDone(const std::shared_ptr<Command> &command)
{
    command->waitsQuietly = false;
    qCDebug(wireLog) << "C: DONE";
    watch();
    m_transport.write("DONE\r\n");
}

QCoro::Task<Result<void>> Connection::startTls()
{
    const Result<void> encrypted = co_await m_transport.startTls();
    if (!encrypted)
        abort(encrypted.error());
    co_return encrypted;
}

void Connection::keepSecret(const QByteArray &secret)
{
    const QByteArray lower = secret.toLower();
    if (secret.size() > 1 && !m_secrets.contains(lower)) // `=` is an empty response
        m_secrets.append(lower);
}

void Connection::abort(Error why)
{
    if (m_ended)
        return;
    m_ended = why;
    m_tick.stop();
    // The coroutines that are resumed below may destroy this object: from the first finish() on, only
    // local variables are used.
    const QList<std::shared_ptr<Command>> pending = std::exchange(m_pending, {});
    const Answer greeting = m_greeting;
    const Async::Completion<Result<bool>> spoken = m_spoken;
    dropMemory();
    m_transport.abort(why);
    greeting.finish(why);
    spoken.finish(why);
    for (const std::shared_ptr<Command> &command : pending)
        command->done.finish(why);
}

/// Drops the response that was being read, because other sessions may wait for its memory.
void Connection::dropMemory()
{
    m_reader.drop();
    m_unread.clear();
    m_lease.reset();
    if (m_share)
        m_share->close();
}

void Connection::onReadable()
{
    const QPointer<Connection> self(this);
    // Small, because all bytes in it are handled before the turn of this connection can end.
    std::array<char, 8 * 1024> buffer;
    while (!m_ended && !m_reader.isWaitingForRoom()) {
        if (m_reader.isKept() && m_reader.literalBytesMissing() > qsizetype(buffer.size())) {
            if (!readDirectly())
                return;
            continue;
        }
        const qint64 count = m_transport.read(buffer.data(), buffer.size());
        if (count <= 0)
            return;
        noteRead(count);
        const bool alive = consume({ buffer.data(), count });
        if (!alive || !self)
            return;
    }
}

/// Reads a long literal from the socket directly into its final place, without a copy.
bool Connection::readDirectly()
{
    const std::span<char> space = m_reader.literalSpace();
    const qint64 count = m_transport.read(space.data(), qint64(space.size()));
    if (count <= 0)
        return false;
    noteRead(count);
    m_reader.filled(count);
    return true;
}

void Connection::noteRead(qsizetype bytes)
{
    m_sinceByte.start();
    m_slowBytes += bytes;
    m_inTheWayBytes += bytes;
}

/// Sets the reader's limits according to what the running commands requested.
void Connection::noteAsked()
{
    qsizetype literals = m_options.limits.unaskedLiteralBytes;
    bool isSearching = false;
    for (const std::shared_ptr<Command> &command : std::as_const(m_pending)) {
        if (command->fetch)
            literals = std::max(literals, command->literalBytes);
        isSearching = isSearching || command->isSearch;
    }
    m_reader.setLiteralLimit(literals);
    m_reader.setSearching(isSearching);
}

/// False: other sessions hold too much memory. goOn() continues the reading later.
bool Connection::takeRoom(qsizetype bytes)
{
    if (!m_share->take(bytes)) {
        if (!m_withoutRoom.isValid())
            m_withoutRoom.start();
        return false;
    }
    m_withoutRoom.invalidate();
    m_sinceByte.start();
    m_sinceSlowStart.invalidate();
    if (!m_lease)
        m_lease = std::make_shared<LiteralBudget::Lease>(m_share);
    m_lease->add(bytes); // one response may have several literals
    return true;
}

void Connection::goOn()
{
    if (m_ended || !m_reader.isWaitingForRoom())
        return;
    m_reader.tryAgain();
    if (m_reader.isWaitingForRoom())
        return;
    const QByteArray unread = std::exchange(m_unread, {});
    const QPointer<Connection> self(this);
    if (consume(unread) && self)
        onReadable();
}

/// False: this object was destroyed, or the connection has ended.
bool Connection::consume(QByteArrayView bytes)
{
    const QPointer<Connection> self(this);
    while (!bytes.isEmpty()) {
        bytes = bytes.sliced(m_reader.feed(bytes));
        if (m_reader.error()) {
            abort(*m_reader.error());
            return false;
        }
        if (m_reader.isWaitingForRoom()) {
            m_unread = bytes.toByteArray();
            return true;
        }
        if (!m_reader.isComplete())
            return true;
        handle(m_reader.take(), bytes.isEmpty());
        if (!self || m_ended)
            return false;
    }
    return true;
}

void Connection::handle(RawResponse raw, bool isLast)
{
    m_sinceSlowStart.invalidate();
    const FetchedMessage::Memory memory{ std::exchange(m_lease, {}) };
    const bool ofMail = isFetch(raw.text);
    const bool isSecret = !ofMail && holdsSecret(raw.text);
    if (wireLog().isDebugEnabled())
        logReceived(raw, isSecret);
    if (!countBytes(raw))
        return;
    if (raw.isCut) {
        if (!spoilFetch({ Error::Code::Server, u"The server's answer for a mail is too long."_s }))
            countUnasked();
        return;
    }
    Result<Response> parsed = parseResponse(std::move(raw), m_options.limits);
    if (!parsed && ofMail && !m_greetingDue && spoilFetch(parsed.error()))
        return;
    if (!parsed)
        return abort(mayQuote() && !isSecret
                         ? parsed.error()
                         : Error{ Error::Code::Protocol,
                                  mayQuote()
                                      ? u"The server does not follow the protocol."_s
                                      : u"The server does not follow the protocol before TLS."_s });
    Response &response = *parsed;
    if (auto *status = std::get_if<StatusLine>(&response)) {
        if (isSecret)
            status->text = u"(the text is not shown, because it repeats the login)"_s;
        return handleStatus(std::move(*status), isLast);
    }
    if (m_greetingDue)
        return abort({ Error::Code::Protocol, u"The server did not start with a greeting."_s });
    if (const auto *continuation = std::get_if<Continuation>(&response))
        return handleContinuation(continuation->text);
    if (auto *message = std::get_if<FetchedMessage>(&response)) {
        message->memory = memory;
        return handleFetch(std::move(*message));
    }
    const bool isNews = std::holds_alternative<ExistsData>(response)
        || std::holds_alternative<ExpungeData>(response)
        || std::holds_alternative<OtherData>(response);
    if (!isNews)
        m_sinceAnswer.start();
    if (countUnasked() && m_untagged)
        m_untagged(std::move(response));
}

void Connection::handleStatus(StatusLine &&status, bool isLast)
{
    using Kind = StatusLine::Kind;
    if (m_greetingDue) {
        m_greetingDue = false;
        const bool isGreeting =
            status.tag.isEmpty() && status.kind != Kind::No && status.kind != Kind::Bad;
        if (!isGreeting)
            return abort({ Error::Code::Protocol, u"The server did not start with a greeting."_s });
        // The coroutines that are resumed may destroy this object.
        const Async::Completion<Result<bool>> spoken = m_spoken;
        m_greeting.finish(std::move(status));
        spoken.finish(true);
        return;
    }
    if (status.tag.isEmpty()) {
        const bool isBye = status.kind == Kind::Bye;
        if (status.kind == Kind::PreAuth)
            return abort({ Error::Code::Protocol, u"The server sent a second greeting."_s });
        if (!countUnasked())
            return;
        const QPointer<Connection> self(this);
        const QString text = mayQuote() ? status.text
                                        : u"(the reason is not shown, because it was "
                                          "sent before TLS)"_s;
        if (m_untagged)
            m_untagged(std::move(status));
        if (isBye && self && !m_byeExpected)
            abort({ Error::Code::Server, u"The server ended the session: %1"_s.arg(text) });
        return;
    }
    const auto found = std::find_if(m_pending.begin(), m_pending.end(),
                                    [&](const auto &one) { return one->tag == status.tag; });
    if (found == m_pending.end()) {
        // Our DONE can cross with the server's own end of an IDLE, and is then answered as a command.
        if (status.tag != "DONE")
            abort({ Error::Code::Protocol, u"The server answered a command that was not sent."_s });
        return;
    }
    const std::shared_ptr<Command> command = *found;
    m_pending.erase(found);
    noteAsked();
    m_sinceAnswer.start();
    if (command->endsPlainText && status.kind == Kind::Ok
        && (!isLast || m_transport.bytesAvailable() > 0)) {
        const Error injected{ Error::Code::Tls,
                              u"The server sent data between STARTTLS and the handshake."_s };
        abort(injected);
        command->done.finish(injected);
        return;
    }
    if (!isWaiting())
        m_tick.stop();
    command->done.finish(std::move(status));
}

void Connection::handleContinuation(const QByteArray &text)
{
    // RFC 3501 5.5: a command that waits for `+` is the last one that was sent.
    const std::shared_ptr<Command> command = m_pending.isEmpty() ? nullptr : m_pending.last();
    if (!command || !command->onContinuation)
        return abort({ Error::Code::Protocol,
                       u"The server sent '+' although no command was waiting for it."_s });
    const QPointer<Connection> self(this);
    m_sinceAnswer.start();
    const Result<std::optional<QByteArray>> more = command->onContinuation(text);
    if (!self || m_ended)
        return;
    if (!more)
        return abort(more.error());
    if (const std::optional<QByteArray> &answer = *more)
        sendMore(command, *answer);
}

void Connection::handleFetch(FetchedMessage &&message)
{
    for (const std::shared_ptr<Command> &pending : std::as_const(m_pending)) {
        if (!pending->fetch || !answers(message, *pending->fetch))
            continue;
        const std::shared_ptr<Command> command = pending; // the sink may end the connection
        m_sinceAnswer.start();
        command->answered += m_responseBytes;
        if (command->answered > command->answerBytes) {
            command->spoiled =
                Error{ Error::Code::Server, u"The server sent more data than was requested."_s };
            return;
        }
        command->sink(std::move(message));
        return;
    }
    if (countUnasked() && m_untagged)
        m_untagged(std::move(message));
}

/// Servers answer in order, so a response that cannot be read belongs to the first FETCH. False: no FETCH
/// is running.
bool Connection::spoilFetch(const Error &why)
{
    const auto first =
        std::ranges::find_if(m_pending, [](const auto &one) { return !!one->fetch; });
    if (first == m_pending.end())
        return false;
    (*first)->spoiled = Error{ Error::Code::Server, why.message };
    m_sinceAnswer.start();
    return true;
}

bool Connection::holdsSecret(const QByteArray &text) const
{
    if (m_secrets.isEmpty())
        return false;
    const QByteArray lower = text.toLower();
    return std::ranges::any_of(
        m_secrets, [&lower](const QByteArray &secret) { return lower.contains(secret); });
}

void Connection::logSent(const Command &command) const
{
    qCDebug(wireLog).noquote() << "C:" << command.tag
                               << (command.logText.isEmpty() ? command.text : command.logText);
}

void Connection::logReceived(const RawResponse &raw, bool isSecret) const
{
    const bool secret = isSecret
        || (raw.text.startsWith('+')
            && std::any_of(m_pending.begin(), m_pending.end(),
                           [](const auto &command) { return command->isSecret; }));
    // Header fields and addresses come as literals, of which only the size is in `text`.
    qCDebug(wireLog).noquote() << "S:" << (secret ? QByteArray("***") : raw.text.left(500));
}

} // namespace Imap
