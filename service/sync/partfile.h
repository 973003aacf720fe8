// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "mime/transferstream.h"

#include <QFile>

namespace Sync {

/**
 * The file that a part is decoded into as it comes. Its calls block on the disk: on the pool, one at
 * a time. Removed by its end unless finish() succeeded.
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
