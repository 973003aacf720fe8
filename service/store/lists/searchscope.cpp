// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchscope.h"

#include "store/sql/session.h"

#include <array>
#include <numeric>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Search::Expression anyOf(Search::Space space, const QList<qint64> &ids)
{
    QList<Search::TermRange> ranges;
    for (const qint64 id : ids)
        ranges.append({ QByteArray::number(id), { space } });
    return Search::Expression::anyOf(ranges);
}

struct Accounts {
    QList<qint64> meant;
    QList<qint64> others;
};

Result<Accounts> accountsFor(Session &session, const MailQuery &query)
{
    Accounts accounts;
    Query rows = session.query("search_accounts");
    rows.bind(u":owner"_s, query.viewer.ownerFilter()).bind(u":account"_s, query.accountId);
    rows.exec();
    while (rows.next())
        (rows.flag("is_meant") ? accounts.meant : accounts.others).append(rows.int64("id"));
    return rows.failed() ? Result<Accounts>(rows.error()) : Result<Accounts>(accounts);
}

Result<QList<qint64>> foldersAt(Session &session, const QString &path, const MailQuery &query)
{
    Query rows = session.query("search_folders");
    rows.bind(u":path"_s, path).bind(u":account"_s, query.accountId);
    return rows.readValues<qint64>();
}

using Listings = std::array<qint64, 4>; ///< number of mails by listing

Result<Listings> countListings(Session &session)
{
    Listings counts{};
    Query rows = session.query("search_listings");
    rows.exec();
    while (rows.next())
        counts.at(size_t(rows.int32("listing"))) = rows.int64("total");
    return rows.failed() ? Result<Listings>(rows.error()) : Result<Listings>(counts);
}

bool hasOutside(const Listings &counts, ListingRange range, Listing last)
{
    for (int listing = 0; listing <= int(last); ++listing) {
        const bool inside = listing >= int(range.low) && listing <= int(range.high);
        if (!inside && counts.at(size_t(listing)) > 0)
            return true;
    }
    return false;
}

// Names the accounts to search, or excludes the others if these are fewer.
void restrictToAccounts(SearchScope &scope, const Accounts &accounts)
{
    if (accounts.others.isEmpty())
        return;
    const bool isShorter = accounts.others.size() < accounts.meant.size();
    const auto named = anyOf(Search::Space::Account, isShorter ? accounts.others : accounts.meant);
    scope.within.parts.append(isShorter ? Search::Expression::without(named) : named);
}

} // namespace

Result<SearchScope> searchScope(Session &session, const MailQuery &query)
{
    const Result<Accounts> accounts = accountsFor(session, query);
    RETURN_IF_ERROR(accounts);
    const Result<Listings> counts = countListings(session);
    RETURN_IF_ERROR(counts);
    const Result<QList<qint64>> sentFolders = foldersAt(session, u"$sent"_s, query);
    RETURN_IF_ERROR(sentFolders);

    SearchScope scope;
    scope.accounts = accounts->meant;
    scope.mails = std::accumulate(counts->begin(), counts->end(), qint64(0));
    restrictToAccounts(scope, *accounts);
    const ListingRange range = listingRange(query);
    const QString path = folderPath(query);
    if (!path.isEmpty()) {
        const Result<QList<qint64>> folders = foldersAt(session, path, query);
        RETURN_IF_ERROR(folders);
        scope.folders = *folders;
    } else if (range.low == Listing::SentCopy) {
        scope.folders = *sentFolders;
    }
    scope.isEmpty = scope.accounts.isEmpty() || range.low > range.high
        || (scope.folders && scope.folders->isEmpty());
    if (scope.isEmpty)
        return scope;
    if (scope.folders)
        scope.within.parts.append(anyOf(Search::Space::Folder, *scope.folders));
    // Local copies of sent mails have their own folders, so the index can exclude them.
    else if (range.high < Listing::SentCopy && counts->back() > 0 && !sentFolders->isEmpty())
        scope.within.parts.append(
            Search::Expression::without(anyOf(Search::Space::Folder, *sentFolders)));
    scope.checksListing = hasOutside(*counts, range, Listing::OnServer);
    return scope;
}

} // namespace Store
