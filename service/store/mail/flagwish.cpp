// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/flagwish.h"

namespace Store {

namespace {

constexpr quint8 bits(int value)
{
    return quint8(value);
}

/// Without the flags that are at the server as they are wanted, unless an answer is still to come.
FlagWish withoutFulfilled(FlagWish wish)
{
    const quint8 differs = bits(wish.wanted ^ wish.noted);
    wish.mask = bits(wish.mask & (differs | wish.sent));
    wish.wanted = bits(wish.wanted & wish.mask);
    return wish;
}

} // namespace

FlagWish afterLocalChange(FlagWish wish, quint8 touched, quint8 values)
{
    wish.mask = bits(wish.mask | touched);
    wish.wanted = bits((wish.wanted & ~touched) | (values & touched));
    wish.tries = 0;
    return withoutFulfilled(wish);
}

Reconciled afterServerChange(FlagWish wish, quint8 now)
{
    const quint8 changed = bits(wish.noted ^ now);
    const quint8 asWanted = bits(changed & wish.mask & ~(wish.wanted ^ now));
    const quint8 ours = bits(changed & wish.sent);
    const quint8 takeOver = bits(changed & ~(asWanted | ours));
    wish.noted = now;
    wish.mask = bits(wish.mask & ~takeOver);
    wish.sent = bits(wish.sent & ~changed);
    wish.told = bits(wish.told & ~changed);
    return { withoutFulfilled(wish), takeOver };
}

Reconciled afterMove(FlagWish wish, quint8 now)
{
    const quint8 older = bits((wish.noted ^ now) & wish.told & ~wish.mask);
    wish.mask = bits(wish.mask | older);
    wish.wanted = bits(wish.wanted | (wish.noted & older));
    wish.noted = bits(wish.noted ^ older);
    Reconciled moved = afterServerChange(wish, now);
    moved.wish.told = 0;
    return moved;
}

FlagWish afterQuestion(FlagWish wish)
{
    wish.sent = 0;
    return withoutFulfilled(wish);
}

FlagWish beforeSending(FlagWish wish)
{
    wish.sent = bits(wish.sent | wish.mask);
    return wish;
}

FlagWish afterStore(FlagWish wish, quint8 stored, quint8 values)
{
    wish.noted = bits((wish.noted & ~stored) | (values & stored));
    wish.sent = bits(wish.sent & ~stored);
    wish.told = bits(wish.told | stored);
    return withoutFulfilled(wish);
}

} // namespace Store
