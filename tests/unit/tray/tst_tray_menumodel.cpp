// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/menumodel.h"
#include "ui/traymenu.h"

#include <QSet>
#include <QSignalSpy>
#include <QTest>

using namespace Ui;
using namespace Qt::StringLiterals;
using State = Session::Link::State;

class TestMenuModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesEverythingOnce();
    void opensPagesOfThisMachineOnlyWhileTheServiceIsProved();
    void showsMailboxesWithWhatIsUnread();
    void leadsToMailboxes();
    void offersARemedy_data();
    void offersARemedy();
    void boundsTextsOfMails();
    void showsAPauseUntilItEnds();
    void namesTheDayOfAPauseThatEndsOnAnother();
    void keepsEntriesWhereOnlyTextsChange();
    void anOpenMenuChangesWhenItIsClosed();
    void theChosenEntryOfAnOldMenuIsReported();
    void writesTextsForAPanel_data();
    void writesTextsForAPanel();
    void tellsWhatWasChosen();
};

namespace {

MenuInput online()
{
    MenuInput input;
    input.state = State::Online;
    input.isKnown = true;
    input.now = QDateTime(QDate(2026, 6, 5), QTime(10, 0));
    input.accounts = { { .id = 1, .name = u"Work"_s, .status = u"active"_s, .unread = 7 },
                       { .id = 2, .email = u"home@example.org"_s, .status = u"disabled"_s } };
    input.recent = { { .id = 9, .fromName = u"Anna"_s, .subject = u"Hello"_s } };
    return input;
}

const MenuItem *find(const QList<MenuItem> &items, const QString &id)
{
    for (const MenuItem &item : items) {
        if (item.id == id)
            return &item;
        if (const MenuItem *inside = find(item.children, id))
            return inside;
    }
    return nullptr;
}

} // namespace

void TestMenuModel::namesEverythingOnce()
{
    QSet<QString> ids;
    for (const MenuItem &item : menuOf(online())) {
        QVERIFY(item.id.isEmpty() || !ids.contains(item.id));
        ids.insert(item.id);
    }
    for (const char *id : { "sync", "web", "window", "settings", "log", "quit", "ignore" })
        QVERIFY2(ids.contains(QLatin1StringView(id)), id);
}

void TestMenuModel::opensPagesOfThisMachineOnlyWhileTheServiceIsProved()
{
    MenuInput input = online();
    for (const State state : { State::Online, State::Waiting, State::Polling, State::Connecting,
                               State::NeedsLogin, State::NoService }) {
        input.state = state;
        QCOMPARE(find(menuOf(input), u"web"_s)->isEnabled, state == State::Online);
        QCOMPARE(find(menuOf(input), u"mail/9"_s)->isEnabled, state == State::Online);
    }
    input.preferences.isRemote = true; // TLS proves which server answers
    input.state = State::Waiting;
    QVERIFY(find(menuOf(input), u"web"_s)->isEnabled);
}

void TestMenuModel::showsMailboxesWithWhatIsUnread()
{
    MenuInput input = online();
    input.preferences.muted = { 1 };
    const QList<MenuItem> items = menuOf(input);
    QCOMPARE(find(items, u"account/1"_s)->text, u"Work (7)"_s);
    QCOMPARE(find(items, u"account/2"_s)->text, u"home@example.org – paused"_s);
    QCOMPARE(find(items, u"mute/1"_s)->isChecked, std::optional(true));
    QCOMPARE(find(items, u"mute/2"_s)->isChecked, std::optional(false));
    QVERIFY(!find(items, u"sync/2"_s)->isEnabled);
    QCOMPARE(find(items, u"disable/2"_s)->isChecked, std::optional(true));
    QCOMPARE(find(items, u"mail/9"_s)->text, u"● \u2068Anna\u2069: \u2068Hello\u2069"_s);
}

void TestMenuModel::leadsToMailboxes()
{
    MenuInput input = online();
    const QList<MenuItem> items = menuOf(input);
    QVERIFY(find(items, u"add"_s)->isEnabled);
    QVERIFY(find(items, u"signin/1"_s)->isEnabled);
    QVERIFY(find(items, u"edit/2"_s)->isEnabled);
    input.accounts.clear();
    QCOMPARE(find(menuOf(input), u"add"_s)->text, u"No mailbox yet: add one …"_s);
    QVERIFY(find(menuOf(input), u"add"_s)->isEnabled);
    input.isKnown = false; // there may be mailboxes
    QVERIFY(!find(menuOf(input), u"add"_s));
}

void TestMenuModel::offersARemedy_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("id");
    QTest::newRow("not signed in") << int(State::NeedsLogin) << u"login"_s;
    QTest::newRow("no service") << int(State::NoService) << u"start"_s;
    QTest::newRow("lost") << int(State::Waiting) << u"retry"_s;
    QTest::newRow("lost for long") << int(State::Polling) << u"retry"_s;
}

void TestMenuModel::offersARemedy()
{
    QFETCH(int, state);
    QFETCH(QString, id);
    MenuInput input = online();
    QVERIFY(!find(menuOf(input), id));
    input.state = State(state);
    QVERIFY(find(menuOf(input), id)->isEnabled);
    QVERIFY(!find(menuOf(input), u"sync"_s)->isEnabled);
}

void TestMenuModel::boundsTextsOfMails()
{
    MenuInput input = online();
    input.recent.first().fromName = QString(10'000, u'x') + QChar(0x202e);
    input.recent.first().subject = u"Fish & Chips\n\0<b>"_s;
    input.accounts.first().name = u"A & B"_s;
    for (qint64 id = 10; id < 60; ++id)
        input.accounts.append({ .id = id, .name = u"more"_s });
    const QList<MenuItem> items = menuOf(input);
    QVERIFY(find(items, u"mail/9"_s)->text.size() < 110);
    QVERIFY(find(items, u"mail/9"_s)->text.endsWith(u"Fish && Chips <b>\u2069"_s));
    QCOMPARE(find(items, u"account/1"_s)->text, u"A && B (7)"_s);
    QVERIFY(items.size() < 45);
}

void TestMenuModel::showsAPauseUntilItEnds()
{
    MenuInput input = online();
    QCOMPARE(find(menuOf(input), u"pause"_s)->children.size(), 3);
    input.preferences.quiet.pause(input.now, input.now.addSecs(1'800));
    QVERIFY(find(menuOf(input), u"resume"_s));
    QVERIFY(!find(menuOf(input), u"pause"_s));
    input.now = input.now.addSecs(1'800);
    QVERIFY(!find(menuOf(input), u"resume"_s));
}

void TestMenuModel::namesTheDayOfAPauseThatEndsOnAnother()
{
    MenuInput input = online();
    const auto text = [&input] {
        return find(menuOf(input), u"resume"_s)->text;
    };
    const QString seven = QLocale().toString(QTime(7, 0), QLocale::ShortFormat);
    input.preferences.quiet.pause(input.now, QDateTime(QDate(2026, 6, 6), QTime(7, 0)));
    QVERIFY(text().contains(u"until tomorrow "_s + seven));
    input.preferences.quiet.pause(input.now, QDateTime(QDate(2026, 6, 7), QTime(7, 0)));
    QVERIFY(text().contains(u"until Sun "_s + seven));
    input.preferences.quiet.pause(input.now, input.now.addSecs(3600));
    QVERIFY(!text().contains(u"Fri"_s));
}

void TestMenuModel::writesTextsForAPanel_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("given"); // to Qt, which turns the first & into _
    QTest::newRow("plain") << u"Sync now"_s << u"Sync now"_s;
    QTest::newRow("one") << u"R&&D"_s << u"R&&D"_s;
    QTest::newRow("two") << u"R&&D && more"_s << u"R&&D & more"_s;
    QTest::newRow("underscore") << u"my_box_2"_s << u"my__box__2"_s;
    QTest::newRow("both") << u"a_b && c"_s << u"a__b && c"_s;
}

void TestMenuModel::writesTextsForAPanel()
{
    QFETCH(QString, text);
    QFETCH(QString, given);
    QCOMPARE(textOverBus(text), given);
    TrayMenu menu;
    menu.setItems({ { u"a"_s, text } });
    QCOMPARE(menu.actions().first()->text(), text);
    menu.setOverBus(true);
    QCOMPARE(menu.actions().first()->text(), given);
}

void TestMenuModel::keepsEntriesWhereOnlyTextsChange()
{
    TrayMenu menu;
    MenuInput input = online();
    menu.setItems(menuOf(input));
    const QList<QAction *> before = menu.actions();
    input.accounts.first().unread = 8;
    input.recent.first().isRead = true;
    menu.setItems(menuOf(input));
    QCOMPARE(menu.actions(), before);
    QVERIFY(std::ranges::any_of(menu.actions(),
                                [](QAction *action) { return action->text() == u"Work (8)"; }));
    input.recent.clear();
    menu.setItems(menuOf(input));
    QVERIFY(menu.actions().size() < before.size());
}

void TestMenuModel::anOpenMenuChangesWhenItIsClosed()
{
    TrayMenu menu;
    MenuInput input = online();
    menu.setItems(menuOf(input));
    const QList<QAction *> before = menu.actions();
    menu.popup({});
    QVERIFY(menu.isVisible());
    input.recent.clear();
    menu.setItems(menuOf(input));
    QCoreApplication::processEvents();
    QVERIFY(menu.isVisible());
    QCOMPARE(menu.actions(), before);
    menu.hide();
    QTRY_COMPARE(menu.actions().size(), menuOf(input).size());
    QVERIFY(menu.actions().size() < before.size());
}

void TestMenuModel::theChosenEntryOfAnOldMenuIsReported()
{
    TrayMenu menu;
    const QSignalSpy chosen(&menu, &TrayMenu::chosen);
    MenuInput input = online();
    menu.setItems(menuOf(input));
    menu.popup({});
    input.recent.clear();
    menu.setItems(menuOf(input));
    QTest::keyClick(&menu, Qt::Key_Up); // to the last entry
    QTest::keyClick(&menu, Qt::Key_Return);
    QVERIFY(!menu.isVisible());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.first().first().toString(), u"quit"_s);
    QTRY_COMPARE(menu.actions().size(), menuOf(input).size());
}

void TestMenuModel::tellsWhatWasChosen()
{
    TrayMenu menu;
    const QSignalSpy chosen(&menu, &TrayMenu::chosen);
    menu.setItems(menuOf(online()));
    for (QAction *action : menu.actions()) {
        if (action->menu())
            action->menu()->actions().at(1)->trigger();
    }
    QCOMPARE(chosen.first().first().toString(), u"sync/1"_s);
}

QTEST_MAIN(TestMenuModel)
#include "tst_tray_menumodel.moc"
