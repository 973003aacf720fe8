// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailquery.h"

#include <compare>
#include <map>

namespace Store {

class Session;

/** The categories of the counters; each key is one row of `counters`. */
struct CounterKey {
    qint64 accountId = 0;
    qint64 folderId = 0;
    Listing listing = Listing::OnServer;
    bool isRead = false;
    bool isStarred = false;
    bool hasAttachment = false;

    friend auto operator<=>(const CounterKey &, const CounterKey &) = default;
};

/**
 * Changes of mails in one transaction, collected so that a batch needs only a few counter updates.
 * Every function of this module that adds, removes or changes mails applies its own counter changes
 * before it returns.
 */
class CounterChanges
{
public:
    void added(const CounterKey &key) { ++m_changes[key]; }
    void removed(const CounterKey &key) { --m_changes[key]; }
    void moved(const CounterKey &from, const CounterKey &to)
    {
        removed(from);
        added(to);
    }

    Result<void> apply(Session &session) const;

private:
    std::map<CounterKey, qint64> m_changes;
};

} // namespace Store
