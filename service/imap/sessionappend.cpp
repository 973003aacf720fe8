// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/connection.h"
#include "imap/session.h"
#include "imap/statuserror.h"

namespace Imap {

QCoro::Task<Result<void>> Session::append(QString path, QByteArray message)
{
    const Result<QByteArray> mailbox = mailboxArgument(path);
    if (!mailbox)
        co_return mailbox.error();
    const auto command = std::make_shared<Command>();
    command->text = "APPEND " + *mailbox + " (\\Seen) {" + QByteArray::number(message.size()) + '}';
    command->isMessage = true;
    command->waitsQuietly = true; // a large mail takes longer to leave than servers may be silent
    command->onContinuation = [message](QByteArrayView) -> Result<std::optional<QByteArray>> {
        return std::optional(message);
    };
    const Answer sent = send(command);
    const Result<StatusLine> answer = co_await sent;
    if (!answer)
        co_return answer.error();
    co_return statusResult(*answer);
}

} // namespace Imap
