// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/expression.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Store {

/** A condition on the row of a mail. */
struct RowCondition {
    enum class Kind {
        Read,
        Starred,
        Replied,
        Attachment,
        Since,  ///< createdAt >= value, seconds
        Before, ///< createdAt < value, seconds
        Larger, ///< size > value, bytes
        Smaller ///< size < value, bytes
    };

    Kind kind = Kind::Read;
    qint64 value = 0; ///< of the first four: 1 or 0

    friend bool operator==(const RowCondition &, const RowCondition &) = default;
};

/** What a mail must fulfil, as a tree. */
struct SearchCondition {
    enum class Kind {
        Words,   ///< `words`
        Folder,  ///< is in a folder with this path or role
        Row,     ///< `row`
        And,     ///< all of `parts`; of none: every mail
        Or,      ///< any of `parts`
        Not,     ///< not `parts.first()`, the only one
        Nothing, ///< no mail fulfils it
    };

    Kind kind = Kind::And;
    Search::Expression words;
    QString folder;
    RowCondition row;
    QList<SearchCondition> parts;

    static SearchCondition ofWords(const Search::Expression &words)
    {
        return { Kind::Words, words, {}, {}, {} };
    }
    static SearchCondition ofFolder(const QString &folder)
    {
        return { Kind::Folder, {}, folder, {}, {} };
    }
    static SearchCondition ofRow(RowCondition row) { return { Kind::Row, {}, {}, row, {} }; }
    static SearchCondition all(const QList<SearchCondition> &parts)
    {
        return { Kind::And, {}, {}, {}, parts };
    }
    static SearchCondition any(const QList<SearchCondition> &parts)
    {
        return { Kind::Or, {}, {}, {}, parts };
    }
    static SearchCondition without(const SearchCondition &part)
    {
        return { Kind::Not, {}, {}, {}, { part } };
    }
    static SearchCondition nothing() { return { Kind::Nothing, {}, {}, {}, {} }; }

    bool isEverything() const { return kind == Kind::And && parts.isEmpty(); }

    friend bool operator==(const SearchCondition &a, const SearchCondition &b) = default;
};

/// In one line, for tests and logs: `(anna*[efw] and (read=0 or not in "Work"))`.
QByteArray toText(const SearchCondition &condition);

} // namespace Store
