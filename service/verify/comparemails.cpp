// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/comparemails.h"

#include "store/mail/mailrow.h"

#include <algorithm>
#include <utility>

namespace Verify {

namespace {

using Kind = Difference::Kind;

template<typename Mail>
void sortByUid(QList<Mail> &mails)
{
    std::ranges::stable_sort(mails, std::less(), &Mail::uid);
    const auto rest = std::ranges::unique(mails, std::equal_to(), &Mail::uid);
    mails.erase(rest.begin(), rest.end());
}

void compareBoth(const HereMail &here, const ThereMail &there, const CompareRules &rules,
                 QList<Difference> &differences)
{
    const int shownThere = there.flags & (Store::ServerSeen | Store::ServerFlagged);
    const bool isShownOtherwise = rules.storesFlags && here.shownFlags != shownThere;
    if (here.serverFlags != there.flags)
        differences.append(
            { Kind::Flags, here.uid, here.messageId, here.serverFlags, there.flags });
    else if (isShownOtherwise)
        differences.append({ Kind::Flags, here.uid, here.messageId, here.shownFlags, there.flags });
    if (here.size != there.size)
        differences.append({ Kind::Size, here.uid, here.messageId, here.size, there.size });
}

} // namespace

QList<Difference> compareMails(QList<HereMail> here, QList<ThereMail> there,
                               const CompareRules &rules)
{
    sortByUid(here);
    sortByUid(there);
    QList<Difference> differences;
    auto ours = here.cbegin();
    auto theirs = there.cbegin();
    while (ours != here.cend() || theirs != there.cend()) {
        if (theirs == there.cend() || (ours != here.cend() && ours->uid < theirs->uid)) {
            differences.append({ Kind::GoneThere, ours->uid, ours->messageId, ours->size, 0 });
            ++ours;
        } else if (ours == here.cend() || theirs->uid < ours->uid) {
            if (theirs->isWanted && !rules.deletedHere.contains(theirs->uid))
                differences.append({ Kind::MissingHere, theirs->uid, {}, 0, theirs->size });
            ++theirs;
        } else {
            compareBoth(*ours++, *theirs++, rules, differences);
        }
    }
    return differences;
}

QList<Difference> lasting(const QList<Difference> &first, const QList<Difference> &second)
{
    QSet<std::pair<int, quint32>> before;
    for (const Difference &one : first)
        before.insert({ int(one.kind), one.uid });
    // A difference of the whole folder, such as a new UIDVALIDITY, that no longer exists. `first` compared no
    // mails then, so `second` cannot be compared with it.
    const auto isGone = [&second](const Difference &one) {
        return one.uid == 0 && std::ranges::none_of(second, [&one](const Difference &other) {
                   return other.kind == one.kind && other.uid == 0;
               });
    };
    if (std::ranges::any_of(first, isGone))
        return second;
    QList<Difference> both = second;
    both.removeIf([&before](const Difference &one) {
        return !before.contains({ int(one.kind), one.uid });
    });
    return both;
}

} // namespace Verify
