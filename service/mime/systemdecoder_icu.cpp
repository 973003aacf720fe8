// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/systemdecoder.h"

namespace Mime {

SystemDecoder::SystemDecoder(const char *converter, QStringConverter::Flags flags)
    : m_decoder(converter, flags)
{
}

bool SystemDecoder::isKnown() const
{
    return m_decoder.isValid();
}

Converted SystemDecoder::decode(QByteArrayView bytes)
{
    Converted result{ m_decoder.decode(bytes) };
    result.hadErrors = m_decoder.hasError();
    return result;
}

} // namespace Mime
