// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of Session and Connection that store a message at the server (APPEND).
#include "imap/connection.h"
#include "imap/session.h"
#include "imap/statuserror.h"
#include "imap/wirelog.h"

#include <QPointer>

namespace Imap {

using namespace Qt::StringLiterals;

namespace {

/// Enough to keep the connection busy. Bytes that wait in the socket use our memory.
constexpr qint64 mostUnsent = 256 * 1024;
constexpr std::chrono::minutes blockTimeout{ 3 }; ///< no byte of the message can be sent

} // namespace

QCoro::Task<Result<void>> Session::append(QString path, OutgoingMessage message)
{
    const Result<QByteArray> mailbox = mailboxArgument(path);
    CO_RETURN_IF_ERROR(mailbox);
    const auto command = std::make_shared<Command>();
    command->text = "APPEND " + *mailbox + " (\\Seen) {" + QByteArray::number(message.size) + '}';
    command->waitsQuietly = true; // sending a large mail may take longer than silenceTimeout
    const auto pouring = std::make_shared<std::optional<QCoro::Task<Result<void>>>>();
    const QPointer<Connection> connection = m_connection.get();
    command->onContinuation = [pouring, connection,
                               message](QByteArrayView) -> Result<std::optional<QByteArray>> {
        if (*pouring)
            return Error{ Error::Code::Protocol, u"The server asked for the same mail twice."_s };
        pouring->emplace(connection->pour(message));
        return std::optional<QByteArray>();
    };
    const Answer sent = send(command);
    const Result<StatusLine> answer = co_await sent;
    command->onContinuation = {};
    if (*pouring) { // pour() reads data of the caller, so it is awaited
        QCoro::Task<Result<void>> rest = std::move(**pouring);
        const Result<void> poured = co_await rest;
        CO_RETURN_IF_ERROR(poured);
    }
    CO_RETURN_IF_ERROR(answer);
    co_return statusResult(*answer);
}

QCoro::Task<Result<void>> Connection::pour(OutgoingMessage message)
{
    const QPointer<Connection> self(this);
    qCDebug(wireLog).noquote() << "C: (" << message.size << "bytes )";
    for (qint64 sent = 0; sent < message.size;) {
        Result<QByteArray> piece = co_await message.next();
        if (!self || m_ended)
            co_return Error{ Error::Code::Cancelled, u"The mail connection was cancelled."_s };
        if (piece && (piece->isEmpty() || piece->size() > message.size - sent))
            piece = Error{ Error::Code::Storage,
                           u"The length of a stored message has changed since it was stored."_s };
        if (!piece) {
            abort(piece.error()); // only this ends a literal that is too short
            co_return piece.error();
        }
        sent += piece->size();
        m_transport.write(*piece);
        const Result<void> drained = co_await m_transport.drain(mostUnsent, blockTimeout);
        if (self && !drained)
            abort(drained.error());
        CO_RETURN_IF_ERROR(drained);
    }
    m_transport.write("\r\n");
    co_return Result<void>();
}

} // namespace Imap
