// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>

namespace Mime {

/** A place in an outline where the content of a file was cut out. */
struct Cut {
    qint64 at = 0;     ///< in the outline
    qint64 length = 0; ///< bytes of the message, encoded
    qint64 size = 0;   ///< bytes of the file

    friend bool operator==(const Cut &, const Cut &) = default;
};

/**
 * A message without the content of its files: the data that lists, texts and the search need. Read
 * like any message; with the cuts, the place of each file in the whole one is known.
 */
struct Outline {
    QByteArray bytes;
    QList<Cut> cuts; ///< in order

    friend bool operator==(const Outline &, const Outline &) = default;
};

/// For a text column: `at:length:size`, separated by commas.
QByteArray toText(const QList<Cut> &cuts);
/// Error::Code::Storage if the text does not have this form.
Result<QList<Cut>> cutsFromText(const QByteArray &text);

/** Consecutive bytes of a message. */
struct Stretch {
    qint64 begin = 0;
    qint64 length = 0;
    qint64 size = 0; ///< of the file that is encoded in it

    friend bool operator==(const Stretch &, const Stretch &) = default;
};

/// The position in the whole message of the data that was cut out at `at`; nothing: no data was cut
/// out there.
std::optional<Stretch> cutOutAt(const QList<Cut> &cuts, qint64 at);

} // namespace Mime
