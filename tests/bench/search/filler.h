// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "corpus.h"
#include "parsing/bodyparse.h"
#include "store/mail/folders.h"
#include "store/search/fill/searchbatch.h"
#include "store/sql/connection.h"
#include "store/sql/session.h"

#include <QString>

#include <memory>

/** Seconds of processor time of each step, and the amount of data. */
struct WriterCosts {
    double rows = 0;
    double bodies = 0;
    double texts = 0;
    double merging = 0;
    double preparing = 0; ///< parsing, compressing, normalising: work of the pool
    qint64 mails = 0;
    qint64 rawBytes = 0;
};

/**
 * Fills a new database with the steps of a first sync, one after another on one thread: list rows,
 * bodies, full text. Measures each step of the writer's thread.
 */
class Filler
{
public:
    explicit Filler(const Store::DatabaseAddress &address);

    /// Adds all mails of the Maildir, with their times moved `shift` seconds ahead.
    void add(const QString &maildir, qint64 shift, bool withBodies);

    /// Merges segments as upkeep does when the service has no other work.
    void merge();

    const WriterCosts &costs() const { return m_costs; }

private:
    void addRows(const QList<CorpusMail> &mails, const QList<Parsing::ReadBody> &read,
                 qint64 shift);
    void addBodies(QList<Parsing::ReadBody> &read);
    void addTexts();

    SystemClock m_clock;
    std::unique_ptr<Store::Connection> m_connection;
    std::unique_ptr<Store::Session> m_session;
    Store::Folder m_folder;
    QList<Store::PreparedSearchWork> m_waiting;
    qsizetype m_waitingBytes = 0;
    quint32 m_uid = 1'000'000'000; ///< falls, as the mails come newest first
    qint64 m_firstId = 1;
    WriterCosts m_costs;
};
