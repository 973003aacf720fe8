// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/parttree.h"

namespace Mime {

/// application/pkcs7-mime by one of its names, or a file without a type that is named `.p7m`.
bool isCmsPart(const Part &part);

/**
 * Opens opaque S/MIME signed-data (RFC 8551 3.5.2) at the place of a mail's body: at the root, or
 * first in multiparts. Its part becomes Part::Kind::Signed with the parts inside as its children,
 * whose positions are in the bytes that are returned (Part::source counts them from 1). At most 4
 * inside each other, of Limits::signedBytes together. The positions of `tree` are in `raw`.
 */
QList<QByteArray> openSigned(PartTree &tree, const QByteArray &raw, const Limits &limits);

} // namespace Mime
