// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/field.h"

namespace ConfigField {

/** A key of the file, a variable of the environment, or both. */
struct Key {
    QString name;
    QString environment;
    Field field;
    bool inFile = true;
};

/// All of them, in the order in which they are shown.
const QList<Key> &keys();

/// The key of the file with this name; null: there is none.
const Key *keyNamed(const QString &name);

} // namespace ConfigField
