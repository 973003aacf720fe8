// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/placeholders.h"

QT_FORWARD_DECLARE_CLASS(QSqlDriver)

namespace Store {

/**
 * A statement whose values are written into its text as literals, for a connection that cannot prepare
 * statements. Qt's driver quotes the values; that for SQLite cannot quote bytes.
 */
class LiteralText : public Placeholders
{
public:
    using Placeholders::Placeholders;

    /// A place without a value is NULL.
    QString text(const QSqlDriver &driver) const;
};

} // namespace Store
