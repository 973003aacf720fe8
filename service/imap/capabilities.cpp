// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/capabilities.h"

namespace Imap {

Capabilities::Capabilities(const QList<QByteArray> &names)
{
    for (const QByteArray &name : names)
        m_names.append(name.toUpper());
}

bool Capabilities::has(QByteArrayView name) const
{
    for (const QByteArray &known : m_names) {
        if (known == name)
            return true;
    }
    return false;
}

QList<QByteArray> Capabilities::authMechanisms() const
{
    QList<QByteArray> mechanisms;
    for (const QByteArray &name : m_names) {
        if (name.startsWith("AUTH="))
            mechanisms.append(name.mid(5));
    }
    return mechanisms;
}

} // namespace Imap
