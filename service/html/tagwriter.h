// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "html/elements.h"
#include "html/images.h"
#include "html/tokenizer.h"

namespace Html {

/// Appends the start tag with the attributes that may stay, each in quotes and escaped.
void appendStartTag(QString &out, const Element &element, const QList<Attribute> &attributes,
                    Images &images);

/// The attributes of a body alone, ` bgcolor="#fff"`; empty: none.
QString bodyAttributes(const QList<Attribute> &attributes, Images &images);

/// The decoded value; nothing where the tag does not have it.
QString valueOf(const QList<Attribute> &attributes, std::string_view name);

} // namespace Html
