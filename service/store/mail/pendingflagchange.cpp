// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/pendingflagchange.h"

namespace Store {

namespace {

constexpr quint8 bits(int value)
{
    return quint8(value);
}

/// Drops the flags that already have the pending value at the server, unless an answer is outstanding.
PendingFlagChange withoutFulfilled(PendingFlagChange pending)
{
    const quint8 differs = bits(pending.wanted ^ pending.noted);
    pending.mask = bits(pending.mask & (differs | pending.sent));
    pending.wanted = bits(pending.wanted & pending.mask);
    return pending;
}

} // namespace

PendingFlagChange afterLocalChange(PendingFlagChange pending, quint8 touched, quint8 values)
{
    pending.mask = bits(pending.mask | touched);
    pending.wanted = bits((pending.wanted & ~touched) | (values & touched));
    pending.tries = 0;
    return withoutFulfilled(pending);
}

Reconciled afterServerChange(PendingFlagChange pending, quint8 now)
{
    const quint8 changed = bits(pending.noted ^ now);
    const quint8 asWanted = bits(changed & pending.mask & ~(pending.wanted ^ now));
    const quint8 ours = bits(changed & pending.sent);
    const quint8 takeOver = bits(changed & ~(asWanted | ours));
    pending.noted = now;
    pending.mask = bits(pending.mask & ~takeOver);
    pending.sent = bits(pending.sent & ~changed);
    pending.stored = bits(pending.stored & ~changed);
    return { withoutFulfilled(pending), takeOver };
}

Reconciled afterMove(PendingFlagChange pending, quint8 now)
{
    const quint8 older = bits((pending.noted ^ now) & pending.stored & ~pending.mask);
    pending.mask = bits(pending.mask | older);
    pending.wanted = bits(pending.wanted | (pending.noted & older));
    pending.noted = bits(pending.noted ^ older);
    Reconciled moved = afterServerChange(pending, now);
    moved.pending.stored = 0;
    return moved;
}

PendingFlagChange afterQuestion(PendingFlagChange pending)
{
    pending.sent = 0;
    return withoutFulfilled(pending);
}

PendingFlagChange beforeSending(PendingFlagChange pending)
{
    pending.sent = bits(pending.sent | pending.mask);
    return pending;
}

PendingFlagChange afterStore(PendingFlagChange pending, quint8 stored, quint8 values)
{
    pending.noted = bits((pending.noted & ~stored) | (values & stored));
    pending.sent = bits(pending.sent & ~stored);
    pending.stored = bits(pending.stored | stored);
    return withoutFulfilled(pending);
}

} // namespace Store
