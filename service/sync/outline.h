// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/fetchrequest.h"
#include "parsing/bodyparse.h"

#include <QHash>

/**
 * The outline of a mail that is too large to be stored: the mail with its headers, its structure and
 * its texts, but with empty attachments. It is stored and read like any other message.
 * Pure.
 */
namespace Sync {

/// The sections of one mail that the server returned, by name: `HEADER`, `1.MIME`, `1` and so on.
using Sections = QHash<QByteArray, QByteArray>;

/// The sections to fetch, in groups that keep each command short enough.
QList<QList<Imap::SectionRequest>> outlineSections(const Imap::BodyStructure &structure);

/// Builds the message from the fetched sections. Missing sections are empty.
QByteArray outlineOf(const Imap::BodyStructure &structure, const Sections &sections);

/// As readBody(). The sizes of attachments that were not fetched are taken from the structure.
Parsing::ReadBody readOutline(quint32 uid, const Imap::BodyStructure &structure,
                              const Sections &sections);

} // namespace Sync
