// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/defects.h"
#include "mime/headers.h"
#include "mime/part.h"
#include "mime/partheaders.h"

#include <optional>

namespace Mime {

/// A mail's structure: the first result of Reader.
struct PartTree {
    Headers headers; ///< of the mail
    QList<Part> parts;
    Defects defects;
};

/**
 * Walks over the mail once, line by line, with a stack of open containers instead of recursion:
 * a boundary line ends everything above its container (RFC 2046 5.1.2: an outer boundary counts
 * inside of inner parts too, which also copes with parts that are never closed).
 */
class PartTreeBuilder
{
public:
    PartTreeBuilder(const QByteArray &raw, const Limits &limits);

    PartTree build();

private:
    struct Open {
        int part = 0;
        QByteArray boundary; // empty: a message/rfc822, which ends with its container
        bool isDigest = false;
        int children = 0;
    };
    struct Match {
        qsizetype container = -1; // index into m_open
        bool isClosing = false;
    };

    void walk(std::optional<QByteArray> rootBoundary);
    std::optional<qsizetype> beginPart(qsizetype at);
    bool addPart(Part part);
    QByteArray boundaryOf(const Headers &headers, qsizetype body, bool isRoot);
    QByteArray guessBoundary(qsizetype body) const;
    Match matchBoundary(Slice line) const;
    void handleBoundary(Match match, qsizetype lineBegin, qsizetype next);
    void beginParts(qsizetype at);
    void closeAbove(qsizetype container, qsizetype end);
    void closePart(int part, qsizetype end);
    void addFilesInText(int part);
    void adoptChildless();
    QByteArray childPath(int parent, int number, bool isLeaf) const;

    const QByteArray &m_raw;
    const Limits &m_limits;
    Slice m_bytes;
    std::optional<QByteArray> m_rootBoundary;
    PartTree m_tree;
    RawCharset m_rawCharset;
    QList<Open> m_open;
    int m_leaf = -1; // the part whose content is being read
    qsizetype m_at = 0;
};

} // namespace Mime
