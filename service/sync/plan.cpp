// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/plan.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace Sync {

void sortUnique(QList<Store::ServerFlags> &list)
{
    std::ranges::stable_sort(list, {}, &Store::ServerFlags::uid);
    const auto rest = std::unique(list.rbegin(), list.rend(),
                                  [](const auto &a, const auto &b) { return a.uid == b.uid; });
    list.erase(list.begin(), rest.base());
}

FolderDelta compareFolder(QList<Store::ServerFlags> server, QList<Store::ServerFlags> known,
                          QList<Store::BuriedUid> buried)
{
    sortUnique(server);
    sortUnique(known);
    std::ranges::sort(buried, {}, &Store::BuriedUid::uid);
    FolderDelta delta;
    auto ours = known.cbegin();
    auto grave = buried.cbegin();
    const auto passGraves = [&](quint32 below) {
        for (; grave != buried.cend() && grave->uid < below; ++grave) {
            if (grave->isAtServer)
                delta.buried.append({ grave->uid, false });
        }
    };
    for (const Store::ServerFlags &theirs : std::as_const(server)) {
        for (; ours != known.cend() && ours->uid < theirs.uid; ++ours)
            delta.gone.append(ours->uid);
        passGraves(theirs.uid);
        const bool isBuried = grave != buried.cend() && grave->uid == theirs.uid;
        if (isBuried && !grave->isAtServer)
            delta.buried.append({ grave->uid, true });
        grave += isBuried;
        if (ours != known.cend() && ours->uid == theirs.uid) {
            if (ours->flags != theirs.flags)
                delta.changed.append(theirs);
            ++ours;
        } else if (!isBuried) {
            delta.toList.append(theirs.uid);
        }
    }
    for (; ours != known.cend(); ++ours)
        delta.gone.append(ours->uid);
    passGraves(std::numeric_limits<quint32>::max());
    std::ranges::reverse(delta.toList);
    return delta;
}

QList<QList<quint32>> chunks(const QList<quint32> &uids, qsizetype first, qsizetype rest)
{
    QList<QList<quint32>> cut;
    for (qsizetype at = 0; at < uids.size();) {
        const qsizetype count = std::min(at == 0 ? first : rest, uids.size() - at);
        cut.append(uids.sliced(at, count));
        at += count;
    }
    return cut;
}

QList<QList<Store::BodyWanted>> bodyChunks(const QList<Store::BodyWanted> &wanted,
                                           qsizetype maxMails, qint64 maxBytes)
{
    QList<QList<Store::BodyWanted>> cut;
    qint64 bytes = 0;
    for (const Store::BodyWanted &mail : wanted) {
        const bool fits =
            !cut.isEmpty() && cut.last().size() < maxMails && bytes + mail.size <= maxBytes;
        if (!fits) {
            cut.append(QList<Store::BodyWanted>());
            bytes = 0;
        }
        cut.last().append(mail);
        bytes += mail.size;
    }
    return cut;
}

} // namespace Sync
