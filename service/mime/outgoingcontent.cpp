// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/outgoingcontent.h"

#include <QIODevice>

using namespace Qt::StringLiterals;

namespace Mime {

OutgoingContent::OutgoingContent(const OutgoingFile &file)
    : m_file(file), m_size(file.device ? file.size : file.content.size())
{
}

Result<QByteArray> OutgoingContent::next(qint64 mostBytes)
{
    const qint64 count = std::min(mostBytes, m_size - m_at);
    const qint64 from = std::exchange(m_at, m_at + count);
    if (!m_file.device)
        return m_file.content.mid(from, count);
    QByteArray bytes;
    if (from > 0 || m_file.device->seek(0))
        bytes = m_file.device->read(count);
    if (bytes.size() == count)
        return bytes;
    return Error{ Error::Code::NotFound, u"An attachment cannot be read to its end."_s };
}

} // namespace Mime
