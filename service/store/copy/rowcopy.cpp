// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/rowcopy.h"

#include "store/copy/copyindex.h"
#include "store/copy/copyprogress.h"
#include "store/copy/copyreader.h"
#include "store/copy/copysequences.h"
#include "store/copy/copywriter.h"
#include "store/db/progresslines.h"
#include "store/db/transaction.h"
#include "store/search/fill/searchversion.h"
#include "store/sql/session.h"

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** A table that is copied, and its progress. */
struct Moving {
    CopyPlan from;
    CopyPlan to;
    CopiedTable copied;

    QString name() const { return QString::fromLatin1(from.table.name); }
};

/** One call of copyRows(). */
class RowCopy
{
public:
    RowCopy(RowSource &from, Session &to, const RowCopyOptions &options)
        : m_from(from), m_to(to), m_options(options), m_lines(options.report)
    {
    }

    Result<void> run()
    {
        using Step = Result<void> (RowCopy::*)();
        for (const Step step :
             { &RowCopy::settleIn, &RowCopy::plan, &RowCopy::goOn, &RowCopy::copyAll,
               &RowCopy::copyLastIds, &RowCopy::index, &RowCopy::verifyAll, &RowCopy::finish }) {
            RETURN_IF_ERROR((this->*step)());
        }
        return {};
    }

private:
    Result<void> settleIn();
    Result<void> plan();
    Result<void> goOn();
    Result<void> begin();
    Result<bool> isUnchanged(Moving &table);
    Result<void> copyAll();
    Result<void> copyTable(Moving &table);
    Result<void> store(Moving &table, const QList<CopyRow> &rows);
    Result<void> copyLastIds();
    Result<void> index();
    Result<void> verifyAll();
    Result<CopyDigest> digestOfCopy(const Moving &table, qint64 &read, qint64 all);
    Result<void> finish();

    RowSource &m_from;
    Session &m_to;
    const RowCopyOptions &m_options;
    ProgressLines m_lines;
    std::vector<Moving> m_tables;
};

// The commit of a batch does not wait for the disk, because a batch that a power failure loses is copied
// again. The last commit waits: see finish().
Result<void> RowCopy::settleIn()
{
    RETURN_IF_ERROR(m_to.execute(m_to.dialect().commitQuickly()));
    // If this process is killed, the server ends its statement. Not every operating system supports this, so
    // an error is ignored.
    if (m_to.dialect().hasServer())
        static_cast<void>(m_to.execute(u"SET client_connection_check_interval TO '500ms'"_s));
    const Result<bool> prepared = prepareSearch(m_to);
    return prepared ? Result<void>() : Result<void>(prepared.error());
}

Result<void> RowCopy::plan()
{
    const auto copied = copiedTables(m_to);
    RETURN_IF_ERROR(copied);
    for (const CopyTable &table : copyTables()) {
        const Result<CopyPlan> from = m_from.plan(table);
        RETURN_IF_ERROR(from);
        const Result<CopyPlan> to = copyPlan(m_to, table);
        RETURN_IF_ERROR(to);
        if (from->columns != to->columns)
            return Error{ Error::Code::Storage,
                          u"The columns of the table %1 differ between the two databases."_s.arg(
                              QLatin1StringView(table.name)) };
        m_tables.push_back({ *from, *to, copied->value(table.name) });
    }
    return copied->isEmpty() ? begin() : Result<void>();
}

// After this the target is marked as an unfinished copy.
Result<void> RowCopy::begin()
{
    Transaction tx(m_to);
    for (auto table = m_tables.rbegin(); table != m_tables.rend(); ++table) {
        RETURN_IF_ERROR(clearTable(m_to, table->to.table));
        table->copied = {};
        m_from.startOver(table->from.table);
        RETURN_IF_ERROR(noteCopied(m_to, table->to.table, table->copied));
    }
    return tx.commit(emptyIndex(m_to));
}

Result<void> RowCopy::goOn()
{
    qint64 there = 0;
    for (Moving &table : m_tables) {
        if (table.copied.digest.rows() == 0 && !table.copied.isWhole)
            continue;
        const Result<bool> unchanged = isUnchanged(table);
        RETURN_IF_ERROR(unchanged);
        if (!*unchanged) {
            m_lines.say(
                u"%1 has changed since the copy began: the copy starts from the beginning."_s.arg(
                    m_options.from));
            return begin();
        }
        there += table.copied.digest.rows();
    }
    if (there > 0)
        m_lines.say(u"Continuing a copy that has %1 rows."_s.arg(shownNumber(there)));
    return {};
}

// If it is unchanged, m_from continues after the copied rows.
Result<bool> RowCopy::isUnchanged(Moving &table)
{
    const CopyDigest &wanted = table.copied.digest;
    CopyDigest digest;
    while (digest.rows() < wanted.rows()) {
        const Result<QList<CopyRow>> rows =
            m_from.next(table.from.table, wanted.rows() - digest.rows());
        RETURN_IF_ERROR(rows);
        if (rows->isEmpty())
            return false;
        for (const CopyRow &row : *rows)
            digest.add(row);
        m_lines.progress(u"Comparing "_s + table.name(), digest.rows(), wanted.rows());
    }
    if (digest != wanted || !table.copied.isWhole)
        return digest == wanted;
    const Result<QList<CopyRow>> more = m_from.next(table.from.table, 1);
    return more ? Result<bool>(more->isEmpty()) : Result<bool>(more.error());
}

Result<void> RowCopy::copyAll()
{
    for (Moving &table : m_tables) {
        if (table.copied.isWhole)
            continue;
        RETURN_IF_ERROR(copyTable(table));
    }
    return {};
}

Result<void> RowCopy::copyTable(Moving &table)
{
    const Result<qint64> all = m_from.count(table.from.table);
    RETURN_IF_ERROR(all);
    while (!table.copied.isWhole) {
        const Result<QList<CopyRow>> rows = m_from.next(table.from.table, CopyReader::rowsAtOnce);
        RETURN_IF_ERROR(rows);
        RETURN_IF_ERROR(store(table, *rows));
        m_lines.progress(table.name(), table.copied.digest.rows(), *all);
    }
    if (*all > 0)
        m_lines.say(u"%1: %2"_s.arg(table.name(), shownNumber(table.copied.digest.rows())));
    return {};
}

Result<void> RowCopy::store(Moving &table, const QList<CopyRow> &rows)
{
    Transaction tx(m_to);
    if (!rows.isEmpty()) {
        RETURN_IF_ERROR(writeRows(m_to, table.to, rows));
    }
    for (const CopyRow &row : rows)
        table.copied.digest.add(row);
    table.copied.isWhole = rows.isEmpty();
    return tx.commit(noteCopied(m_to, table.to.table, table.copied));
}

Result<void> RowCopy::copyLastIds()
{
    const auto ids = m_from.lastIds();
    RETURN_IF_ERROR(ids);
    Transaction tx(m_to);
    return tx.commit(setLastIds(m_to, *ids));
}

Result<void> RowCopy::index()
{
    const auto mails = std::ranges::find(m_tables, u"mails"_s, &Moving::name);
    const qint64 all = mails->copied.digest.rows();
    const Result<void> indexed = indexCopied(m_to, m_options.reader, [&](qint64 done) {
        m_lines.progress(u"full text index"_s, done, all);
    });
    if (indexed && all > 0)
        m_lines.say(u"full text index: rebuilt"_s);
    return indexed;
}

Result<void> RowCopy::verifyAll()
{
    qint64 all = 0;
    for (const Moving &table : m_tables)
        all += table.copied.digest.rows();
    qint64 read = 0;
    for (const Moving &table : m_tables) {
        const Result<CopyDigest> digest = digestOfCopy(table, read, all);
        RETURN_IF_ERROR(digest);
        if (*digest != table.copied.digest)
            return Error{ Error::Code::Storage,
                          u"The rows of the table %1 differ between %2 (%4 rows) and %3 (%5 rows). "
                          "The copy must not be used; empty it and begin again."_s.arg(
                              table.name(), m_options.to, m_options.from,
                              shownNumber(digest->rows()),
                              shownNumber(table.copied.digest.rows())) };
    }
    const auto from = m_from.lastIds();
    const auto to = lastIds(m_to);
    if (!from || !to || *from != *to)
        return Error{ Error::Code::Storage,
                      u"The next ids differ between %1 and %2. The copy must not be used; empty it "
                      "and begin again."_s.arg(m_options.to, m_options.from) };
    m_lines.say(u"Compared %1 rows of %2 tables: they are the same."_s.arg(
        shownNumber(all), QString::number(m_tables.size())));
    return {};
}

Result<CopyDigest> RowCopy::digestOfCopy(const Moving &table, qint64 &read, qint64 all)
{
    CopyReader reader(m_to, table.to);
    CopyDigest digest;
    for (;;) {
        const Result<QList<CopyRow>> rows = reader.next();
        RETURN_IF_ERROR(rows);
        if (rows->isEmpty())
            return digest;
        for (const CopyRow &row : *rows)
            digest.add(row);
        m_lines.progress(u"Comparing rows"_s, read += rows->size(), all);
    }
}

Result<void> RowCopy::finish()
{
    QStringList commands = m_to.dialect().afterFilling();
    commands.append(m_to.dialect().commitDurably());
    for (const QString &command : std::as_const(commands)) {
        RETURN_IF_ERROR(m_to.execute(command));
    }
    Transaction tx(m_to);
    RETURN_IF_ERROR(m_options.beforeUse ? m_options.beforeUse(m_to) : Result<void>());
    return tx.commit(forgetCopied(m_to));
}

} // namespace

Result<void> copyRows(RowSource &from, Session &to, const RowCopyOptions &options)
{
    return RowCopy(from, to, options).run();
}

} // namespace Store
