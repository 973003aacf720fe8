// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/identity.h"

#include "store/sql/newid.h"

#include <QFile>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace Nodes {

namespace {

Result<QString> readOrWrite(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite, QFileDevice::ReadOwner | QFileDevice::WriteOwner))
        return Error{ Error::Code::Storage,
                      u"Cannot read or write %1: %2"_s.arg(path, file.errorString()) };
    const QString stored = QString::fromLatin1(file.readAll().trimmed());
    if (!QUuid::fromString(stored).isNull())
        return stored;
    const QByteArray uuid = Store::newUuid();
    file.resize(0);
    file.seek(0);
    if (file.write(uuid + '\n') < 0 || !file.flush())
        return Error{ Error::Code::Storage,
                      u"Cannot write %1: %2"_s.arg(path, file.errorString()) };
    return QString::fromLatin1(uuid);
}

} // namespace

Result<Identity> Identity::load(const QString &dataFolder)
{
    const QString path = dataFolder + u"/node"_s;
    Identity identity;
    auto lock = Store::FileLock::tryLock(path + u".lock"_s);
    if (!lock) {
        if (lock.error().code != Error::Code::Conflict)
            return lock.error();
        identity.m_uuid = QString::fromLatin1(Store::newUuid());
        return identity;
    }
    identity.m_lock = *std::move(lock);
    const Result<QString> uuid = readOrWrite(path);
    RETURN_IF_ERROR(uuid);
    identity.m_uuid = *uuid;
    return identity;
}

} // namespace Nodes
