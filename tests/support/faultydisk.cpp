// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that is full or slow, for one process: a preloaded library (LD_PRELOAD) that replaces the
// calls that make files longer or sync them. The test writes the faults to a small file named by
// FAULTY_DISK, which this library maps: see postrider_support/disk.py. Linux with glibc only.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct Faults {
    std::atomic<int64_t> room;             // bytes by which files may grow; negative: no limit
    std::atomic<int64_t> syncMicroseconds; // added to every fsync
    std::atomic<int64_t> bytesPerSecond;   // speed of writing; 0: no limit
};

Faults *mapFaults()
{
    static Faults none{ -1, 0, 0 };
    const char *const path = std::getenv("FAULTY_DISK");
    const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return &none;
    void *const mapped = mmap(nullptr, sizeof(Faults), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return mapped == MAP_FAILED ? &none : static_cast<Faults *>(mapped);
}

Faults &faults()
{
    static Faults *const mapped = mapFaults();
    return *mapped;
}

template<typename F>
F *real(const char *name)
{
    return reinterpret_cast<F *>(dlsym(RTLD_NEXT, name));
}

/// Length of a regular file; negative for everything else, which is not changed.
int64_t lengthOf(int file)
{
    struct stat info;
    return fstat(file, &info) == 0 && S_ISREG(info.st_mode) ? info.st_size : -1;
}

/// Whether the file may become `end` bytes long. As on a real disk, overwriting is always possible.
bool mayReach(int64_t length, int64_t end)
{
    const int64_t growth = std::max<int64_t>(0, end - length);
    int64_t room = faults().room;
    while (room >= 0 && growth > 0) {
        if (growth > room)
            return false;
        if (faults().room.compare_exchange_weak(room, room - growth))
            return true;
    }
    return true;
}

void takeTime(int64_t bytes)
{
    const int64_t rate = faults().bytesPerSecond;
    if (rate > 0)
        usleep(useconds_t(bytes * 1'000'000 / rate));
}

template<typename Write>
ssize_t writing(int file, size_t count, int64_t at, Write write)
{
    const int64_t length = lengthOf(file);
    if (length >= 0) {
        if (!mayReach(length, at + int64_t(count))) {
            errno = ENOSPC;
            return -1;
        }
        takeTime(int64_t(count));
    }
    return write();
}

int syncing(int file, const char *name)
{
    if (faults().syncMicroseconds > 0)
        usleep(useconds_t(faults().syncMicroseconds));
    return real<int(int)>(name)(file);
}

} // namespace

extern "C" {

ssize_t write(int file, const void *data, size_t count)
{
    static auto *const next = real<ssize_t(int, const void *, size_t)>("write");
    const int64_t at = lengthOf(file) >= 0 ? lseek(file, 0, SEEK_CUR) : 0;
    return writing(file, count, at, [&] { return next(file, data, count); });
}

ssize_t pwrite(int file, const void *data, size_t count, off_t at)
{
    static auto *const next = real<ssize_t(int, const void *, size_t, off_t)>("pwrite");
    return writing(file, count, at, [&] { return next(file, data, count, at); });
}

ssize_t pwrite64(int file, const void *data, size_t count, off64_t at)
{
    static auto *const next = real<ssize_t(int, const void *, size_t, off64_t)>("pwrite64");
    return writing(file, count, at, [&] { return next(file, data, count, at); });
}

int ftruncate64(int file, off64_t end)
{
    static auto *const next = real<int(int, off64_t)>("ftruncate64");
    const int64_t length = lengthOf(file);
    if (length >= 0 && !mayReach(length, end)) {
        errno = ENOSPC;
        return -1;
    }
    return next(file, end);
}

int ftruncate(int file, off_t end)
{
    return ftruncate64(file, end);
}

int fsync(int file)
{
    return syncing(file, "fsync");
}

int fdatasync(int file)
{
    return syncing(file, "fdatasync");
}

} // extern "C"
