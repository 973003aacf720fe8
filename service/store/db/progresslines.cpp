// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/progresslines.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace Store {

QString shownNumber(qint64 number)
{
    return QLocale(QLocale::English).toString(number);
}

ProgressLines::ProgressLines(const std::function<void(const QString &)> &report) : m_report(report)
{
    m_since.start();
}

void ProgressLines::say(const QString &line)
{
    if (m_report)
        m_report(line);
    m_since.start();
}

void ProgressLines::progress(const QString &what, qint64 done, qint64 all)
{
    constexpr qint64 quietMs = 2000;
    if (m_since.hasExpired(quietMs))
        say(u"%1: %2 of %3"_s.arg(what, shownNumber(done), shownNumber(all)));
}

} // namespace Store
