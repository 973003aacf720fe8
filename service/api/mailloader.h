// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"
#include "store/lists/maildetail.h"
#include "sync/scheduler.h"

#include <QObject>

class QIODevice;

namespace Api {

/**
 * Loads mails with the stored parts of their messages. Parts that are still at the server are
 * fetched first. Lives on the http thread.
 */
class MailLoader : public QObject
{
public:
    /// Where the message goes: into memory, or on the reader's thread into a file to be sent.
    enum class Into { Memory, File };
    struct Found {
        Store::MailDetail mail;
        std::shared_ptr<QIODevice> file; ///< for Into::File; null where it could not be written, or
                                         ///< is kept in pieces
        qint64 fileSize = -1;            ///< -1: no message is kept here
    };

    MailLoader(Store::Database &database, Sync::Scheduler &scheduler, QObject *parent = nullptr)
        : QObject(parent), m_database(database), m_scheduler(scheduler)
    {
    }

    /// A text that is fetched first may take 10 s.
    QCoro::Task<Result<Found, ApiFailure>> load(qint64 id, Store::Viewer viewer, Into into);

private:
    QCoro::Task<Result<Found>> read(qint64 id, Store::Viewer viewer, Into into);
    QCoro::Task<Result<void>> fetchBody(Store::MailRow mail);

    Store::Database &m_database;
    Sync::Scheduler &m_scheduler;
};

/// The failure for data that could not be fetched from a mail server.
ApiFailure fetchFailure(const Error &error);

} // namespace Api
