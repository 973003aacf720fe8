// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/clockcheck.h"

#include "doctor/report.h"
#include "store/sql/session.h"

#ifdef Q_OS_LINUX
#include <sys/timex.h>
#endif

#include <cstdlib>

using namespace Qt::StringLiterals;

namespace Doctor {

namespace {

const QString check = u"clock"_s;
constexpr qint64 tolerated = 60; // seconds

void checkAgainst(qint64 now, qint64 theirs, const QString &whose, Report &report)
{
    const qint64 apart = std::llabs(now - theirs);
    if (apart > tolerated)
        report.warn(
            check, whose,
            u"The clocks of this machine and of the database server differ by %1 s."_s.arg(apart),
            u"Synchronise both clocks with NTP."_s);
    else
        report.ok(check, whose, u"The clocks of this machine and of the database server agree."_s);
}

} // namespace

void checkClock(Report &report)
{
#ifdef Q_OS_LINUX
    struct timex state = {};
    const int answer = ::adjtimex(&state); // without modes it only reads
    if (answer < 0)
        return; // a container may forbid the call
    if (answer == TIME_ERROR || (state.status & STA_UNSYNC))
        report.warn(
            check, {}, u"The kernel reports that the clock of this machine is not synchronised."_s,
            u"Start systemd-timesyncd, chrony or another NTP client. Ignore this in a virtual "
            "machine whose clock is set by its host."_s);
    else
        report.ok(check, {}, u"The kernel reports that the clock is synchronised."_s);
#else
    static_cast<void>(report);
#endif
}

void checkClock(Store::Session &session, Report &report)
{
    if (session.dialect().hasServer()) {
        const auto time = session.query("server_time").readValue<qint64>();
        if (time && *time)
            checkAgainst(session.now(), **time, u"PostgreSQL"_s, report);
    }
    const Result<qint64> newest = session.query("events_newest_time").readNumber();
    const qint64 ahead = newest ? *newest - session.now() : 0;
    if (ahead > tolerated)
        report.fault(check, {}, u"The last change was stored %1 s in the future."_s.arg(ahead),
                     u"The clock was set back. Correct the clock."_s);
}

} // namespace Doctor
