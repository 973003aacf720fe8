// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/decoder.h"

#include <QStringDecoder>

namespace Mime {

/**
 * The converter of character sets that is on the machine: ICU, through Qt. On Windows its code pages,
 * because Qt has no ICU there. For one thread at a time.
 */
class SystemDecoder
{
public:
    /// `converter`: a canonical name of charsetlabels.h. Without state each decode() is of a whole text,
    /// and a character that is cut off at its end is an error; a code page never has a state.
    explicit SystemDecoder(const char *converter,
                           QStringConverter::Flags flags = QStringConverter::Flag::Default);

    bool isKnown() const; ///< to the machine; else decode() must not be called
    Converted decode(QByteArrayView bytes);

private:
    QStringDecoder m_decoder;
#ifdef Q_OS_WIN
    unsigned m_codePage = 0; ///< 0: Qt itself can decode the charset
#endif
};

} // namespace Mime
