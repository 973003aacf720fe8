// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QString>

#include <functional>

namespace Store {

/// A number for display, with separators of thousands.
QString shownNumber(qint64 number);

/** Prints the progress of a long command, at most one line every two seconds. One thread. */
class ProgressLines
{
public:
    /// `report` may be empty; it must outlive the object.
    explicit ProgressLines(const std::function<void(const QString &)> &report);

    void say(const QString &line); ///< always
    void progress(const QString &what, qint64 done, qint64 all);

private:
    const std::function<void(const QString &)> &m_report;
    QElapsedTimer m_since;
};

} // namespace Store
