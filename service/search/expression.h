// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/term.h"

#include <QByteArray>
#include <QList>

namespace Search {

/** The terms that are a token, or that begin with it, in some spaces. */
struct TermRange {
    QByteArray token; ///< normalised, not empty
    Spaces spaces;
    bool isBeginning = false;

    QByteArray low() const;  ///< the first term that may belong to it
    QByteArray high() const; ///< the first term after it; empty: there is none

    friend bool operator==(const TermRange &, const TermRange &) = default;
};

/** A search expression, as a tree. */
struct Expression {
    enum class Kind {
        AnyOf,  ///< a mail with a term of any of `ranges`
        Phrase, ///< one with adjacent terms of `ranges`, in this order; their spaces have places
        And,    ///< all of `parts`; of none: every mail
        Or,     ///< any of `parts`; of none: no mail
        Not,    ///< the mails without `parts.first()`, the only one
    };

    Kind kind = Kind::And;
    QList<TermRange> ranges;
    QList<Expression> parts;

    static Expression anyOf(const QList<TermRange> &ranges) { return { Kind::AnyOf, ranges, {} }; }
    static Expression phrase(const QList<TermRange> &ranges)
    {
        return { Kind::Phrase, ranges, {} };
    }
    static Expression both(const QList<Expression> &parts) { return { Kind::And, {}, parts }; }
    static Expression either(const QList<Expression> &parts) { return { Kind::Or, {}, parts }; }
    static Expression without(const Expression &part) { return { Kind::Not, {}, { part } }; }

    /// The expression is empty: every mail matches.
    bool isEverything() const { return kind == Kind::And && parts.isEmpty(); }

    friend bool operator==(const Expression &a, const Expression &b);
};

/// In one line, for tests and logs: `(anna*[efw] and not "please find"[w])`.
QByteArray toText(const Expression &expression);

} // namespace Search
