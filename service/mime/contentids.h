// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSet>
#include <QStringView>

namespace Mime {

/// The Content-IDs that an HTML document refers to (`cid:...`), percent decoded. Linear.
QSet<QByteArray> referencedContentIds(QStringView html);

} // namespace Mime
