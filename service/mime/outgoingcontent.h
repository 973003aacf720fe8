// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "mime/outgoingmail.h"

namespace Mime {

/** Reads the content of an attached file, piece by piece, from its beginning. */
class OutgoingContent
{
public:
    explicit OutgoingContent(const OutgoingFile &file); ///< which outlives this

    bool atEnd() const { return m_at >= m_size; }
    qint64 size() const { return m_size; }
    /// At most so many bytes, fewer only at the end. NotFound: it has become shorter, or cannot be
    /// read any more.
    Result<QByteArray> next(qint64 mostBytes);

private:
    const OutgoingFile &m_file;
    const qint64 m_size;
    qint64 m_at = 0;
};

} // namespace Mime
