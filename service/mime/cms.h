// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <optional>

namespace Mime {

/// What a CMS structure holds (RFC 5652 3), by its object identifier.
enum class CmsType { None, Signed, Enveloped, Other };

/// `bytes`: BER or DER; its first 64 bytes are enough.
CmsType cmsTypeOf(Slice bytes);

/**
 * The content inside of signed-data (RFC 5652 5.2), with OCTET STRINGs of definite and indefinite
 * length, primitive or constructed; nothing where it is not signed-data, has no content or other than
 * `data`. Cut bytes give what is there. No signature is checked. Linear, without recursion.
 */
std::optional<QByteArray> signedContent(Slice bytes);

} // namespace Mime
