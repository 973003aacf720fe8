// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/frameticket.h"
#include "store/lists/maildetail.h"

namespace Api {

/** A mail as a document for a frame. */
struct FramePage {
    QByteArray html;
    int remoteImages = 0; ///< that the mail names, shown or not
};

/**
 * The document of this ticket (`words` is its text): the cleaned HTML, else the text. Images lead to
 * addresses below the ticket, relative to the document's own, so that they work behind any proxy. Takes
 * as long as decoding and cleaning: on the pool.
 */
FramePage framePage(const Store::MailDetail &mail, const FrameTickets &tickets,
                    const QByteArray &words, bool hasImages);

} // namespace Api
