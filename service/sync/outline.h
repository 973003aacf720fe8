// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/fetchrequest.h"
#include "sync/bodyparse.h"

#include <QHash>

/**
 * The outline of a mail that is too large to be kept: the mail with its headers, its structure and
 * its texts, and with nothing in what is attached. It is stored and read like any other message.
 * Pure.
 */
namespace Sync {

/// What a server says of one mail: `HEADER`, `1.MIME`, `1` and the like.
using Sections = QHash<QByteArray, QByteArray>;

/// What is to be asked for, in groups that make commands of a decent length.
QList<QList<Imap::SectionRequest>> outlineSections(const Imap::BodyStructure &structure);

/// The message made of the answers. What did not come is empty.
QByteArray outlineOf(const Imap::BodyStructure &structure, const Sections &sections);

/// As readBody(), with what the structure says of the parts that are not here.
ReadBody readOutline(quint32 uid, const Imap::BodyStructure &structure, const Sections &sections);

} // namespace Sync
