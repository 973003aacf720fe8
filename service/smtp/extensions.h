// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "smtp/reply.h"

#include <QHash>

namespace Smtp {

/** The extensions that a server offers, RFC 5321 4.1.1.1. */
class Extensions
{
public:
    Extensions() = default;
    /// From the reply to EHLO; its first line greets.
    explicit Extensions(const Reply &reply);

    bool has(const QByteArray &keyword) const { return m_parameters.contains(keyword); }
    QList<QByteArray> keywords() const; ///< upper case, in alphabetical order
    /// Upper case names, also of the old form `AUTH=LOGIN`.
    QList<QByteArray> mechanisms() const;
    /// The largest message that the server accepts, in bytes; 0: not given. RFC 1870 4
    qint64 maxSize() const;

private:
    QHash<QByteArray, QList<QByteArray>> m_parameters; ///< keyword in upper case
};

} // namespace Smtp
