// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"
#include "common/result.h"
#include "store/mail/mailquery.h"
#include "store/mail/mailrow.h"
#include "store/search/text/snippet.h"

#include <QByteArrayView>

namespace Store {
class Session;
}

/** Where the words of a search are in the mails of a page, for GET /mails?highlight=1. */
namespace Api {

/** The hits in one mail. */
struct MailHighlight {
    QList<Store::TextSpan> from; ///< in the list row's `from`, as the next two
    QList<Store::TextSpan> fromName;
    QList<Store::TextSpan> subject;
    QByteArrayView snippetField; ///< empty: there is no snippet
    Store::Snippet snippet; ///< of the text, else of the recipients, else of the names of files
};

/** A page with the stored messages of its mails. */
struct PageWithBodies {
    Store::MailPage page;
    QList<QByteArray> bodies; ///< compressed, in the order of the page; empty where there is none
};

/// On a database thread. All messages together have at most 16 MiB: others on the page get no snippet.
Result<PageWithBodies> pageWithBodies(Store::Session &session, const Store::MailQuery &query);

/// Parses the messages: on the pool, 0.3 ms a mail.
QList<MailHighlight> highlightsOf(const PageWithBodies &found, const Store::MailQuery &query);

/// Writes the field `highlight` of a list item.
void writeHighlight(Json::Writer &json, const MailHighlight &highlight);

} // namespace Api
