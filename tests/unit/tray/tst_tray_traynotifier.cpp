// SPDX-License-Identifier: GPL-3.0-or-later
#include "notify/traynotifier.h"

#include <QPixmap>
#include <QSignalSpy>
#include <QTest>

using namespace Notify;
using namespace Qt::StringLiterals;

class TestTrayNotifier : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsNoticesUntilThereIsAnIcon();
    void forgetsWhatWasTakenAwayMeanwhile();
};

namespace {

/// The key of the notice that a click means; empty: no notice is shown.
QString clicked(TrayNotifier &notifier)
{
    QSystemTrayIcon icon(QPixmap(16, 16));
    icon.show();
    const QSignalSpy invoked(&notifier, &Notifier::actionInvoked);
    notifier.setIcon(&icon);
    Q_EMIT icon.messageClicked();
    return invoked.isEmpty() ? QString() : invoked.first().first().toString();
}

} // namespace

void TestTrayNotifier::keepsNoticesUntilThereIsAnIcon()
{
    TrayNotifier notifier;
    for (int number = 1; number <= 9; ++number)
        notifier.show({ .key = u"mail/%1"_s.arg(number), .title = u"Anna"_s });
    QCOMPARE(clicked(notifier), u"mail/9"_s);
}

void TestTrayNotifier::forgetsWhatWasTakenAwayMeanwhile()
{
    TrayNotifier notifier;
    notifier.show({ .key = u"mail/1"_s, .title = u"Anna"_s });
    notifier.close(u"mail/1"_s);
    QCOMPARE(clicked(notifier), QString());
}

QTEST_MAIN(TestTrayNotifier)
#include "tst_tray_traynotifier.moc"
