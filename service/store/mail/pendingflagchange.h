// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Store {

/**
 * The flags of one mail that users changed here and that have to be stored at the mail server; bits
 * as ServerFlag. Pure arithmetic. Input: the flags last seen at the server, a local change or new
 * flags from the server. Output: the next state and the flags to take over here.
 *
 * A flag is pending (`mask`) only while it differs from the value last seen at the server, or while
 * it was sent and no answer came. So the changes read, unread, read leave one change; read, unread
 * leave no change.
 *
 * Flags stored at the server are remembered for a while (`stored`): another client may have copied
 * the mail just before, and a move starts as a copy. Such a copy has the old flags.
 */
struct PendingFlagChange {
    qint64 mailId = 0;
    quint32 uid = 0;
    quint8 noted = 0;  ///< as last seen at the server
    quint8 mask = 0;   ///< flags that are to be as `wanted`
    quint8 wanted = 0; ///< pending values; zero outside of `mask`
    quint8 sent = 0;   ///< flags that were sent and may or may not have arrived
    int tries = 0;     ///< attempts that the server refused
    quint8 stored = 0; ///< flags recently stored as `noted` that did not change at the server since

    bool isDue() const { return mask != 0 || sent != 0; } ///< a store is pending
    bool isEmpty() const { return !isDue() && stored == 0; }

    friend bool operator==(const PendingFlagChange &, const PendingFlagChange &) = default;
};

/// The state after a user set the flags in `touched` to `values`.
PendingFlagChange afterLocalChange(PendingFlagChange pending, quint8 touched, quint8 values);

/** The result of new flags from the server. */
struct Reconciled {
    PendingFlagChange pending;
    quint8 takeOver = 0; ///< flags to set here to the server's values

    friend bool operator==(const Reconciled &, const Reconciled &) = default;
};

/**
 * Processes the server's current flags `now`. A flag that changed there since it was noted is taken
 * over, even if a user changed it here and changed it back meanwhile: the change at the server is
 * later than our last look. The echo of our own change is not a change, and does not undo a newer
 * change made here.
 */
Reconciled afterServerChange(PendingFlagChange pending, quint8 now);

/**
 * The same for a copy of the mail in another folder of the server, which has the flags `now`. If a
 * flag that we stored recently differs there, it has to be stored there too: the copy was made
 * before.
 */
Reconciled afterMove(PendingFlagChange pending, quint8 now);

/// The server was asked for the flags, and no answer to our changes is outstanding: each sent
/// change has arrived or is lost.
PendingFlagChange afterQuestion(PendingFlagChange pending);

/// Marks all of `mask` as sent.
PendingFlagChange beforeSending(PendingFlagChange pending);

/// The server has stored `bits` with these values at our request.
PendingFlagChange afterStore(PendingFlagChange pending, quint8 bits, quint8 values);

} // namespace Store
