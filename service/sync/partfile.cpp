// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/partfile.h"

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Sync {

PartFile::PartFile(const QString &path, Mime::Encoding encoding, qint64 maxBytes)
    : m_file(path), m_stream(encoding), m_maxBytes(maxBytes)
{
}

PartFile::~PartFile()
{
    if (!m_isKept)
        m_file.remove();
}

Result<void> PartFile::create()
{
    errno = 0;
    const auto mode = QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered;
    if (m_file.open(mode, QFileDevice::ReadOwner | QFileDevice::WriteOwner))
        return {};
    return diskError();
}

Result<void> PartFile::write(const QByteArray &encoded)
{
    return append(m_stream.take(encoded));
}

Result<qint64> PartFile::finish()
{
    RETURN_IF_ERROR(append(m_stream.finish()));
    m_file.close();
    m_isKept = true;
    return m_bytes;
}

Result<void> PartFile::append(const QByteArray &bytes)
{
    m_bytes += bytes.size();
    if (m_bytes > m_maxBytes)
        return Error{ Error::Code::StorageFull,
                      u"The part is larger than the space for downloaded parts."_s };
    errno = 0;
    return m_file.write(bytes) == bytes.size() ? Result<void>() : diskError();
}

Error PartFile::diskError() const
{
    return { errno == ENOSPC ? Error::Code::StorageFull : Error::Code::Storage,
             u"A part of a mail cannot be written to the disk: %1"_s.arg(m_file.errorString()) };
}

} // namespace Sync
