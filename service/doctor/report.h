// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace Doctor {

enum class Level { Ok, Warning, Fault };

/** The result of one check. */
struct Finding {
    Level level = Level::Ok;
    QString check;  ///< what was looked at: `configuration`, `files`, `database` and the like
    QString where;  ///< a path, a host, an account; empty: the whole
    QString what;   ///< the result, one sentence
    QString advice; ///< what to do; empty where it is fine

    friend bool operator==(const Finding &, const Finding &) = default;
};

/** All findings, in the order of the checks. */
class Report
{
public:
    void ok(const QString &check, const QString &where, const QString &what);
    void warn(const QString &check, const QString &where, const QString &what,
              const QString &advice);
    void fault(const QString &check, const QString &where, const QString &what,
               const QString &advice);
    void add(const QList<Finding> &findings) { m_findings.append(findings); }

    const QList<Finding> &findings() const { return m_findings; }
    Level worst() const;
    int count(Level level) const;

private:
    QList<Finding> m_findings;
};

/// 0: fine, 1: warnings, 2: faults.
int exitStatus(const Report &report);

/// For people: a line for each finding, its advice below, and a line with the counts.
QString textOf(const Report &report);

/// One object: `version`, `status` (ok, warning, fault), `findings` with `level`, `check`, `where`,
/// `what` and `advice`.
QByteArray jsonOf(const Report &report, const QString &version);

} // namespace Doctor
