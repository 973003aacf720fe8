// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/segment.h"
#include "store/search/index/searchdocument.h"

#include <QList>
#include <QtGlobal>

namespace Store {

/** The mail of a document in the index. */
struct SearchMail {
    qint64 mailId = 0;
    qint64 createdAt = 0; ///< seconds; never changes once indexed
    qint64 accountId = 0;
    qint64 folderId = 0;
};

/** One mail with its searchable tokens. */
struct SearchEntry {
    SearchMail mail;
    SearchDocument document;
    int bodyState = 0; ///< as it was when the text was read
};

/** Mails whose words are inverted, ready to be written. */
struct InvertedMails {
    /** What must not have changed meanwhile. */
    struct Expected {
        SearchMail mail;
        int bodyState = 0;
    };
    QList<Expected> mails;
    QList<Search::Segment> segments;
};

/** A mail that waits to be indexed, normalised. */
struct PreparedSearchWork {
    qint64 mailId = 0;
    int bodyState = 0; ///< as it was when the text was read
    SearchDocument document;
};

} // namespace Store
