// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/progressbar.h"

#include "store/db/progresslines.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

constexpr int width = 20;
constexpr qint64 redrawMs = 100;
const QString clearLine = u"\r\x1b[K"_s;

} // namespace

QString progressLine(const QString &what, qint64 done, qint64 all, qint64 mails, qint64 tookMs)
{
    const qint64 whole = std::max<qint64>(all, 1);
    const auto filled = int(std::clamp<qint64>(done * width / whole, 0, width));
    const QString bar = QString(filled, u'#') + QString(width - filled, u'.');
    const qint64 rate = mails * 1000 / std::max<qint64>(tookMs, 1);
    return u"%1 [%2] %3%, %4 mails, %5/s"_s.arg(
        what.left(30), bar, QString::number(std::min<qint64>(done * 100 / whole, 100)),
        Store::shownNumber(mails), Store::shownNumber(rate));
}

void ProgressBar::update(const QString &what, qint64 done, qint64 all, qint64 mails)
{
    if (!m_isTerminal)
        return;
    if (what != m_what || !m_since.isValid()) {
        m_what = what;
        m_since.start();
    }
    if (m_drawn.isValid() && !m_drawn.hasExpired(redrawMs))
        return;
    m_drawn.start();
    m_isShown = true;
    m_out << clearLine << progressLine(what, done, all, mails, m_since.elapsed());
    m_out.flush();
}

void ProgressBar::clear()
{
    if (!std::exchange(m_isShown, false))
        return;
    m_out << clearLine;
    m_out.flush();
}

} // namespace Cli
