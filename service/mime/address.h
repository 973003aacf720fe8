// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <QList>
#include <QString>

namespace Mime {

struct Address {
    QString name;    ///< decoded display name, or empty
    QString address; ///< `local@domain` as written; empty where only a name was given

    friend bool operator==(const Address &, const Address &) = default;
};

/**
 * RFC 5322 3.4 with the obsolete forms, and the broken lists that people send: unquoted commas in
 * names, semicolons between addresses, missing `>`, `mailto:`, unclosed quotes. Groups are
 * flattened. `charset` is the guess for names in raw 8-bit bytes. Linear; at most 5,000 addresses.
 */
QList<Address> parseAddresses(Slice value, QByteArrayView charset = {});

} // namespace Mime
