// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/transfer.h"

#include <QByteArray>
#include <QStringView>

namespace Mime {

/// Line ends as the protocol requires them: CR LF, lone CR and lone LF become CR LF (SMTP
/// smuggling).
QByteArray withWireLineEnds(Slice bytes);

/// Text with CR LF line ends that needs no encoding: ASCII in lines of at most 998 characters, none
/// of which a program on the way would change.
bool isSentAsItIs(Slice text);

/** withWireLineEnds() for data in pieces. */
class WireLineEnds
{
public:
    QByteArray take(Slice piece);

private:
    bool m_isAfterCr = false;
};

/** isSentAsItIs() for data in pieces. */
class SentAsItIs
{
public:
    bool take(const QByteArray &piece); ///< false: the data needs an encoding
    bool finish();

private:
    QByteArray m_line; ///< that has not ended yet
    bool m_isSo = true;
};

/// Identity where isSentAsItIs(); else the shorter of quoted-printable (mostly ASCII) and base64.
Encoding encodingFor(Slice text);

/// `7bit`, `quoted-printable`, `base64`.
QByteArrayView nameOf(Encoding encoding);

/// Appends `bytes`, encoded ones in lines of at most 76 characters; no line end behind the last.
void appendEncoded(QByteArray &out, Slice bytes, Encoding encoding);

} // namespace Mime
