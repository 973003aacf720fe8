// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/desk.h"

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

bool Desk::isNew(qint64 id)
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

QList<Command> Desk::arrived(const Client::Arrival &arrival, qint64 nowMs)
{
    const qint64 accountId = arrival.accountId;
    QList<Client::Mail> mails;
    for (const Client::Mail &mail : arrival.mails) {
        // Remembered also where it is not shown: it must not come up later.
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
        if (nowMs - growing.shownMs < updateMs) {
            growing.isDue = true;
            return {};
        }
        return { show(accountId, growing, {}, growing.isOpen, nowMs) };
    }
    std::deque<Single> &recent = m_recent[accountId];
    while (!recent.empty() && nowMs - recent.front().atMs >= burstMs)
        recent.pop_front();
    if (qint64(recent.size()) + fresh.count() > singles)
        return beginGroup(accountId, fresh, nowMs);
    return showSingles(mails, nowMs);
}

QList<Command> Desk::showSingles(const QList<Client::Mail> &mails, qint64 nowMs)
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

QList<Command> Desk::beginGroup(qint64 accountId, Group fresh, qint64 nowMs)
{
    QList<Command> commands;
    NoticeKey replaced;
    // Those that were shown alone a moment ago go into it: the last one gives its place.
    std::deque<Single> &recent = m_recent[accountId];
    for (const Single &single : recent) {
        if (!m_open.remove(single.mail.id))
            continue;
        fresh.ids.insert(single.mail.id);
        if (!replaced.isEmpty())
            commands.append(Close{ replaced });
        replaced = mailKey(single.mail.id);
    }
    recent.clear();
    Group &group = m_groups[accountId];
    if (group.isOpen) { // an older one that nobody has closed
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

Command Desk::show(qint64 accountId, Group &group, const NoticeKey &replaces, bool isUpdate,
                   qint64 nowMs)
{
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

QList<Command> Desk::setQuiet(bool quiet)
{
    if (std::exchange(m_isQuiet, quiet) == quiet || quiet)
        return {};
    const auto held = std::exchange(m_held, {});
    const auto heldMails = std::exchange(m_heldMails, {});
    Show notice;
    notice.kind = Show::Kind::Summary;
    notice.key = summaryKey();
    notice.count = 0;
    for (const auto &[accountId, group] : held) {
        if (group.count() == 0 || m_muted.contains(accountId))
            continue;
        notice.count += group.count();
        notice.perAccount[accountId] = group.count();
    }
    if (notice.count == 0)
        return {};
    if (notice.count == 1) {
        for (const auto &[id, mail] : heldMails) {
            if (notice.perAccount.contains(mail.accountId))
                return showSingles({ mail }, 0);
        }
    }
    return { notice };
}

QList<Command> Desk::gone(const QList<qint64> &ids)
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
        // Its number is not corrected downwards: each change may come up on the screen anew.
        if (group.isOpen && before > 0 && group.count() == 0) {
            group.isOpen = group.isDue = false;
            commands.append(Close{ accountKey(accountId) });
        }
    }
    return commands;
}

void Desk::closed(const NoticeKey &key)
{
    if (key.startsWith(u"mail/"))
        m_open.remove(QStringView(key).sliced(5).toLongLong());
    if (!key.startsWith(u"account/"))
        return;
    const auto group = m_groups.find(QStringView(key).sliced(8).toLongLong());
    if (group == m_groups.end())
        return;
    group->second.isOpen = group->second.isDue = false;
    // What comes next is counted from here.
    group->second.ids.clear();
    group->second.unknown = 0;
}

QList<Command> Desk::due(qint64 nowMs)
{
    QList<Command> commands;
    for (auto &[accountId, group] : m_groups) {
        if (group.isDue && nowMs - group.shownMs >= updateMs)
            commands.append(show(accountId, group, {}, group.isOpen, nowMs));
    }
    return commands;
}

std::optional<qint64> Desk::nextDue() const
{
    std::optional<qint64> next;
    for (const auto &[accountId, group] : m_groups) {
        if (group.isDue)
            next = std::min(next.value_or(group.shownMs + updateMs), group.shownMs + updateMs);
    }
    return next;
}

void Desk::forgetAll()
{
    const bool quiet = m_isQuiet;
    const QSet<qint64> muted = m_muted;
    *this = {};
    m_isQuiet = quiet;
    m_muted = muted;
}

qint64 Desk::heldCount() const
{
    qint64 count = 0;
    for (const auto &[accountId, group] : m_held)
        count += group.count();
    return count;
}

} // namespace Policy
