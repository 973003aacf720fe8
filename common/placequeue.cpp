// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/placequeue.h"

#include <algorithm>
#include <utility>

namespace {

constexpr int returning = 0; // from aside: before new entries
constexpr int isNew = 1;

} // namespace

PlaceQueue::Id PlaceQueue::enter(const QList<PlaceGroup> &groups)
{
    const Id id = ++m_last;
    Comer &comer = m_comers[id];
    comer.groups = groups;
    comer.order = { isNew, id };
    for (const PlaceGroup &group : groups)
        m_groups[group.name].most = group.most;
    m_ready.emplace(comer.order, id);
    settle();
    return id;
}

void PlaceQueue::leave(Id id)
{
    const auto found = m_comers.find(id);
    if (found == m_comers.end())
        return;
    Comer comer = std::move(found->second);
    m_comers.erase(found);
    m_admitted.removeOne(id);
    if (comer.state == State::Inside)
        --m_inside;
    else if (comer.state == State::Aside)
        --m_aside;
    else if (comer.state == State::Ready)
        m_ready.erase(comer.order);
    else
        m_groups[comer.waitsFor].waiting.erase(id);
    if (comer.isCounted)
        count(comer, -1);
    refill(comer);
    for (const PlaceGroup &group : std::as_const(comer.groups)) {
        const auto left = m_groups.find(group.name);
        if (left != m_groups.end() && left->second.count == 0 && left->second.waiting.empty())
            m_groups.erase(left);
    }
    settle();
}

bool PlaceQueue::stepAside(Id id)
{
    const auto found = m_comers.find(id);
    const bool mayGo = m_limits.aside == 0 || m_aside < m_limits.aside;
    if (found == m_comers.end() || found->second.state != State::Inside || !mayGo)
        return false;
    found->second.state = State::Aside;
    ++m_aside;
    --m_inside;
    settle();
    return true;
}

void PlaceQueue::comeBack(Id id)
{
    const auto found = m_comers.find(id);
    if (found == m_comers.end() || found->second.state != State::Aside)
        return;
    --m_aside;
    found->second.state = State::Ready;
    found->second.order = { returning, ++m_last };
    m_ready.emplace(found->second.order, id);
    settle();
}

bool PlaceQueue::isInside(Id id) const
{
    const auto found = m_comers.find(id);
    return found != m_comers.end() && found->second.state == State::Inside;
}

bool PlaceQueue::isAside(Id id) const
{
    const auto found = m_comers.find(id);
    return found != m_comers.end() && found->second.state == State::Aside;
}

bool PlaceQueue::isWanted(Id id) const
{
    const auto found = m_comers.find(id);
    return found != m_comers.end()
        && std::ranges::any_of(found->second.groups, [this](const PlaceGroup &one) {
               const auto group = m_groups.find(one.name);
               return group != m_groups.end() && !group->second.waiting.empty();
           });
}

QList<PlaceQueue::Id> PlaceQueue::takeAdmitted()
{
    return std::exchange(m_admitted, {});
}

void PlaceQueue::settle()
{
    while (hasRoom() && !m_ready.empty()) {
        const Id id = m_ready.begin()->second;
        m_ready.erase(m_ready.begin());
        Comer &comer = m_comers.at(id);
        const PlaceGroup *full = comer.isCounted ? nullptr : fullGroup(comer);
        if (full) {
            wait(id, comer, full->name);
            continue;
        }
        if (!comer.isCounted)
            count(comer, 1);
        comer.state = State::Inside;
        ++m_inside;
        m_admitted.append(id);
    }
}

const PlaceGroup *PlaceQueue::fullGroup(const Comer &comer)
{
    const auto full = std::ranges::find_if(comer.groups, [this](const PlaceGroup &group) {
        Group &counted = m_groups[group.name];
        counted.most = group.most;
        return counted.isFull();
    });
    return full == comer.groups.end() ? nullptr : &*full;
}

void PlaceQueue::wait(Id id, Comer &comer, const QString &group)
{
    comer.state = State::AtGroup;
    comer.waitsFor = group;
    m_groups[group].waiting.insert(id);
    refill(comer);
}

// `comer` has left, or waits for a full group now, so its other groups may have room that no queued entry
// will use. Moves the oldest waiting entry of each of them to the queue for a place. Full groups are
// skipped; otherwise two full groups would pass their entries to each other for ever.
void PlaceQueue::refill(const Comer &comer)
{
    for (const PlaceGroup &one : comer.groups) {
        const auto found = m_groups.find(one.name);
        if (found == m_groups.end() || found->second.isFull() || found->second.waiting.empty())
            continue;
        const Id next = *found->second.waiting.begin();
        found->second.waiting.erase(found->second.waiting.begin());
        Comer &ready = m_comers.at(next);
        ready.state = State::Ready;
        m_ready.emplace(ready.order, next);
    }
}

void PlaceQueue::count(Comer &comer, int by)
{
    comer.isCounted = by > 0;
    for (const PlaceGroup &group : std::as_const(comer.groups))
        m_groups[group.name].count += by;
}
