// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchdocument.h"

#include "store/searchtext.h"

#include <QList>

#include <zstd.h>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr int columns = 5;
constexpr int level = 1; // tokens shrink to a third at any level; the lowest is the fastest
constexpr unsigned long long maxUnpacked = 16 * 1024 * 1024;

// zstd contexts cost 100 us to make; one a thread is kept.
struct Compressor {
    Compressor() : context(ZSTD_createCCtx()) { }
    ~Compressor() { ZSTD_freeCCtx(context); }
    Compressor(const Compressor &) = delete;
    Compressor &operator=(const Compressor &) = delete;
    ZSTD_CCtx *context;
};

Error damaged()
{
    return { Error::Code::Storage, u"A search entry in the database is damaged."_s };
}

} // namespace

SearchDocument searchDocument(const SearchFields &fields)
{
    SearchDocument document;
    document.sender = normalizedTokens(fields.sender);
    document.subject = normalizedTokens(fields.subject);
    document.body = normalizedTokens(fields.body);
    document.senderParts = wordParts(document.sender);
    document.subjectParts = wordParts(document.subject);
    return document;
}

QByteArray packDocument(const SearchDocument &d)
{
    const QByteArray plain =
        d.sender + '\n' + d.subject + '\n' + d.body + '\n' + d.senderParts + '\n' + d.subjectParts;
    static thread_local const Compressor compressor;
    QByteArray packed(qsizetype(ZSTD_compressBound(size_t(plain.size()))), Qt::Uninitialized);
    const size_t size = ZSTD_compressCCtx(compressor.context, packed.data(), size_t(packed.size()),
                                          plain.constData(), size_t(plain.size()), level);
    Q_ASSERT(!ZSTD_isError(size));
    packed.resize(qsizetype(size));
    packed.squeeze();
    return packed;
}

Result<SearchDocument> unpackDocument(QByteArrayView packed)
{
    const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), size_t(packed.size()));
    if (size == ZSTD_CONTENTSIZE_ERROR || size > maxUnpacked)
        return damaged();
    QByteArray plain(qsizetype(size), Qt::Uninitialized);
    const size_t done =
        ZSTD_decompress(plain.data(), size_t(plain.size()), packed.data(), size_t(packed.size()));
    const QList<QByteArray> lines = plain.split('\n');
    if (ZSTD_isError(done) || done != size || lines.size() != columns)
        return damaged();
    return SearchDocument{ lines[0], lines[1], lines[2], lines[3], lines[4] };
}

} // namespace Store
