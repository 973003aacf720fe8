// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/noticepolicy.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Policy {

NoticeKey mailKey(qint64 mailId)
{
    return u"mail/%1"_s.arg(mailId);
}

NoticeKey accountKey(qint64 accountId)
{
    return u"account/%1"_s.arg(accountId);
}

NoticeKey summaryKey()
{
    return u"summary"_s;
}

bool NoticePolicy::isNew(qint64 id)
{
    if (m_seen.contains(id))
        return false;
    m_seen.insert(id);
    m_seenOrder.push_back(id);
    if (m_seenOrder.size() > size_t(remembered)) {
        m_seen.remove(m_seenOrder.front());
        m_seenOrder.pop_front();
    }
    return true;
}

QList<Command> NoticePolicy::arrived(const Client::Arrival &arrival, qint64 nowMs)
{
    const qint64 accountId = arrival.accountId;
    QList<Client::Mail> mails;
    for (const Client::Mail &mail : arrival.mails) {
        // isNew() also records mails that are not shown, so that they cause no notice later.
        if (isNew(mail.id) && !mail.isRead)
            mails.append(mail);
    }
    const qint64 unknown = std::max<qint64>(arrival.count - arrival.mails.size(), 0);
    if (m_muted.contains(accountId) || (mails.isEmpty() && unknown == 0))
        return {};
    Group fresh;
    fresh.unknown = unknown;
    for (const Client::Mail &mail : mails)
        fresh.ids.insert(mail.id);

    if (m_isQuiet) {
        Group &held = m_held[accountId];
        held.ids.unite(fresh.ids);
        held.unknown += unknown;
        for (const Client::Mail &mail : mails)
            m_heldMails[mail.id] = mail;
        return {};
    }
    const auto group = m_groups.find(accountId);
    if (group != m_groups.end() && nowMs - group->second.lastMs < burstMs) {
        Group &growing = group->second;
        growing.ids.unite(fresh.ids);
        growing.unknown += unknown;
        growing.lastMs = nowMs;
        if (nowMs < growing.nextMs()) {
            growing.isDue = true;
            return {};
        }
        return { show(accountId, growing, {}, growing.isOpen, nowMs) };
    }
    if (isTooMuch(fresh, nowMs))
        return summarise(accountId, fresh, nowMs);
    std::deque<Single> &recent = m_recent[accountId];
    while (!recent.empty() && nowMs - recent.front().atMs >= calmMs)
        recent.pop_front();
    const auto inBurst = std::ranges::count_if(
        recent, [nowMs](const Single &single) { return nowMs - single.atMs < burstMs; });
    if (inBurst + fresh.count() > singles)
        return beginGroup(accountId, fresh, nowMs);
    return showSingles(mails, nowMs);
}

QList<Command> NoticePolicy::again(const Client::Mail &mail, qint64 nowMs)
{
    m_seen.remove(mail.id);
    return arrived({ .accountId = mail.accountId, .count = 1, .mails = { mail } }, nowMs);
}

qint64 NoticePolicy::Group::nextMs() const
{
    return shownMs + (updateMs << std::clamp(timesShown - quickUpdates, 0, 6));
}

qint64 NoticePolicy::Summary::count() const
{
    qint64 count = 0;
    for (const auto &[accountId, group] : accounts)
        count += group.count();
    return count;
}

// Counts all notices that are due, also those that the summary replaces. So a stream of mails stays in one
// notice until it ends.
bool NoticePolicy::isTooMuch(const Group &fresh, qint64 nowMs)
{
    while (!m_notices.empty() && nowMs - m_notices.front() >= calmMs)
        m_notices.pop_front();
    const qint64 wanted = fresh.count() > singles ? 1 : fresh.count();
    for (qint64 i = 0; i < wanted; ++i)
        m_notices.push_back(nowMs);
    const bool isTooMuch = m_notices.size() > size_t(together);
    while (m_notices.size() > size_t(together))
        m_notices.pop_front();
    return isTooMuch;
}

QList<Command> NoticePolicy::summarise(qint64 accountId, const Group &fresh, qint64 nowMs)
{
    QList<Command> commands;
    NoticeKey replaced;
    Group &shown = m_summary.shown;
    if (!shown.isOpen && !shown.isDue) {
        m_summary.accounts.clear();
        for (const auto &[singlesOf, recent] : m_recent)
            commands +=
                withdrawSingles(replaced, m_summary.accounts[singlesOf], singlesOf, nowMs - calmMs);
    }
    Group &group = m_summary.accounts[accountId];
    group.ids.unite(fresh.ids);
    group.unknown += fresh.unknown;
    const bool goesOn = shown.timesShown > 0 && nowMs - shown.lastMs < calmMs;
    shown.lastMs = nowMs;
    if (!goesOn)
        shown.timesShown = 0;
    if (goesOn && nowMs < shown.nextMs()) // also if it was closed: it does not return at once
        shown.isDue = true;
    else
        commands.append(showSummary(replaced, goesOn && shown.isOpen, nowMs));
    return commands;
}

Command NoticePolicy::showSummary(const NoticeKey &replaces, bool isUpdate, qint64 nowMs)
{
    Group &shown = m_summary.shown;
    ++shown.timesShown;
    shown.isOpen = true;
    shown.isDue = false;
    shown.shownMs = nowMs;
    Show notice;
    notice.kind = Show::Kind::Summary;
    notice.key = summaryKey();
    notice.replaces = replaces;
    notice.count = m_summary.count();
    notice.isUpdate = isUpdate;
    for (const auto &[accountId, group] : m_summary.accounts) {
        if (group.count() > 0)
            notice.perAccount[accountId] = group.count();
    }
    return notice;
}

// Closes the single notices that were shown after `sinceMs` and are still open, except one: if `last` is
// empty, it becomes the key of the newest, whose place the new notice takes.
QList<Command> NoticePolicy::withdrawSingles(NoticeKey &last, Group &into, qint64 accountId,
                                             qint64 sinceMs)
{
    QList<Command> commands;
    std::deque<Single> &recent = m_recent[accountId];
    while (!recent.empty() && recent.back().atMs > sinceMs) {
        const qint64 id = recent.back().mail.id;
        recent.pop_back();
        if (!m_open.remove(id))
            continue;
        into.ids.insert(id);
        if (last.isEmpty())
            last = mailKey(id);
        else
            commands.prepend(Close{ mailKey(id) });
    }
    return commands;
}

QList<Command> NoticePolicy::showSingles(const QList<Client::Mail> &mails, qint64 nowMs)
{
    QList<Command> commands;
    for (const Client::Mail &mail : mails) {
        m_recent[mail.accountId].push_back({ nowMs, mail });
        m_open.insert(mail.id, mail.accountId);
        Show one;
        one.key = mailKey(mail.id);
        one.mail = mail;
        one.accountId = mail.accountId;
        commands.append(one);
    }
    return commands;
}

QList<Command> NoticePolicy::beginGroup(qint64 accountId, Group fresh, qint64 nowMs)
{
    NoticeKey replaced;
    QList<Command> commands = withdrawSingles(replaced, fresh, accountId, nowMs - burstMs);
    Group &group = m_groups[accountId];
    if (group.isOpen) { // an older notice that is still open
        fresh.ids.unite(group.ids);
        fresh.unknown += group.unknown;
        if (!replaced.isEmpty())
            commands.append(Close{ replaced });
        replaced.clear();
    }
    group = fresh;
    group.lastMs = nowMs;
    commands.append(show(accountId, group, replaced, false, nowMs));
    return commands;
}

Command NoticePolicy::show(qint64 accountId, Group &group, const NoticeKey &replaces, bool isUpdate,
                           qint64 nowMs)
{
    group.timesShown = isUpdate ? group.timesShown + 1 : 1;
    group.isOpen = true;
    group.isDue = false;
    group.shownMs = nowMs;
    Show notice;
    notice.kind = Show::Kind::Account;
    notice.key = accountKey(accountId);
    notice.replaces = replaces;
    notice.accountId = accountId;
    notice.count = group.count();
    notice.isUpdate = isUpdate;
    return notice;
}

QList<Command> NoticePolicy::setQuiet(bool quiet, qint64 nowMs)
{
    if (std::exchange(m_isQuiet, quiet) == quiet || quiet)
        return {};
    const auto held = std::exchange(m_held, {});
    const auto heldMails = std::exchange(m_heldMails, {});
    if (!m_summary.shown.isOpen)
        m_summary.accounts.clear();
    qint64 fresh = 0;
    qint64 lastAccount = 0;
    for (const auto &[accountId, group] : held) {
        if (group.count() == 0 || m_muted.contains(accountId))
            continue;
        fresh += group.count();
        lastAccount = accountId;
        Group &summed = m_summary.accounts[accountId];
        summed.ids.unite(group.ids);
        summed.unknown += group.unknown;
    }
    if (fresh == 0)
        return {};
    if (fresh == 1 && !m_summary.shown.isOpen) {
        for (const auto &[id, mail] : heldMails) {
            if (mail.accountId == lastAccount)
                return showSingles({ mail }, nowMs);
        }
    }
    return { showSummary({}, false, nowMs) };
}

QList<Command> NoticePolicy::gone(const QList<qint64> &ids)
{
    QList<Command> commands;
    for (const qint64 id : ids) {
        if (m_open.remove(id))
            commands.append(Close{ mailKey(id) });
        m_heldMails.erase(id);
        for (auto &[accountId, group] : m_held)
            group.ids.remove(id);
    }
    for (auto &[accountId, group] : m_groups) {
        const qsizetype before = group.ids.size();
        for (const qint64 id : ids)
            group.ids.remove(id);
        // The shown number is not reduced, because each change may show the notice again.
        if (group.isOpen && before > 0 && group.count() == 0) {
            group.isOpen = group.isDue = false;
            commands.append(Close{ accountKey(accountId) });
        }
    }
    const bool hadAny = m_summary.count() > 0;
    for (auto &[accountId, group] : m_summary.accounts) {
        for (const qint64 id : ids)
            group.ids.remove(id);
    }
    if (hadAny && m_summary.count() == 0 && m_summary.shown.isOpen) {
        m_summary.shown.isOpen = m_summary.shown.isDue = false;
        commands.append(Close{ summaryKey() });
    }
    return commands;
}

void NoticePolicy::closed(const NoticeKey &key)
{
    if (key.startsWith(u"mail/"))
        m_open.remove(QStringView(key).sliced(5).toLongLong());
    if (key == summaryKey()) {
        m_summary.accounts.clear();
        m_summary.shown.isOpen = m_summary.shown.isDue = false;
    }
    if (!key.startsWith(u"account/"))
        return;
    const auto group = m_groups.find(QStringView(key).sliced(8).toLongLong());
    if (group == m_groups.end())
        return;
    group->second.isOpen = group->second.isDue = false;
    // Later mails are counted from 0 again.
    group->second.ids.clear();
    group->second.unknown = 0;
}

QList<Command> NoticePolicy::due(qint64 nowMs)
{
    QList<Command> commands;
    if (m_isQuiet)
        return commands;
    for (auto &[accountId, group] : m_groups) {
        if (group.isDue && nowMs >= group.nextMs())
            commands.append(show(accountId, group, {}, group.isOpen, nowMs));
    }
    if (m_summary.shown.isDue && nowMs >= m_summary.shown.nextMs())
        commands.append(showSummary({}, m_summary.shown.isOpen, nowMs));
    return commands;
}

std::optional<qint64> NoticePolicy::nextDue() const
{
    std::optional<qint64> next;
    if (m_isQuiet)
        return next; // they are still due when the quiet ends
    for (const auto &[accountId, group] : m_groups) {
        if (group.isDue)
            next = std::min(next.value_or(group.nextMs()), group.nextMs());
    }
    if (m_summary.shown.isDue)
        next = std::min(next.value_or(m_summary.shown.nextMs()), m_summary.shown.nextMs());
    return next;
}

void NoticePolicy::forgetAll()
{
    const bool quiet = m_isQuiet;
    const QSet<qint64> muted = m_muted;
    *this = {};
    m_isQuiet = quiet;
    m_muted = muted;
}

qint64 NoticePolicy::heldCount() const
{
    qint64 count = 0;
    for (const auto &[accountId, group] : m_held)
        count += group.count();
    return count;
}

} // namespace Policy
