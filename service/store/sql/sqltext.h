// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/engine.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

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
    /// The oldest schema whose programs can use the database after this step. 0: all can (`-- kind: expand`).
    /// Nothing: only programs that know this step (`-- kind: contract`).
    std::optional<int> compatibleFrom;

    int oldestProgram() const { return compatibleFrom.value_or(version); }
    friend bool operator==(const Migration &, const Migration &) = default;
};

/// All steps, by version.
QList<Migration> migrations(Engine engine);

/// Reads the line `-- kind: ...` of a migration: `expand`, `contract`, or `contract after 40`, for a step after which
/// programs that know step 40 work. Without it, or with something else, the step is a contraction.
std::optional<int> compatibleFromOf(const QString &script);

/// The version of the last step; read once.
int newestVersion(Engine engine);

/// Splits a script at blank lines between statements; parts with only comments are dropped.
QList<QString> statementsOf(const QString &script);

} // namespace Store
