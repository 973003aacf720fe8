// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/engine.h"

#include <QByteArray>
#include <QList>
#include <QString>

/**
 * The SQL that is compiled in from resources/sql: one file a table, in which each statement is a section
 * that begins with its name:
 *
 *     -- name: mails_page                 the same for both engines
 *     -- name: mails_page [postgresql]    for one engine; the other has a section of its own
 *     -- columns: mail_row                a list of columns that several statements have
 *
 * A statement includes such a list by a comment with `columns:mail_row` in it. What follows the
 * comment in its line is an example, so that the section runs as it is.
 */
namespace Store {

/// Text of the section of that name for this engine, without the lines that are comments, because QtSql
/// would look for placeholders in them. Empty: there is none. From any thread; read once, then a look-up.
QByteArray sqlText(Engine engine, QByteArrayView name);

/** One step of the schema's history. */
struct Migration {
    int version = 0;           ///< from the file name: 0036_schema.sql is 36
    QString name;              ///< `schema`
    QList<QString> statements; ///< to be run one by one

    friend bool operator==(const Migration &, const Migration &) = default;
};

/// All steps, by version.
QList<Migration> migrations(Engine engine);

/// The version of the last step; read once.
int newestVersion(Engine engine);

/// Splits a script at blank lines between statements; parts with only comments are dropped.
QList<QString> statementsOf(const QString &script);

} // namespace Store
