// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/literaltext.h"

#include <QSqlDriver>
#include <QSqlField>

namespace Store {

QString LiteralText::text(const QSqlDriver &driver) const
{
    return replaced([this, &driver](qsizetype place) {
        const QVariant &value = values()[place];
        QSqlField field(QString(), value.metaType());
        field.setValue(value);
        // The space keeps a negative number apart from a minus sign: `--` begins a comment.
        return u' ' + driver.formatValue(field);
    });
}

} // namespace Store
