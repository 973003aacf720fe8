// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/copyprogress.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<QMap<QByteArray, CopiedTable>> copiedTables(Session &session)
{
    Query query = session.query("copied_all");
    query.exec();
    QMap<QByteArray, CopiedTable> tables;
    while (query.next())
        tables.insert(
            query.bytes("name"),
            { CopyDigest(query.int64("n"), query.bytes("digest")), query.flag("is_whole") });
    if (query.failed())
        return query.error();
    return tables;
}

Result<void> noteCopied(Session &session, const CopyTable &table, const CopiedTable &copied)
{
    return session.query("copied_put")
        .bind(u":name"_s, QString::fromLatin1(table.name))
        .bind(u":n"_s, copied.digest.rows())
        .bind(u":digest"_s, copied.digest.value())
        .bind(u":is_whole"_s, copied.isWhole)
        .run();
}

Result<void> forgetCopied(Session &session)
{
    return session.query("copied_clear").run();
}

Result<void> checkIsWhole(Session &session, const QString &shown)
{
    const Result<qint64> unfinished = session.query("copied_any").readNumber();
    RETURN_IF_ERROR(unfinished);
    if (*unfinished == 0)
        return {};
    return Error{ Error::Code::Conflict,
                  u"The database %1 is an unfinished copy. Run postriderd migrate-database again "
                  "with the same --from and --to, or postriderd restore with the same file; it "
                  "continues where it stopped."_s.arg(shown) };
}

} // namespace Store
