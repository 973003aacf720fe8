// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <map>
#include <set>

/** A resource that several entries share, such as a server or a user, and its limit of places. */
struct PlaceGroup {
    QString name;
    int most = 0; ///< 0: no limit

    friend bool operator==(const PlaceGroup &, const PlaceGroup &) = default;
};

/**
 * Decides which entry gets the next place: the oldest entry whose groups all have room. An entry
 * that waits for a full group takes no place and does not delay entries of other groups.
 *
 * An entry that has a place can give it back without leaving (stepAside): it still counts for its
 * groups, but no longer for the total number of places. Pure; a value that can be copied. A call
 * costs O(log(comers)).
 */
class PlaceQueue
{
public:
    using Id = qint64;

    /** 0: no limit. */
    struct Limits {
        int inside = 0;
        int aside = 0; ///< in addition to those inside
    };

    explicit PlaceQueue(Limits limits) : m_limits(limits) { }

    Id enter(const QList<PlaceGroup> &groups);
    void leave(Id id); ///< wherever it is
    /// False: it is not inside, or too many are aside.
    bool stepAside(Id id);
    /// From aside into the queue, in front of entries that have not been inside yet.
    void comeBack(Id id);

    bool isInside(Id id) const;
    bool isAside(Id id) const;
    /// Whether other entries wait for one of its groups that is full.
    bool isWanted(Id id) const;
    /// The entries that got a place since the last call, in this order.
    QList<Id> takeAdmitted();

private:
    enum class State { Ready, AtGroup, Inside, Aside };

    struct Comer {
        QList<PlaceGroup> groups;
        State state = State::Ready;
        bool isCounted = false; ///< in its groups
        std::pair<int, Id> order;
        QString waitsFor; ///< the group, with AtGroup
    };
    struct Group {
        int most = 0;
        int count = 0;        ///< inside and aside
        std::set<Id> waiting; ///< for it

        bool isFull() const { return most > 0 && count >= most; }
    };

    bool hasRoom() const { return m_limits.inside == 0 || m_inside < m_limits.inside; }
    void settle();
    const PlaceGroup *fullGroup(const Comer &comer);
    void wait(Id id, Comer &comer, const QString &group);
    void refill(const Comer &comer);
    void count(Comer &comer, int by);

    Limits m_limits;
    int m_inside = 0;
    int m_aside = 0;
    Id m_last = 0;
    std::map<Id, Comer> m_comers;
    std::map<QString, Group> m_groups;
    std::map<std::pair<int, Id>, Id> m_ready; ///< wait only for a place, in this order
    QList<Id> m_admitted;
};
