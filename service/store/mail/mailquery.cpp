// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailquery.h"

using namespace Qt::StringLiterals;

namespace Store {

ListingRange listingRange(const MailQuery &query)
{
    if (query.folder == u"$sent") { // a local copy is never on the server
        if (query.onServer == true)
            return { Listing::SentCopy, Listing::Hidden };
        return { Listing::SentCopy, Listing::SentCopy };
    }
    if (query.onServer == true)
        return { Listing::OnServer, Listing::OnServer };
    if (query.onServer == false)
        return { Listing::Hidden, Listing::Kept };
    return { Listing::Kept, query.folder == u"$all" ? Listing::SentCopy : Listing::OnServer };
}

QString folderPath(const MailQuery &query)
{
    return query.folder == u"$sent" || query.folder == u"$all" ? QString() : query.folder;
}

} // namespace Store
