// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThreadStorage>

/**
 * One `T` for each thread that calls this, made at its first call and deleted when the thread ends. Used
 * instead of thread_local for types with a destructor: MinGW frees such an object before it calls
 * the destructor (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=83562), and then the program does
 * not end.
 */
template<typename T>
T &perThread()
{
    // Never deleted: the main thread may end after static objects are destroyed.
    static auto *const all = new QThreadStorage<T *>;
    if (!all->hasLocalData())
        all->setLocalData(new T);
    return *all->localData();
}
