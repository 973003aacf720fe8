// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/updatedatabase.h"

#include "common/clock.h"
#include "store/copy/copyprogress.h"
#include "store/db/filelock.h"
#include "store/sql/connection.h"
#include "store/sql/privatefile.h"
#include "store/sql/session.h"

#include <QFileInfo>

#include <memory>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<std::unique_ptr<FileLock>> lockFile(const QString &file)
{
    RETURN_IF_ERROR(createPrivately(file));
    auto locked = FileLock::tryLock(file + u".lock"_s);
    if (locked || locked.error().code != Error::Code::Conflict)
        return locked;
    return Error{ Error::Code::Conflict,
                  u"The database %1 is in use. Stop the service that has it open: it updates the "
                  "database by itself when it starts."_s.arg(file) };
}

Result<SchemaUpdate> update(Session &session, const UpdateOptions &options)
{
    if (options.isPlanOnly)
        return planUpdate(session);
    const auto updated = updateSchema(session);
    RETURN_IF_ERROR(updated);
    RETURN_IF_ERROR(checkIsWhole(session, options.address.shown));
    return updated;
}

} // namespace

Result<SchemaUpdate> updateDatabase(const UpdateOptions &options)
{
    const DatabaseAddress &address = options.address;
    std::unique_ptr<FileLock> lock;
    if (address.isFile()) {
        if (options.isPlanOnly && !QFileInfo::exists(address.file))
            return SchemaUpdate{ .applied = migrations(address.engine),
                                 .refused = {},
                                 .reason = {} };
        auto locked = lockFile(address.file);
        RETURN_IF_ERROR(locked);
        lock = std::move(*locked);
    }
    const auto connection =
        Connection::openPatiently(address, Connection::Kind::Writer, options.wait);
    RETURN_IF_ERROR(connection);
    const SystemClock clock;
    Session session((*connection)->handle(), clock);
    return update(session, options);
}

} // namespace Store
