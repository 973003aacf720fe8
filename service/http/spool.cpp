// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/spool.h"

#include <QBuffer>
#include <QTemporaryFile>

namespace Http {

namespace {

constexpr qsizetype keptInMemory = 64 * 1024;

std::shared_ptr<QIODevice> inMemory(const QByteArray &bytes)
{
    auto buffer = std::make_shared<QBuffer>();
    buffer->setData(bytes);
    buffer->open(QIODevice::ReadOnly);
    return buffer;
}

std::shared_ptr<QIODevice> onDisk(const QByteArray &bytes)
{
    auto file = std::make_shared<QTemporaryFile>();
    if (!file->open() || file->write(bytes) != bytes.size() || !file->flush() || !file->seek(0))
        return nullptr;
    return file;
}

} // namespace

std::shared_ptr<QIODevice> spooled(const QByteArray &bytes, QThread *home)
{
    auto device = bytes.size() > keptInMemory ? onDisk(bytes) : inMemory(bytes);
    if (device)
        device->moveToThread(home);
    return device;
}

} // namespace Http
