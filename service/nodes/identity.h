// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/db/filelock.h"

#include <QString>

#include <memory>

namespace Nodes {

/**
 * Who this service is among the nodes of a database, also after a restart: a UUID in the file `node` of the data
 * folder. The file is locked, so a service that gets this UUID knows that the process that had it before has
 * ended, and takes its accounts at once. If another service runs in the same folder, it gets a new UUID.
 */
class Identity
{
public:
    static Result<Identity> load(const QString &dataFolder);

    const QString &uuid() const { return m_uuid; }

private:
    QString m_uuid;
    std::shared_ptr<Store::FileLock> m_lock; ///< null: the file belongs to another service
};

} // namespace Nodes
