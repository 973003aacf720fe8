// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>

namespace S3 {

/** One page of the objects of a bucket. */
struct Listing {
    QList<QByteArray> keys;
    QList<QByteArray>
        folders;     ///< ends of common beginnings, with their slash; only if they were asked for
    QByteArray next; ///< asks for the following page; empty: this is the last one

    friend bool operator==(const Listing &, const Listing &) = default;
};

/// Reads the answer of ListObjectsV2. Error::Protocol: it is not one.
Result<Listing> readListing(const QByteArray &xml);

/// What a refusal says its reason is, such as `NoSuchKey`; empty: nothing that is a word.
QByteArray refusalCode(const QByteArray &xml);

} // namespace S3
