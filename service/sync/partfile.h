// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "mime/transferstream.h"

#include <QFile>

namespace Sync {

/**
 * The file into which a part is decoded while it is fetched. Its calls block on the disk, so they run on the
 * pool, one at a time. The destructor removes the file unless finish() succeeded.
 */
class PartFile
{
public:
    PartFile(const QString &path, Mime::Encoding encoding, qint64 maxBytes);
    ~PartFile();

    Result<void> create();
    Result<void> write(const QByteArray &encoded);
    Result<qint64> finish(); ///< its decoded bytes

private:
    Result<void> append(const QByteArray &bytes);
    Error diskError() const;

    QFile m_file;
    Mime::TransferStream m_stream;
    const qint64 m_maxBytes;
    qint64 m_bytes = 0;
    bool m_isKept = false;
};

} // namespace Sync
