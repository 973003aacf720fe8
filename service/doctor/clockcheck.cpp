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
        report.warn(check, whose,
                    u"This clock and that of the database server are %1 s apart."_s.arg(apart),
                    u"Let both synchronise their clocks over NTP."_s);
    else
        report.ok(check, whose, u"This clock and that of the database server agree."_s);
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
            check, {}, u"Nothing synchronises the clock of this machine, says the kernel."_s,
            u"Start systemd-timesyncd, chrony or another client of NTP. In a virtual machine "
            "that its host keeps on time this may be ignored."_s);
    else
        report.ok(check, {}, u"The clock is synchronised, says the kernel."_s);
#else
    static_cast<void>(report);
#endif
}

void checkClock(Store::Session &session, Report &report)
{
    if (session.engine() == Store::Engine::Postgresql) {
        Store::Query time = session.query("server_time");
        time.exec();
        if (time.next())
            checkAgainst(session.now(), time.int64(0), u"PostgreSQL"_s, report);
    }
    Store::Query newest = session.query("events_newest_time");
    newest.exec();
    const qint64 ahead = newest.next() ? newest.int64(0) - session.now() : 0;
    if (ahead > tolerated)
        report.fault(check, {}, u"The last change was stored %1 s in the future."_s.arg(ahead),
                     u"The clock was set back. Set it right."_s);
}

} // namespace Doctor
