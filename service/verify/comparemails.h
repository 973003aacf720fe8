// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QSet>

/** What differs between a folder here and at its mail server. Pure. */
namespace Verify {

/** A mail that the database lists as at the server. */
struct HereMail {
    quint32 uid = 0;
    qint64 size = 0;
    quint8 serverFlags = 0; ///< Store::ServerFlag, as last received
    quint8 shownFlags = 0;  ///< seen and flagged, as users see the mail here
    QByteArray messageId;
};

/** A mail that the server shows. */
struct ThereMail {
    quint32 uid = 0;
    qint64 size = 0;
    quint8 flags = 0;     ///< Store::ServerFlag
    bool isWanted = true; ///< false: the account's syncMode leaves it out
};

/** One thing that differs. */
struct Difference {
    enum class Kind {
        MissingHere, ///< at the server and not here
        GoneThere,   ///< listed here as at the server, but not there
        Flags,       ///< seen, flagged or answered
        Size,
        UidValidity, ///< the mails cannot be compared then
        NoFolder,    ///< the server does not open it
        NotHere,     ///< it was never synchronised
    };
    Kind kind = Kind::MissingHere;
    quint32 uid = 0;      ///< 0: a difference of the folder
    QByteArray messageId; ///< empty: not known
    qint64 here = 0;      ///< flags as bits, bytes, or UIDVALIDITY
    qint64 there = 0;

    friend bool operator==(const Difference &, const Difference &) = default;
};

/// `deletedHere`: uids that users deleted only here. With `storesFlags` (flagSync: both) flags that users
/// changed here count as a difference. Without it, these flags are meant to stay here.
struct CompareRules {
    QSet<quint32> deletedHere;
    bool storesFlags = false;
};

/// Both lists in any order; a repeated uid counts once. By uid.
QList<Difference> compareMails(QList<HereMail> here, QList<ThereMail> there,
                               const CompareRules &rules);

/// The differences of `first` that are also in `second`, with any values. A difference that exists only
/// while a mail is being synchronised does not count.
QList<Difference> lasting(const QList<Difference> &first, const QList<Difference> &second);

} // namespace Verify
