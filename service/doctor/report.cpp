// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/report.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Doctor {

namespace {

QString nameOf(Level level)
{
    switch (level) {
    case Level::Ok:
        return u"ok"_s;
    case Level::Warning:
        return u"warning"_s;
    case Level::Fault:
        return u"fault"_s;
    }
    Q_UNREACHABLE();
}

QString counted(int number, const QString &what)
{
    return u"%1 %2%3"_s.arg(number).arg(what, number == 1 ? u""_s : u"s"_s);
}

} // namespace

void Report::ok(const QString &check, const QString &where, const QString &what)
{
    m_findings.append({ Level::Ok, check, where, what, {} });
}

void Report::warn(const QString &check, const QString &where, const QString &what,
                  const QString &advice)
{
    m_findings.append({ Level::Warning, check, where, what, advice });
}

void Report::fault(const QString &check, const QString &where, const QString &what,
                   const QString &advice)
{
    m_findings.append({ Level::Fault, check, where, what, advice });
}

Level Report::worst() const
{
    Level worst = Level::Ok;
    for (const Finding &finding : m_findings)
        worst = std::max(worst, finding.level);
    return worst;
}

int Report::count(Level level) const
{
    return int(std::ranges::count(m_findings, level, &Finding::level));
}

int exitStatus(const Report &report)
{
    return int(report.worst());
}

QString textOf(const Report &report)
{
    QString text;
    for (const Finding &finding : report.findings()) {
        const QString where = finding.where.isEmpty() ? QString() : finding.where + u": "_s;
        text += u"%1  %2: %3%4\n"_s.arg(nameOf(finding.level).leftJustified(7), finding.check,
                                        where, finding.what);
        if (!finding.advice.isEmpty())
            text += u"         -> %1\n"_s.arg(finding.advice);
    }
    return text
        + u"%1, %2\n"_s.arg(counted(report.count(Level::Fault), u"fault"_s),
                            counted(report.count(Level::Warning), u"warning"_s));
}

QByteArray jsonOf(const Report &report, const QString &version)
{
    QJsonArray findings;
    for (const Finding &finding : report.findings())
        findings.append(QJsonObject{ { u"level"_s, nameOf(finding.level) },
                                     { u"check"_s, finding.check },
                                     { u"where"_s, finding.where },
                                     { u"what"_s, finding.what },
                                     { u"advice"_s, finding.advice } });
    const QJsonObject all{ { u"version"_s, version },
                           { u"status"_s, nameOf(report.worst()) },
                           { u"findings"_s, findings } };
    return QJsonDocument(all).toJson();
}

} // namespace Doctor
