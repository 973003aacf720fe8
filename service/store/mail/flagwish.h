// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Store {

/**
 * What people want the flags of one mail to be at the server; bits as ServerFlag. Pure arithmetic:
 * what was noted of the server, a local change and news of the server go in, the next state and what
 * is to be taken over here come out.
 *
 * A flag is wanted (`mask`) only while it differs from what we last saw at the server, or while it
 * was sent and no answer came. So of read, unread, read one change is left, of read, unread none.
 *
 * What was stored at the server is remembered for a while (`told`): another client may have copied
 * the mail just before, and moves are copies first. Such a copy has the flags of before.
 */
struct FlagWish {
    qint64 mailId = 0;
    quint32 uid = 0;
    quint8 noted = 0;  ///< as last seen at the server
    quint8 mask = 0;   ///< flags that are to be as `wanted`
    quint8 wanted = 0; ///< zero outside of `mask`
    quint8 sent = 0;   ///< flags that were sent and may or may not have arrived
    int tries = 0;     ///< that the server refused
    quint8 told = 0;   ///< flags that were stored as `noted` lately, and did not change there since

    bool isDue() const { return mask != 0 || sent != 0; } ///< the server is to be told
    bool isEmpty() const { return !isDue() && told == 0; }

    friend bool operator==(const FlagWish &, const FlagWish &) = default;
};

/// After a person set the flags in `touched` to `values`.
FlagWish afterLocalChange(FlagWish wish, quint8 touched, quint8 values);

/** What news of the server mean. */
struct Reconciled {
    FlagWish wish;
    quint8 takeOver = 0; ///< flags that are to be here as they are at the server

    friend bool operator==(const Reconciled &, const Reconciled &) = default;
};

/**
 * The server's flags are `now`. A flag that changed there since it was noted is taken over, also
 * where a person changed it and changed it back meanwhile: somebody changed it there later than we
 * looked. Our own change that comes back is none, and undoes no newer change made here.
 */
Reconciled afterServerChange(FlagWish wish, quint8 now);

/**
 * The same at another place of the mail: the server has a copy of it there, with the flags `now`. A
 * flag that we stored lately and that is not so there is wanted there: the copy was made before.
 */
Reconciled afterMove(FlagWish wish, quint8 now);

/// The server was asked and has no answer of ours under way: what was sent has arrived or is lost.
FlagWish afterQuestion(FlagWish wish);

/// All of `mask` goes to the server now.
FlagWish beforeSending(FlagWish wish);

/// The server has `bits` with these values, because we said so.
FlagWish afterStore(FlagWish wish, quint8 bits, quint8 values);

} // namespace Store
