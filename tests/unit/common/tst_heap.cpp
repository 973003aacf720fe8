// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/heap.h"

#include <QFile>
#include <QTest>

#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>

/** Memory that was freed goes back to the kernel, also where a block above it is still in use. */
class TestHeap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesFreePagesBack();
};

namespace {

constexpr qint64 mib = 1024 * 1024;

qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() * ::sysconf(_SC_PAGESIZE);
}

} // namespace

void TestHeap::givesFreePagesBack()
{
    Heap::keepSmall();
    const auto before = Heap::use();
    if (!before || before->live == 0)
        QSKIP("another heap: no glibc, or a sanitizer's");
    constexpr size_t size = 4000;
    std::vector<void *> blocks(size_t(64 * mib) / size);
    for (void *&block : blocks) {
        block = std::malloc(size);
        std::memset(block, 1, size);
    }
    QVERIFY(Heap::use()->live > before->live + 60 * mib);
    void *last = blocks.back();
    blocks.pop_back();
    for (void *block : blocks)
        std::free(block);
    QVERIFY(Heap::use()->live < before->live + mib);
    QVERIFY(Heap::use()->free > 60 * mib);
    const qint64 resident = residentBytes();
    Heap::trim();
    QVERIFY(residentBytes() < resident - 50 * mib);
    std::free(last);
}

QTEST_GUILESS_MAIN(TestHeap)
#include "tst_heap.moc"
