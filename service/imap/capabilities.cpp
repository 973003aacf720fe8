// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/capabilities.h"

namespace Imap {

Capabilities::Capabilities(const QList<QByteArray> &names)
{
    for (const QByteArray &name : names)
        m_names.append(name.toUpper());
}

Capabilities Capabilities::parse(QByteArrayView list)
{
    constexpr qsizetype mostNames = 1000;
    Capabilities all;
    for (qsizetype from = 0; from < list.size() && all.m_names.size() < mostNames;) {
        qsizetype to = list.indexOf(' ', from);
        if (to < 0)
            to = list.size();
        if (const QByteArrayView name = list.sliced(from, to - from).trimmed(); !name.isEmpty())
            all.m_names.append(name.toByteArray().toUpper());
        from = to + 1;
    }
    return all;
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
