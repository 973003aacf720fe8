// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/openfolder.h"

using namespace Qt::StringLiterals;

namespace Sync {

void OpenFolder::begin(const Imap::Mailbox &mailbox)
{
    m_isStale = false;
    m_exists = mailbox.exists;
    m_modSeq = mailbox.highestModSeq;
}

Imap::MailboxNews OpenFolder::takeNews()
{
    Imap::MailboxNews news = m_session.takeNotifications();
    m_exists = news.exists.value_or(m_exists);
    return news;
}

QCoro::Task<Result<void>> OpenFolder::recount(QString path, quint32 uidValidity)
{
    const Result<Imap::Mailbox> mailbox = co_await m_session.examine(path);
    CO_RETURN_IF_ERROR(mailbox);
    if (mailbox->uidValidity != uidValidity)
        co_return Error{
            Error::Code::Server,
            u"The server renumbered the mails of the folder (its UIDVALIDITY changed)."_s
        };
    m_exists = mailbox->exists;
    co_return {};
}

} // namespace Sync
