// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httpanswer.h"

#include <algorithm>

namespace Net {

QByteArray HttpAnswer::header(QByteArrayView lowerName) const
{
    const auto it = std::ranges::find(headers, lowerName, &HttpHeaders::value_type::first);
    return it == headers.end() ? QByteArray() : it->second;
}

} // namespace Net
