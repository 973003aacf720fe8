// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "html/images.h"

#include <QString>

namespace Html {

/** HTML of a mail that a browser may show: everything in it was written by the cleaner. */
struct Cleaned {
    QString styles;         ///< CSS of all style elements; without `<`
    QString body;           ///< elements in balance; no scripts, forms, frames, foreign elements
    QString bodyAttributes; ///< of the mail's body element: ` bgcolor="#fff"`
    QString language;       ///< `lang` of its html element, not escaped
    QString direction;      ///< `ltr`, `rtl`, `auto` or empty
    int remoteImages = 0;   ///< how many remote addresses images and styles name

    friend bool operator==(const Cleaned &, const Cleaned &) = default;
};

/**
 * Cleans the HTML of a mail with lists of allowed elements, attributes and styles. It is tokenized
 * and written anew, so no tag, reference or quote of the mail reaches the browser unchanged, and
 * the browser reads only the output of this code. No tree, no recursion: linear time, memory a
 * small multiple of the mail. Any thread.
 */
Cleaned clean(QStringView html, const ImageSources &sources);

} // namespace Html
