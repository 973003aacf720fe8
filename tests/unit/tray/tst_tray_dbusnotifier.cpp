// SPDX-License-Identifier: GPL-3.0-or-later
#include "notify/dbusnotifier.h"
#include "support/patience.h"
#include "support/privatebus.h"

#include <QDBusMessage>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Notify;
using namespace Qt::StringLiterals;

/** A notification daemon that keeps the calls that it gets. */
class Daemon : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Call {
        uint replaces = 0;
        QString title;
        QString body;
        QStringList actions;
        QVariantMap hints;
    };

    QList<Call> calls;
    QList<uint> closings;
    QStringList capabilities{ u"body"_s, u"actions"_s, u"body-markup"_s };
    uint next = 7;

public Q_SLOTS:
    uint Notify(const QString &, uint replaces, const QString &, const QString &title,
                const QString &body, const QStringList &actions, const QVariantMap &hints, int)
    {
        calls.append({ replaces, title, body, actions, hints });
        return replaces ? replaces : next++;
    }
    void CloseNotification(uint id) { closings.append(id); }
    QStringList GetCapabilities() { return capabilities; }

Q_SIGNALS:
    void ActivationToken(uint id, const QString &token);
    void ActionInvoked(uint id, const QString &action);
    void NotificationClosed(uint id, uint reason);
};

class TestDBusNotifier : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void showsWithActionsAndEscapedBody();
    void sendsWhatTheDaemonCanShow();
    void replacesItsOwn();
    void takesThePlaceOfAnother();
    void showsTheNewestOfManyThatComeAtOnce();
    void closesWhatIsStillBeingSent();
    void reportsItsOwnActionsOnly();
    void lendsTheActivationTokenOfAClick();
    void tellsWhatWasClosed();
    void livesWithoutADaemon();
    void beginsAnewWithANewDaemon();

private:
    void startDaemon();
    void stopDaemon();
    void show(const QString &key, const QString &title = u"title"_s, const QString &replaces = {});

    std::unique_ptr<PrivateBus> m_bus;
    std::unique_ptr<QDBusConnection> m_theirs;
    std::unique_ptr<Daemon> m_daemon;
    std::unique_ptr<DBusNotifier> m_notifier;
};

void TestDBusNotifier::initTestCase()
{
    m_bus = std::make_unique<PrivateBus>();
    if (!m_bus->isRunning())
        QSKIP("dbus-daemon is not installed");
    m_theirs = std::make_unique<QDBusConnection>(m_bus->connection(u"theirs"_s));
}

void TestDBusNotifier::init()
{
    m_daemon = std::make_unique<Daemon>();
    startDaemon();
    m_notifier = std::make_unique<DBusNotifier>(m_bus->connection(u"ours"_s));
}

void TestDBusNotifier::cleanup()
{
    m_notifier.reset();
    stopDaemon();
}

void TestDBusNotifier::startDaemon()
{
    QVERIFY(m_theirs->registerObject(u"/org/freedesktop/Notifications"_s, m_daemon.get(),
                                     QDBusConnection::ExportAllSlots
                                         | QDBusConnection::ExportAllSignals));
    QVERIFY(m_theirs->registerService(u"org.freedesktop.Notifications"_s));
}

void TestDBusNotifier::stopDaemon()
{
    m_theirs->unregisterService(u"org.freedesktop.Notifications"_s);
    m_theirs->unregisterObject(u"/org/freedesktop/Notifications"_s);
}

void TestDBusNotifier::show(const QString &key, const QString &title, const QString &replaces)
{
    m_notifier->show({ .key = key, .replaces = replaces, .title = title });
}

void TestDBusNotifier::showsWithActionsAndEscapedBody()
{
    m_notifier->show({ .key = u"mail/1"_s,
                       .title = u"Anna <b>"_s,
                       .body = u"<b>Hello</b> & \"you\""_s,
                       .actions = { { u"default"_s, u"Open"_s }, { u"read"_s, u"Read"_s } } });
    QTRY_COMPARE(m_daemon->calls.size(), 1);
    const Daemon::Call call = m_daemon->calls.first();
    QCOMPARE(call.replaces, 0U);
    QCOMPARE(call.title, u"Anna <b>"_s); // titles have no markup
    QCOMPARE(call.body, u"&lt;b&gt;Hello&lt;/b&gt; &amp; &quot;you&quot;"_s);
    const QStringList actions{ u"default"_s, u"Open"_s, u"read"_s, u"Read"_s };
    QCOMPARE(call.actions, actions);
    QCOMPARE(call.hints.value(u"category"_s).toString(), u"email.arrived"_s);
    QVERIFY(call.hints.value(u"suppress-sound"_s).toBool());
    QVERIFY(m_notifier->isAvailable());
}

void TestDBusNotifier::sendsWhatTheDaemonCanShow()
{
    m_notifier.reset();
    m_daemon->capabilities.clear();
    m_notifier = std::make_unique<DBusNotifier>(m_bus->connection(u"ours2"_s));
    m_notifier->show({ .key = u"mail/1"_s,
                       .title = u"Anna"_s,
                       .body = u"a & b"_s,
                       .actions = { { u"read"_s, u"Read"_s } } });
    QTRY_COMPARE(m_daemon->calls.size(), 1);
    QCOMPARE(m_daemon->calls.first().title, u"Anna: a & b"_s);
    QCOMPARE(m_daemon->calls.first().body, QString());
    QCOMPARE(m_daemon->calls.first().actions, QStringList());
}

void TestDBusNotifier::replacesItsOwn()
{
    show(u"account/1"_s, u"4 mails"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 1);
    show(u"mail/2"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 2);
    show(u"account/1"_s, u"9 mails"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 3);
    QCOMPARE(m_daemon->calls.last().replaces, 7U);
}

void TestDBusNotifier::takesThePlaceOfAnother()
{
    show(u"mail/1"_s);
    show(u"account/1"_s, u"4 mails"_s, u"mail/1"_s); // before the first was answered
    QTRY_COMPARE(m_daemon->calls.size(), 2);
    QCOMPARE(m_daemon->calls.last().replaces, 7U);
    QCOMPARE(m_daemon->calls.last().title, u"4 mails"_s);
    const QSignalSpy invoked(m_notifier.get(), &Notifier::actionInvoked);
    Q_EMIT m_daemon->ActionInvoked(7, u"default"_s);
    QTRY_COMPARE(invoked.size(), 1);
    QCOMPARE(invoked.first().first().toString(), u"account/1"_s);
    m_notifier->close(u"mail/1"_s);
    m_notifier->close(u"account/1"_s);
    QTRY_COMPARE(m_daemon->closings, QList<uint>{ 7 });
}

void TestDBusNotifier::showsTheNewestOfManyThatComeAtOnce()
{
    for (int i = 1; i <= 100; ++i)
        show(u"account/1"_s, QString::number(i));
    QTRY_VERIFY(!m_daemon->calls.isEmpty() && m_daemon->calls.last().title == u"100");
    QVERIFY(m_daemon->calls.size() <= 100);
    for (const Daemon::Call &call : m_daemon->calls.sliced(1))
        QCOMPARE(call.replaces, 7U);
}

void TestDBusNotifier::closesWhatIsStillBeingSent()
{
    QTRY_VERIFY(m_notifier->isAvailable());
    show(u"mail/1"_s);
    m_notifier->close(u"mail/1"_s);
    QTRY_COMPARE(m_daemon->closings, QList<uint>{ 7 });
    m_notifier->close(u"mail/1"_s);
    m_notifier->close(u"mail/99"_s);
    show(u"mail/2"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 2);
    QCOMPARE(m_daemon->closings.size(), 1);
}

void TestDBusNotifier::reportsItsOwnActionsOnly()
{
    const QSignalSpy invoked(m_notifier.get(), &Notifier::actionInvoked);
    show(u"mail/1"_s);
    show(u"mail/2"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 2);
    Q_EMIT m_daemon->ActionInvoked(4711, u"delete"_s);
    QTRY_VERIFY((Q_EMIT m_daemon->ActionInvoked(8, u"star"_s), invoked.size() > 0));
    for (const auto &arguments : invoked) {
        QCOMPARE(arguments.first().toString(), u"mail/2"_s);
        QCOMPARE(arguments.last().toString(), u"star"_s);
    }
}

void TestDBusNotifier::lendsTheActivationTokenOfAClick()
{
    QList<QByteArray> tokens;
    connect(m_notifier.get(), &Notifier::actionInvoked, this,
            [&tokens] { tokens.append(qgetenv("XDG_ACTIVATION_TOKEN")); });
    show(u"mail/1"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 1);
    const auto click = [this, &tokens] {
        Q_EMIT m_daemon->ActivationToken(7, u"t0ken"_s);
        Q_EMIT m_daemon->ActionInvoked(7, u"default"_s);
        return tokens.contains("t0ken");
    };
    QTRY_VERIFY(click());
    QTRY_VERIFY(!qEnvironmentVariableIsSet("XDG_ACTIVATION_TOKEN")); // a token is valid only once
    tokens.clear();
    Q_EMIT m_daemon->ActionInvoked(7, u"default"_s);
    QTRY_VERIFY(!tokens.isEmpty() && tokens.last().isEmpty());
}

void TestDBusNotifier::tellsWhatWasClosed()
{
    const QSignalSpy closed(m_notifier.get(), &Notifier::closed);
    show(u"mail/1"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 1);
    QTRY_VERIFY((Q_EMIT m_daemon->NotificationClosed(7, 2), closed.size() == 1));
    QCOMPARE(closed.first().first().toString(), u"mail/1"_s);
    m_notifier->close(u"mail/1"_s);
    show(u"mail/1"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 2);
    QCOMPARE(m_daemon->calls.last().replaces, 0U);
    QCOMPARE(m_daemon->closings, QList<uint>());
}

void TestDBusNotifier::livesWithoutADaemon()
{
    m_notifier.reset();
    stopDaemon();
    m_notifier = std::make_unique<DBusNotifier>(m_bus->connection(u"ours3"_s));
    const QSignalSpy changed(m_notifier.get(), &Notifier::availableChanged);
    show(u"mail/1"_s);
    m_notifier->close(u"mail/1"_s);
    show(u"mail/2"_s);
    startDaemon();
    QTRY_VERIFY(m_notifier->isAvailable());
    show(u"mail/3"_s, u"third"_s);
    QTRY_VERIFY(!m_daemon->calls.isEmpty() && m_daemon->calls.last().title == u"third");
}

void TestDBusNotifier::beginsAnewWithANewDaemon()
{
    const QSignalSpy closed(m_notifier.get(), &Notifier::closed);
    show(u"mail/1"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 1);
    stopDaemon();
    QTRY_VERIFY(!m_notifier->isAvailable());
    QCOMPARE(closed.size(), 1);
    startDaemon();
    QTRY_VERIFY(m_notifier->isAvailable());
    show(u"mail/1"_s);
    QTRY_COMPARE(m_daemon->calls.size(), 2);
    QCOMPARE(m_daemon->calls.last().replaces, 0U);
}

QTEST_GUILESS_MAIN(TestDBusNotifier)
#include "tst_tray_dbusnotifier.moc"
