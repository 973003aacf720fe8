// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/messageoutput.h"

namespace Mime {

void MessageOutput::beginFile()
{
    send(QByteArrayView(m_text).sliced(m_sent));
    m_sent = m_text.size();
    m_cuts.append({ m_text.size(), 0, 0 });
}

void MessageOutput::addToFile(QByteArrayView encoded)
{
    send(encoded);
    m_cuts.last().length += encoded.size();
}

// A file without bytes leaves no cut.
void MessageOutput::endFile(qint64 size)
{
    m_cuts.last().size = size;
    if (m_cuts.last().length == 0)
        m_cuts.removeLast();
}

void MessageOutput::fail(Error error)
{
    if (!m_error)
        m_error = std::move(error);
}

Result<Outline> MessageOutput::finish()
{
    send(QByteArrayView(m_text).sliced(m_sent));
    m_sent = m_text.size();
    if (m_error)
        return *m_error;
    return Outline{ std::move(m_text), std::move(m_cuts) };
}

void MessageOutput::send(QByteArrayView bytes)
{
    if (m_error || bytes.isEmpty())
        return;
    const Result<void> sent = m_sink(bytes);
    if (!sent)
        m_error = sent.error();
}

} // namespace Mime
