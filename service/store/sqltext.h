// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/engine.h"

#include <QByteArray>
#include <QList>
#include <QString>

/** The SQL that is compiled in from resources/sql. */
namespace Store {

/// Text of `<name>.sql`: the engine's own where there is one, else the shared one. Empty: neither.
/// Without the lines that are comments: QtSql would look for placeholders in them.
QByteArray sqlText(Engine engine, QByteArrayView name);

/** One step of the schema's history. */
struct Migration {
    int version = 0;           ///< from the file name: 0001_base.sql is 1
    QString name;              ///< `base`
    QList<QString> statements; ///< to be run one by one

    friend bool operator==(const Migration &, const Migration &) = default;
};

/// All steps, by version.
QList<Migration> migrations(Engine engine);

/// Cuts a script where a blank line stands between statements; pieces of comments alone go.
QList<QString> statementsOf(const QString &script);

} // namespace Store
