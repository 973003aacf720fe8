// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outbox/appender.h"
#include "outbox/carrier.h"

#include <QHash>
#include <QPointer>
#include <QTimer>

namespace Outbox {

/**
 * Knows what is due when, and lets a Carrier for each account do it. Lives on the outbox thread and
 * is deleted there; every call comes from it.
 */
class Desk : public QObject
{
public:
    explicit Desk(Context &context);
    ~Desk() override;

    void start(); ///< repairs what the last run left over, then looks
    /// Sends the account's due mails now; `done` where `answerTo` lives once `mailId` was tried.
    void deliver(qint64 accountId, qint64 mailId, QPointer<QObject> answerTo,
                 std::function<void()> done);
    void look();
    void databaseReturned(bool isOther); ///< `isOther`: it may have gone back in time
    QCoro::Task<void> stopAccount(qint64 accountId);
    QCoro::Task<void> stopAll();

private:
    struct Watcher {
        QPointer<QObject> answerTo;
        std::function<void()> done;
    };

    QCoro::Task<void> repairAndLook();
    void keepClaims();
    QCoro::Task<void> lookAround();
    QCoro::Task<bool> pull(Store::LatestDue due);
    bool takeUpLooseEnds();
    void send(qint64 accountId);
    void tell(qint64 mailId);
    void tidy();

    Context &m_context;
    Places m_places;
    QHash<qint64, Carrier *> m_carriers; ///< owned
    QMultiHash<qint64, Watcher> m_watchers;
    Appender *m_appender;     ///< our child
    Sync::Indexer *m_indexer; ///< of the copies, several in one transaction; our child
    QTimer m_timer;           ///< when the next mail is due
    QTimer m_tidyTimer;
    QTimer m_claimTimer; ///< where others have the database too
    /// Before that a mail that is being sent cannot be told from one that was, so none is.
    bool m_isRepaired = false;
    bool m_isLooking = false;
    bool m_looksAgain = false;
    bool m_isStopping = false;
};

} // namespace Outbox
