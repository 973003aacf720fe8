// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

namespace Crypto {

constexpr qsizetype sealingKeySize = 32;

/**
 * The keys that open sealed values. The first key seals; the others only open values that an
 * earlier first key sealed, so that the key can be changed while old values still exist.
 */
class KeyRing
{
public:
    struct Key {
        QByteArray id;    ///< 8 bytes, derived from the key, reveals nothing about it
        QByteArray bytes; ///< 32 bytes
    };

    KeyRing() = default;
    /// Each 32 bytes, the sealing one first. At least one.
    explicit KeyRing(const QList<QByteArray> &keys);

    bool isEmpty() const { return m_keys.isEmpty(); }
    const Key &current() const { return m_keys.first(); }
    const Key *find(QByteArrayView id) const; ///< null: no such key
    const QList<Key> &keys() const { return m_keys; }

private:
    QList<Key> m_keys;
};

} // namespace Crypto
