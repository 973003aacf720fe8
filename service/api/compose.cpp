// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/compose.h"

#include "api/failure.h"
#include "api/handlers.h"
#include "mime/outgoingaddress.h"
#include "mime/writer.h"
#include "store/mail/bodies.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qint64 keptWhole = 1024 * 1024; ///< bytes; copies of larger mails stay in pieces

QStringList addressesOf(const QList<Mime::Address> &addresses)
{
    QStringList all;
    for (const Mime::Address &address : addresses)
        all.append(address.address);
    return all;
}

ApiFailure badSender(const Error &error)
{
    return { .error = ApiError::InvalidRecipient,
             .message = error.message,
             .details = { { u"accountId"_s, error.message } } };
}

ApiFailure unwritten(const Error &error)
{
    switch (error.code) {
    case Error::Code::NotFound:
        return failed(ApiError::AttachmentNotAllowed);
    case Error::Code::Storage:
    case Error::Code::StorageFull:
    case Error::Code::OutcomeUnknown:
        return storageFailure(error);
    default:
        return { .error = ApiError::IllegalCharacters, .message = error.message };
    }
}

Result<Store::OutboxMessage> written(const Mime::OutgoingMail &mail, const QString &folder)
{
    Store::OutboxMessage message{ std::make_shared<Store::PieceFile>(folder) };
    const Result<Mime::Outline> outline = Mime::Writer::write(
        mail, [&message](QByteArrayView bytes) { return message.pieces->add(bytes); });
    RETURN_IF_ERROR(outline);
    RETURN_IF_ERROR(message.pieces->finish());
    if (message.pieces->size() > keptWhole && !outline->cuts.isEmpty()) {
        message.outline = Store::compressBody(outline->bytes);
        message.cuts = Mime::toText(outline->cuts);
    }
    return message;
}

} // namespace

Result<ComposedMail, ApiFailure> compose(const Ingredients &from, const QString &folder)
{
    const QString &address = from.account.email;
    const Result<QByteArray> sender = Mime::wireAddress(address, true);
    if (!sender)
        return badSender(sender.error());
    const bool isAscii = std::all_of(sender->begin(), sender->end(), [](char c) { return c > 0; });

    Mime::OutgoingMail mail;
    mail.from = { from.account.senderName, address };
    mail.to = from.recipients.to;
    mail.cc = from.recipients.cc;
    mail.bcc = from.recipients.bcc;
    mail.replyTo = from.recipients.replyTo;
    mail.subject = from.input.subject;
    mail.html = from.input.body;
    mail.files = from.parts.files;
    mail.messageId = Mime::newMessageId(address);
    mail.date = from.now;
    mail.utcOffsetMinutes = QDateTime::fromSecsSinceEpoch(from.now).offsetFromUtc() / 60;
    mail.inReplyTo = from.parts.inReplyTo;
    mail.references = from.parts.references;
    mail.allowsUtf8 = from.recipients.needsUtf8 || !isAscii;

    Result<Store::OutboxMessage> message = written(mail, folder);
    if (!message)
        return unwritten(message.error());
    ComposedMail composed;
    composed.message = *std::move(message);
    composed.mail.accountId = from.account.id;
    composed.mail.needsUtf8 = mail.allowsUtf8;
    composed.mail.messageId = mail.messageId;
    composed.mail.sender = *sender;
    for (const QByteArray &recipient : from.recipients.envelope)
        composed.mail.recipients.append({ .address = recipient });
    composed.mail.to = addressesOf(mail.to);
    composed.mail.subject = mail.subject;
    return composed;
}

} // namespace Api
