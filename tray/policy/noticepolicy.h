// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/records.h"

#include <QHash>
#include <QSet>

#include <deque>
#include <map>
#include <optional>
#include <variant>

namespace Policy {

/** Identifies a notice, independent of the id that the desktop assigns. */
using NoticeKey = QString;

/** Command to show a notice; in the place of `replaces`, if that one is shown. */
struct Show {
    enum class Kind {
        Mail,    ///< one mail, `mail`
        Account, ///< several of one account
        Summary, ///< of all accounts: held back in quiet hours, or too many at once
    };
    Kind kind = Kind::Mail;
    NoticeKey key;
    NoticeKey replaces;
    Client::Mail mail;
    qint64 accountId = 0;
    qint64 count = 1;
    std::map<qint64, qint64> perAccount; ///< of a summary
    bool isUpdate = false;               ///< of a notice that is shown already: no sound

    bool operator==(const Show &) const = default;
};

/** Command to remove a notice. */
struct Close {
    NoticeKey key;

    bool operator==(const Close &) const = default;
};

using Command = std::variant<Show, Close>;

/**
 * Decides which notices are shown: one for each mail; one for an account when many mails arrive at once;
 * one for everything that arrived during quiet hours or faster than a person reads; none twice, and none
 * for a mail that was read meanwhile. Pure: times are arguments, and the result is a list of commands.
 * `nowMs` is the time of a monotonic clock.
 */
class NoticePolicy
{
public:
    static constexpr int singles = 3; ///< of one account in `burstMs`; more mails: one for all
    static constexpr qint64 burstMs = 5'000;
    static constexpr int together = 6; ///< of all accounts in `calmMs`; more: a summary
    static constexpr qint64 calmMs = 60'000;
    static constexpr qint64 updateMs = 1'000; ///< interval of the updates of a growing notice ...
    static constexpr int quickUpdates = 4;    ///< ... for so many; then 2, 4 .. 64 s
    static constexpr qsizetype remembered = 5'000;

    void setMuted(const QSet<qint64> &accounts) { m_muted = accounts; }
    bool isQuiet() const { return m_isQuiet; }

    /// While quiet, arriving mails are held back. At the end of quiet they become one notice.
    QList<Command> setQuiet(bool quiet, qint64 nowMs);
    QList<Command> arrived(const Client::Arrival &arrival, qint64 nowMs);
    /// Shows a snoozed mail again, as if it had just arrived.
    QList<Command> again(const Client::Mail &mail, qint64 nowMs);
    /// These mails were read or deleted, here or elsewhere.
    QList<Command> gone(const QList<qint64> &ids);
    /// The person or the desktop closed it.
    void closed(const NoticeKey &key);
    QList<Command> due(qint64 nowMs); ///< updates whose time has come; see `nextDue`
    std::optional<qint64> nextDue() const;
    void forgetAll(); ///< for another service
    qint64 heldCount() const;

private:
    struct Group { ///< mails of one account that share a notice
        QSet<qint64> ids;
        qint64 unknown = 0; ///< mails of which only the number is known
        qint64 lastMs = 0;  ///< when the last mail came
        qint64 shownMs = 0;
        int timesShown = 0; ///< since the notice appeared, updates included
        bool isOpen = false;
        bool isDue = false;

        qint64 count() const { return ids.size() + unknown; }
        qint64 nextMs() const; ///< when it may be shown again
    };
    /// The one notice for all accounts.
    struct Summary {
        std::map<qint64, Group> accounts;
        Group shown; ///< without mails: only times and state

        qint64 count() const;
    };
    struct Single {
        qint64 atMs = 0;
        Client::Mail mail;
    };

    bool isNew(qint64 id);
    QList<Command> showSingles(const QList<Client::Mail> &mails, qint64 nowMs);
    bool isTooMuch(const Group &fresh, qint64 nowMs);
    QList<Command> summarise(qint64 accountId, const Group &fresh, qint64 nowMs);
    Command showSummary(const NoticeKey &replaces, bool isUpdate, qint64 nowMs);
    QList<Command> withdrawSingles(NoticeKey &last, Group &into, qint64 accountId, qint64 sinceMs);
    QList<Command> beginGroup(qint64 accountId, Group fresh, qint64 nowMs);
    Command show(qint64 accountId, Group &group, const NoticeKey &replaces, bool isUpdate,
                 qint64 nowMs);

    QSet<qint64> m_muted;
    bool m_isQuiet = false;
    QSet<qint64> m_seen;
    std::deque<qint64> m_seenOrder;
    std::map<qint64, std::deque<Single>>
        m_recent;                 ///< by account: mails recently shown in single notices
    QHash<qint64, qint64> m_open; ///< mails with a single notice, and their account
    std::map<qint64, Group> m_groups;
    Summary m_summary;
    std::deque<qint64> m_notices; ///< times of the last notices, also of those in the summary
    std::map<qint64, Group> m_held;
    std::map<qint64, Client::Mail> m_heldMails; ///< used if only one mail was held back
};

NoticeKey mailKey(qint64 mailId);
NoticeKey accountKey(qint64 accountId);
NoticeKey summaryKey();

} // namespace Policy
