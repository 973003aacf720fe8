// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/request.h"

namespace Http {

QByteArray Request::header(QByteArrayView lowerName) const
{
    for (const auto &[name, value] : headers) {
        if (name == lowerName)
            return value;
    }
    return {};
}

} // namespace Http
