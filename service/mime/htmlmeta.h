// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

namespace Mime {

/// The charset that an HTML document names in a <meta> of its first 4 KiB, or nothing.
QByteArrayView charsetInMeta(Slice html);

} // namespace Mime
