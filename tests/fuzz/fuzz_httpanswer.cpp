// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "net/answerreader.h"

#include <algorithm>

namespace {

constexpr qsizetype mostBody = 64;

/// The most bytes that are taken of one answer. A body without a length may exceed its limit by the
/// piece with which it ends.
qsizetype mostOfAnswer(qsizetype pieceSize)
{
    return Net::AnswerReader::mostHead + mostBody + Net::AnswerReader::mostFraming + pieceSize;
}

Net::AnswerReader readInPieces(QByteArrayView bytes, qsizetype size)
{
    Net::AnswerReader reader(mostBody);
    qsizetype used = 0;
    while (used < bytes.size() && !reader.isOver())
        used += reader.take(bytes.sliced(used, std::min(size, bytes.size() - used)));
    const bool isBounded = reader.answer().body.size() <= mostBody && used <= mostOfAnswer(size);
    if (!isBounded || (reader.hasHead() && reader.answer().status < 200))
        __builtin_trap();
    reader.takeEnd();
    return reader;
}

} // namespace

/// A receiver of webhook calls or a push service that answers any bytes, in any pieces.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArrayView bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const Net::AnswerReader whole = readInPieces(bytes, std::max<qsizetype>(1, bytes.size()));
    const Net::AnswerReader split = readInPieces(bytes, 1);
    const bool isSame = whole.state() == split.state() && whole.hasHead() == split.hasHead()
        && whole.isHttp() == split.isHttp() && whole.isTooLong() == split.isTooLong()
        && whole.answer() == split.answer();
    if (!isSame)
        __builtin_trap();
    return 0;
}
