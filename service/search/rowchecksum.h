// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace Search {

/// The row as it is stored: four bytes of checksum, the data.
QByteArray sealedRow(QByteArrayView data);

/// The data in a stored row; nothing: the row is damaged. It protects against disk errors, not
/// against manipulation.
std::optional<QByteArrayView> openedRow(QByteArrayView row);

} // namespace Search
