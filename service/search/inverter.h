// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/segment.h"

#include <QByteArrayView>
#include <QList>

namespace Search {

/// The first byte of a token that stands at the same place as the token before it: it or any smaller one.
constexpr char lastSamePlaceMark = '\x02';

/** One mail as the normaliser leaves it: tokens separated by single spaces. The views are not owned. */
struct MailTokens {
    qint64 key = 0; ///< its sort key
    qint64 accountId = 0;
    qint64 folderId = 0;
    QByteArrayView sender;
    QByteArrayView subject;
    QByteArrayView body;
    QByteArrayView senderParts;
    QByteArrayView subjectParts;
    QByteArrayView recipients; ///< of To and Cc
    QByteArrayView cc;
    QByteArrayView bcc;
    QByteArrayView filenames;
    QByteArrayView recipientParts;
    QByteArrayView filenameParts;
};

/// Mails of one segment that is made in memory.
constexpr qsizetype maxMailsInverted = 8192;

/**
 * Makes a segment of a batch of mails: 30 us a mail of 800 words. `mails` come newest first (falling keys),
 * at most maxMailsInverted. Pure, any thread; the memory for it (about 6 times the tokens) is kept for the
 * next batch.
 */
Segment invert(const QList<MailTokens> &mails);

} // namespace Search
