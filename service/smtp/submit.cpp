// SPDX-License-Identifier: GPL-3.0-or-later
// One mail through an open session: envelope, message, answer.
#include "smtp/datawriter.h"
#include "smtp/session.h"
#include "smtp/wirelog.h"

#include <algorithm>

namespace Smtp {

using namespace Qt::StringLiterals;

namespace {

using End = Submission::End;

/// Enough to keep the connection busy. Bytes that wait in the socket use our memory.
constexpr qint64 mostUnsent = 256 * 1024;

bool isClean(QByteArrayView address)
{
    return !address.isEmpty() && std::all_of(address.begin(), address.end(), [](char c) {
        return static_cast<unsigned char>(c) > 0x20 && c != 0x7f && c != '<' && c != '>';
    });
}

Result<void> check(const Envelope &envelope, const Extensions &extensions)
{
    const bool isValid = isClean(envelope.from) && !envelope.to.isEmpty()
        && std::all_of(envelope.to.begin(), envelope.to.end(), isClean);
    if (!isValid)
        return Error{ Error::Code::BadRequest, u"An address is not valid in an SMTP envelope."_s };
    if (envelope.needsUtf8 && !extensions.has("SMTPUTF8"))
        return Error{ Error::Code::BadRequest,
                      u"The SMTP server does not accept addresses with non-ASCII characters (no "
                      "SMTPUTF8)."_s };
    if (envelope.is8Bit && !extensions.has("8BITMIME"))
        return Error{ Error::Code::BadRequest,
                      u"The SMTP server does not accept 8-bit mail (no 8BITMIME)."_s };
    const qint64 most = extensions.maxSize();
    if (most > 0 && envelope.size > most)
        return Error{ Error::Code::Server,
                      u"The mail has %1 bytes, but the SMTP server accepts %2 at most."_s
                          .arg(envelope.size)
                          .arg(most) };
    return {};
}

QByteArray mailCommand(const Envelope &envelope, const Extensions &extensions)
{
    QByteArray line = "MAIL FROM:<" + envelope.from + '>';
    if (extensions.has("SIZE"))
        line += " SIZE=" + QByteArray::number(envelope.size);
    if (envelope.is8Bit)
        line += " BODY=8BITMIME";
    if (envelope.needsUtf8)
        line += " SMTPUTF8";
    return line;
}

Submission failed(End end, Error why, Reply reply = {})
{
    Submission submission;
    submission.end = end;
    submission.error = std::move(why);
    submission.reply = std::move(reply);
    return submission;
}

/// The reply that decides if no recipient was accepted: one that is not permanent, if there is one, because
/// another attempt may then succeed.
const Reply &decisive(const QList<Reply> &recipients)
{
    const auto hope =
        std::ranges::find_if(recipients, [](const Reply &reply) { return !reply.isPermanent(); });
    return hope == recipients.end() ? recipients.first() : *hope;
}

End endOf(const Reply &reply)
{
    return reply.isPermanent() ? End::Refused : End::Deferred;
}

} // namespace

QCoro::Task<Submission> Session::submit(Envelope envelope, Cargo cargo)
{
    const Result<void> silent = co_await checkSilence();
    if (!silent)
        co_return failed(End::Deferred, silent.error());
    const Result<void> checked = check(envelope, m_extensions);
    if (!checked)
        co_return failed(End::Refused, checked.error());

    if (m_isInTransaction) {
        const ReplyResult reset = co_await command("RSET");
        if (!reset)
            co_return failed(End::Deferred, reset.error());
    }
    m_isInTransaction = true;
    // RFC 2920 3.1: with PIPELINING all commands are sent at once, DATA as the last one.
    const bool isPipelined = m_extensions.has("PIPELINING");
    QList<QByteArray> lines = { mailCommand(envelope, m_extensions) };
    for (const QByteArray &to : std::as_const(envelope.to))
        lines.append("RCPT TO:<" + to + '>');
    if (isPipelined) {
        write(lines.join("\r\n") + "\r\nDATA\r\n", lines.join(" | ") + " | DATA");
    }
    QList<Reply> answers;
    for (const QByteArray &line : std::as_const(lines)) {
        if (!isPipelined)
            write(line + "\r\n", line);
        const ReplyResult answer = co_await readReply(m_options.commandTimeout);
        if (!answer)
            co_return failed(End::Deferred, answer.error());
        answers.append(*answer);
        if (answer->code == 421)
            co_return failed(End::Deferred, give(refusal(u"is closing the connection"_s, *answer)),
                             *answer);
        if (!isPipelined && answers.size() == 1 && !answer->isPositive())
            break; // without a sender, RCPT and DATA are refused too
    }

    Submission submission;
    const Reply sender = answers.takeFirst();
    submission.recipients = answers;
    const bool anyTaken = std::ranges::any_of(answers, &Reply::isPositive);
    if (!sender.isPositive() || !anyTaken) {
        const Reply &why = sender.isPositive() ? decisive(answers) : sender;
        const QString what =
            sender.isPositive() ? u"refused all recipients"_s : u"refused the sender"_s;
        submission.end = endOf(why);
        submission.reply = why;
        submission.error = refusal(what, why);
        if (!sender.isPositive())
            submission.recipients.clear();
    }
    if (submission.error && !isPipelined)
        co_return submission;
    if (!isPipelined)
        write("DATA\r\n", "DATA");
    const ReplyResult go = co_await readReply(m_options.commandTimeout);
    if (submission.error) {
        // RFC 2920 3.1: a server may answer 354 nevertheless. Then only an empty mail or the end of the
        // connection ends DATA.
        if (go && go->code == 354)
            abort({ Error::Code::Protocol,
                    u"The server asked for the mail although it accepted no recipient."_s });
        co_return submission;
    }
    if (!go)
        co_return failed(End::Deferred, go.error());
    if (go->code != 354) {
        submission.end = endOf(*go);
        submission.reply = *go;
        submission.error = refusal(u"refused the mail"_s, *go);
        if (!go->isTemporary() && !go->isPermanent()) // e.g. 2xx: not an answer to DATA
            abort(*submission.error);
        co_return submission;
    }
    Submission carried = co_await carry(std::move(envelope), std::move(cargo), submission);
    co_return carried;
}

/// From the 354 to the answer. Before the final dot is sent, no recipient gets the mail.
QCoro::Task<Submission> Session::carry(Envelope envelope, Cargo cargo, Submission soFar)
{
    m_early.reset();
    const Result<void> written = co_await sendMessage(cargo);
    if (!written) {
        if (m_early && m_early->isPermanent())
            co_return failed(End::Refused, written.error(), *m_early);
        co_return failed(End::Deferred, written.error(), m_early.value_or(Reply()));
    }
    const Result<void> handed = co_await cargo.handOver();
    if (!handed) {
        if (isOpen())
            abort(handed.error()); // a connection that ends before the dot delivers nothing
        co_return failed(End::Deferred, handed.error());
    }
    if (m_transport->bytesAvailable() > 0) {
        const ReplyResult early = co_await readReply(m_options.commandTimeout);
        const Reply said = early ? *early : Reply();
        const Error why =
            early ? refusal(u"replied before the end of the mail"_s, said) : early.error();
        if (early)
            abort(why);
        co_return failed(said.isPermanent() ? End::Refused : End::Deferred, why, said);
    }
    write(".\r\n", "(" + QByteArray::number(envelope.size) + " bytes)");
    const ReplyResult answer = co_await readReply(m_options.finalTimeout);
    if (!answer) {
        const Error lost{ answer.error().code,
                          u"The mail was handed over, and the server did not answer: %1"_s.arg(
                              answer.error().message) };
        co_return failed(End::Unknown, lost);
    }
    m_isInTransaction = false; // RFC 5321 4.1.1.4, after any answer
    soFar.reply = *answer;
    if (answer->isPositive()) {
        soFar.end = End::Accepted;
        co_return soFar;
    }
    soFar.end = endOf(*answer);
    soFar.error = refusal(u"refused the mail"_s, *answer);
    if (answer->code == 421 || !(answer->isTemporary() || answer->isPermanent()))
        abort(*soFar.error);
    co_return soFar;
}

/// Sends the message without the final dot, no faster than the connection accepts it.
QCoro::Task<Result<void>> Session::sendMessage(Cargo cargo)
{
    DataWriter writer;
    for (;;) {
        const Result<QByteArray> piece = co_await cargo.next();
        if (!piece) {
            abort(piece.error());
            co_return piece.error();
        }
        m_transport->write(piece->isEmpty() ? writer.finish() : writer.add(*piece));
        const qint64 most = piece->isEmpty() ? 0 : mostUnsent;
        const Result<void> drained = co_await m_transport->drain(most, m_options.blockTimeout);
        if (drained && m_transport->bytesAvailable() == 0) {
            if (piece->isEmpty())
                co_return Result<void>();
            continue;
        }
        // The sending failed, or the server answered before the message was complete. Such a reply may be a
        // refusal, but is never an answer to the mail.
        if (!drained && drained.error().code == Error::Code::Cancelled)
            co_return drained.error();
        if (m_transport->bytesAvailable() == 0)
            co_return give(drained.error());
        const ReplyResult early = co_await readReply(m_options.commandTimeout);
        CO_RETURN_IF_ERROR(early);
        m_early = *early;
        co_return give(refusal(u"replied before the end of the mail"_s, *early));
    }
}

} // namespace Smtp
