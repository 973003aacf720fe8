// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/connection.h"
#include "imap/idling.h"
#include "imap/session.h"
#include "imap/statuserror.h"

namespace Imap {

using namespace Qt::StringLiterals;

QCoro::Task<Result<IdleEnd>> Session::idle(std::chrono::milliseconds max)
{
    if (std::exchange(m_wake, false))
        co_return IdleEnd::Woken;
    if (hasNews())
        co_return IdleEnd::News;
    if (!m_capabilities.has("IDLE"))
        co_return Error{ Error::Code::Server, u"The server does not offer IDLE."_s };

    const auto idling = std::make_shared<Idling>();
    m_idling = idling;
    idling->command = std::make_shared<Command>();
    idling->command->text = "IDLE";
    idling->command->onContinuation = [this](QByteArrayView) -> Result<std::optional<QByteArray>> {
        if (m_idling) {
            m_idling->isConfirmed = true;
            m_idling->command->waitsQuietly = true;
            if (m_idling->why)
                endIdle(*m_idling->why);
        }
        return std::optional<QByteArray>();
    };
    idling->longest.setSingleShot(true);
    connect(&idling->longest, &QTimer::timeout, this, [this] { endIdle(IdleEnd::Elapsed); });
    idling->longest.start(max);

    const Answer sent = send(idling->command);
    const Result<StatusLine> answer = co_await sent;
    CO_RETURN_IF_ERROR(answer);
    m_idling.reset();
    if (answer->kind != StatusLine::Kind::Ok)
        co_return statusError(*answer);
    co_return idling->why.value_or(IdleEnd::Ended);
}

void Session::wakeIdle()
{
    if (m_idling)
        endIdle(IdleEnd::Woken);
    else
        m_wake = true;
}

void Session::endIdle(IdleEnd why)
{
    const std::shared_ptr<Idling> idling = m_idling;
    if (!idling || idling->isDone)
        return;
    if (!idling->why)
        idling->why = why;
    if (!idling->isConfirmed) // DONE before the `+` would be a command of its own
        return;
    idling->isDone = true;
    m_connection->sendDone(idling->command);
}

} // namespace Imap
