// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/translations.h"
#include "ui/composewindow.h"
#include "ui/loginwindow.h"
#include "ui/logwindow.h"
#include "ui/mainwindow.h"
#include "ui/settingswindow.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Ui;
using namespace Qt::StringLiterals;

/** What screen readers and keyboards find, and what the windows return. */
class TestWindows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<Session::Preferences>(); }
    void nameEveryControl_data() { windows(); }
    void nameEveryControl();
    void reachEveryControlByTab_data() { windows(); }
    void reachEveryControlByTab();
    void useNoShortcutTwice_data() { windows(); }
    void useNoShortcutTwice();
    void fitIntoALowScreen();
    void giveBackWhatWasChosen();
    void refuseAnAddressWithoutTls();
    void leadToMailboxes();
    void keepTheRowThatIsSelected();
    void cutLongRowsAndTellWhatIsUnread();
    void takeTheUsualKeys();
    void openTheLogAtItsLeft();
    void offerWhatMayBeDoneWithARow();
    void showWhatASearchHasFound();
    void giveBackADeletedMail();
    void quoteWhatIsAnswered();
    void writeHtmlOfPlainText();
    void askBeforeAMailIsLost();
    void changeNothingWhileAMailIsSent();
    void wantNameAndPassword();

private:
    void windows();
    std::unique_ptr<QWidget> made(const QString &name);

    Desktop::Logbook m_log;
};

namespace {

const QList<Client::Account> accounts{ { .id = 1, .name = u"Work"_s, .status = u"active"_s },
                                       { .id = 2, .name = u"Home"_s, .status = u"active"_s } };

MenuInput input()
{
    return { .state = Session::Link::State::NoService,
             .problem = u"A problem"_s,
             .isKnown = true,
             .accounts = accounts,
             .recent = { { .id = 9, .fromName = u"Anna"_s }, { .id = 8, .fromName = u"Ben"_s } },
             .now = QDateTime(QDate(2026, 6, 5), QTime(10, 0)) };
}

QList<QWidget *> controls(const QWidget &window)
{
    QList<QWidget *> found;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->isVisibleTo(&window) && widget->isEnabled()
            && (widget->focusPolicy() & Qt::TabFocus) && !widget->isWindow()
            && !widget->focusProxy() && widget->objectName() != u"qt_spinbox_lineedit")
            found.append(widget);
    }
    return found;
}

} // namespace

void TestWindows::windows()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("language");
    for (const char *name : { "main", "settings", "login", "log", "compose" }) {
        for (const QString &language : Language::languages())
            QTest::addRow("%s in %s", name, qPrintable(language))
                << QString::fromLatin1(name) << language;
    }
}

std::unique_ptr<QWidget> TestWindows::made(const QString &name)
{
    std::unique_ptr<QWidget> window;
    if (name == u"main") {
        auto main = std::make_unique<MainWindow>();
        main->setInput(input(), u"7 unread"_s);
        window = std::move(main);
    } else if (name == u"settings") {
        Session::Preferences all;
        all.isRemote = all.quiet.isDaily = true;
        window = std::make_unique<SettingsWindow>(all, accounts, false);
    } else if (name == u"login") {
        window = std::make_unique<LoginWindow>(u"mail.example.org"_s);
    } else if (name == u"compose") {
        const Letter letter{ .bcc = { u"ben@example.org"_s } };
        window = std::make_unique<ComposeWindow>(letter, accounts);
    } else {
        window = std::make_unique<LogWindow>(m_log);
    }
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->show();
    return window;
}

void TestWindows::nameEveryControl()
{
    QFETCH(QString, name);
    QFETCH(QString, language);
    const Language::Translations words{ QLocale(language) };
    const auto window = made(name);
    QVERIFY(!window->windowTitle().isEmpty());
    QVERIFY(controls(*window).size() >= 2);
    for (QWidget *control : controls(*window)) {
        const QAccessibleInterface *seen = QAccessible::queryAccessibleInterface(control);
        QVERIFY(seen);
        QVERIFY2(!seen->text(QAccessible::Name).isEmpty(), control->metaObject()->className());
    }
}

void TestWindows::reachEveryControlByTab()
{
    QFETCH(QString, name);
    QFETCH(QString, language);
    const Language::Translations words{ QLocale(language) };
    const auto window = made(name);
    const QList<QWidget *> wanted = controls(*window);
    QSet<QWidget *> reached;
    QWidget *at = window.get();
    for (int steps = 0; steps < 200; ++steps) {
        at = at->nextInFocusChain();
        reached.insert(at);
    }
    for (QWidget *control : wanted)
        QVERIFY2(reached.contains(control), control->metaObject()->className());
}

void TestWindows::useNoShortcutTwice()
{
    QFETCH(QString, name);
    QFETCH(QString, language);
    const Language::Translations words{ QLocale(language) };
    const auto window = made(name);
    QStringList texts;
    for (const auto *label : window->findChildren<QLabel *>())
        texts.append(label->buddy() ? label->text() : QString());
    for (const auto *button : window->findChildren<QAbstractButton *>())
        texts.append(button->isVisibleTo(window.get()) ? button->text() : QString());
    QSet<QString> used;
    for (const QString &text : texts) {
        const QString key = QKeySequence::mnemonic(text).toString();
        QVERIFY2(key.isEmpty() || !used.contains(key), qPrintable(text));
        used.insert(key);
    }
}

void TestWindows::fitIntoALowScreen()
{
    const auto window = made(u"settings"_s);
    const QSize screen = window->screen()->availableSize();
    QVERIFY(window->height() <= screen.height());
    QVERIFY(window->minimumSizeHint().height() < 300); // a laptop with large letters has 540 pixels
    window->resize(window->width(), 300);
    const auto *buttons = window->findChild<QDialogButtonBox *>();
    QVERIFY(buttons->geometry().bottom() <= 300);
    // The part that does not fit can be reached by scrolling.
    const auto *area = window->findChild<QScrollArea *>();
    QVERIFY(area->verticalScrollBar()->maximum() > 0);
    QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
}

void TestWindows::giveBackWhatWasChosen()
{
    Session::Preferences before;
    before.muted = { 2, 77 }; // account 77 is not in the list now
    auto *window = new SettingsWindow(before, accounts, false);
    const QSignalSpy saved(window, &SettingsWindow::saved);
    window->show();
    const auto *list = window->findChild<QListWidget *>();
    QCOMPARE(list->item(1)->checkState(), Qt::Unchecked);
    list->item(0)->setCheckState(Qt::Unchecked);
    list->item(1)->setCheckState(Qt::Checked);
    for (auto *box : window->findChildren<QCheckBox *>()) {
        if (box->text().contains(u"og in"_s))
            box->setChecked(true);
    }
    QTest::keyClick(window, Qt::Key_Return);
    QCOMPARE(saved.size(), 1);
    Session::Preferences expected = before;
    expected.muted = { 1, 77 };
    QCOMPARE(saved.first().first().value<Session::Preferences>(), expected);
    QVERIFY(saved.first().last().toBool());
}

void TestWindows::refuseAnAddressWithoutTls()
{
    auto *window = new SettingsWindow({}, {}, false);
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    const QSignalSpy saved(window, &SettingsWindow::saved);
    window->findChildren<QRadioButton *>().last()->setChecked(true);
    auto *address = window->findChild<QLineEdit *>();
    address->setText(u"http://mail.example.org"_s);
    window->show();
    QTest::keyClick(window, Qt::Key_Return);
    QCOMPARE(saved.size(), 0);
    QVERIFY(window->isVisible());
    address->setText(u" https://mail.example.org "_s);
    QTest::keyClick(window, Qt::Key_Return);
    QCOMPARE(saved.size(), 1);
    QCOMPARE(saved.first().first().value<Session::Preferences>().server,
             QUrl(u"https://mail.example.org"_s));
    delete window;
}

void TestWindows::leadToMailboxes()
{
    MainWindow window;
    MenuInput shown = input();
    shown.accounts = {
        { .id = 2, .name = u"Home"_s, .status = u"error"_s, .errorCode = u"auth_failed"_s }
    };
    window.setInput(shown, u"0 unread"_s);
    auto *boxes = window.findChildren<QListWidget *>().first();
    const QSignalSpy chosen(&window, &MainWindow::chosen);
    Q_EMIT boxes->itemActivated(boxes->item(0));
    QCOMPARE(chosen.last().first().toString(), u"signin/2"_s);
    shown.accounts.clear();
    window.setInput(shown, u"0 unread"_s);
    Q_EMIT boxes->itemActivated(boxes->item(0));
    QCOMPARE(chosen.last().first().toString(), u"add"_s);
}

void TestWindows::keepTheRowThatIsSelected()
{
    MainWindow window;
    window.setInput(input(), u"7 unread"_s);
    auto *mails = window.findChildren<QListWidget *>().last();
    mails->setCurrentRow(1);
    MenuInput more = input();
    more.recent.prepend({ .id = 10, .fromName = u"Eve"_s });
    window.setInput(more, u"8 unread"_s);
    QCOMPARE(mails->count(), 3);
    QCOMPARE(mails->currentRow(), 1);
    const QSignalSpy chosen(&window, &MainWindow::chosen);
    Q_EMIT mails->itemActivated(mails->item(0));
    QCOMPARE(chosen.first().first().toString(), u"mail/10"_s);
}

void TestWindows::cutLongRowsAndTellWhatIsUnread()
{
    MainWindow window;
    MenuInput long_ = input();
    long_.recent[0].subject = QString(500, u'x');
    long_.recent[1].isRead = true;
    window.setInput(long_, u"1 unread"_s);
    window.show();
    const auto *mails = window.findChildren<QListWidget *>().last();
    QVERIFY(!mails->horizontalScrollBar()->isVisible());
    const QAccessibleInterface *list =
        QAccessible::queryAccessibleInterface(const_cast<QListWidget *>(mails));
    QVERIFY(list->child(0)->text(QAccessible::Name).startsWith(u"Unread: "_s));
    QVERIFY(!list->child(1)->text(QAccessible::Name).startsWith(u"Unread: "_s));
}

void TestWindows::takeTheUsualKeys()
{
    MainWindow window;
    MenuInput online = input();
    online.state = Session::Link::State::Online;
    window.setInput(online, u"2 unread"_s);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const QSignalSpy chosen(&window, &MainWindow::chosen);
    QTest::keyClick(&window, Qt::Key_F5);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.last().first().toString(), u"sync"_s);
    auto *mails = window.findChildren<QListWidget *>().last();
    mails->setCurrentRow(1);
    mails->setFocus();
    QTest::keyClick(mails, Qt::Key_Delete);
    QCOMPARE(chosen.last().first().toString(), u"delete/8"_s);
    const QSignalSpy closing(&window, &MainWindow::closing);
    QTest::keyClick(&window, Qt::Key_Escape);
    QCOMPARE(closing.size(), 1);
    online.hasWindowOnly = true;
    window.setInput(online, u"2 unread"_s);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_Escape);
    QCOMPARE(closing.size(), 1); // there is no icon: nothing would stay visible
    QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(closing.size(), 2);
}

void TestWindows::openTheLogAtItsLeft()
{
    const QtMessageHandler ofTheTest = qInstallMessageHandler(nullptr);
    Desktop::Logbook log;
    qInfo("%s", QByteArray(1'000, 'x').constData());
    qInstallMessageHandler(ofTheTest);
    QTRY_VERIFY(!log.lines().isEmpty());
    LogWindow window(log);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    const auto *text = window.findChild<QPlainTextEdit *>();
    QCOMPARE(text->horizontalScrollBar()->value(), 0);
}

void TestWindows::offerWhatMayBeDoneWithARow()
{
    MainWindow window;
    MenuInput shown = input();
    shown.state = Session::Link::State::Online;
    window.setInput(shown, {});
    window.show();
    const QSignalSpy chosen(&window, &MainWindow::chosen);
    const QList<QListWidget *> lists = window.findChildren<QListWidget *>();
    const auto choose = [&](QListWidget *list, int row, const QString &id) {
        list->setCurrentRow(row);
        Q_EMIT list->customContextMenuRequested({ -1, -1 }); // as by keyboard: a position at no row
        for (const QMenu *menu : window.findChildren<QMenu *>()) {
            for (QAction *action : menu->actions()) {
                if (action->data().toString() == id)
                    action->trigger();
            }
        }
        QApplication::activePopupWidget()->close();
    };
    choose(lists.at(1), 1, u"reply/8"_s);
    QCOMPARE(chosen.last().first().toString(), u"reply/8"_s);
    choose(lists.at(1), 0, u"later/9/hour"_s);
    QCOMPARE(chosen.last().first().toString(), u"later/9/hour"_s);
    choose(lists.at(0), 1, u"mute/2"_s);
    QCOMPARE(chosen.last().first().toString(), u"mute/2"_s);
}

void TestWindows::showWhatASearchHasFound()
{
    MainWindow window;
    window.setInput(input(), {});
    QListWidget *mails = window.findChildren<QListWidget *>().at(1);
    QCOMPARE(mails->count(), 2);
    window.setFound(
        { .isActive = true, .mails = { { .id = 3, .fromName = u"Cleo"_s } }, .total = 41 });
    QCOMPARE(mails->count(), 1);
    QVERIFY(mails->item(0)->text().contains(u"Cleo"_s));
    QCOMPARE(mails->accessibleName(), u"The newest 1 of 41 mails found"_s);
    window.setInput(input(), {}); // new mail does not replace the results
    QCOMPARE(mails->count(), 1);
    window.setFound({ .isActive = true, .problem = u"No answer"_s });
    QCOMPARE(mails->accessibleName(), u"No answer"_s);
    window.setFound({});
    QCOMPARE(mails->count(), 2);
}

void TestWindows::giveBackADeletedMail()
{
    MainWindow window;
    window.setInput(input(), {});
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const QSignalSpy chosen(&window, &MainWindow::chosen);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(chosen.isEmpty());
    window.setUndo(Client::Mail{ .id = 9, .fromName = u"Anna"_s });
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.last().first().toString(), u"undo/9"_s);
}

void TestWindows::quoteWhatIsAnswered()
{
    const Client::MailText mail{ .mail = { .id = 9,
                                           .accountId = 2,
                                           .from = u"anna@example.org"_s,
                                           .fromName = u"Anna"_s,
                                           .subject = u"AW: Plan"_s },
                                 .replyTo = { u"list@example.org"_s },
                                 .text = u"One\n> two\n"_s };
    const Letter letter = replyTo(mail);
    QCOMPARE(letter.accountId, 2);
    QCOMPARE(letter.replyToMailId, 9);
    QCOMPARE(letter.to, QStringList{ u"list@example.org"_s });
    QCOMPARE(letter.subject, u"AW: Plan"_s); // no "Re: AW:"
    QVERIFY(letter.text.startsWith(u"\n\nAnna wrote on "_s));
    QVERIFY(letter.text.endsWith(u":\n> One\n>> two"_s));
}

void TestWindows::writeHtmlOfPlainText()
{
    QCOMPARE(htmlOf(u"a <b> & c\n\nd"_s),
             u"<div>a &lt;b&gt; &amp; c</div><div><br></div><div>d</div>"_s);
}

void TestWindows::askBeforeAMailIsLost()
{
    QPointer<ComposeWindow> window = new ComposeWindow({}, accounts);
    window->show();
    window->close(); // nothing was written
    QTRY_VERIFY(!window);
    window = new ComposeWindow({}, accounts);
    window->show();
    const QSignalSpy kept(window, &ComposeWindow::draftWanted);
    window->findChildren<QPlainTextEdit *>().first()->setPlainText(u"Hello"_s);
    QVERIFY(window->isUnsent());
    window->close();
    QVERIFY(window->isVisible());
    QMessageBox *box = window->findChild<QMessageBox *>();
    QVERIFY(box);
    for (QAbstractButton *button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::AcceptRole)
            button->click();
    }
    QCOMPARE(kept.size(), 1);
    window->finish();
    QTRY_VERIFY(!window);
}

void TestWindows::changeNothingWhileAMailIsSent()
{
    ComposeWindow window({ .to = { u"anna@example.org"_s }, .bcc = { u"ben@example.org"_s } },
                         accounts);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    const QSignalSpy sent(&window, &ComposeWindow::sendWanted);
    QVERIFY(!controls(window).isEmpty());
    window.findChildren<QPushButton *>().first()->click();
    QCOMPARE(sent.size(), 1);
    QCOMPARE(controls(window), QList<QWidget *>());
    window.showFailure(u"No connection"_s);
    const auto fields = window.findChildren<QLineEdit *>();
    QCOMPARE(fields.size(), 4); // to, copy to, hidden copy to, subject
    for (const QLineEdit *field : fields)
        QVERIFY(field->isEnabled());
}

void TestWindows::wantNameAndPassword()
{
    LoginWindow window(u"mail.example.org"_s);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    const QSignalSpy given(&window, &LoginWindow::given);
    const auto fields = window.findChildren<QLineEdit *>();
    fields.first()->setText(u"admin"_s);
    QTest::keyClick(&window, Qt::Key_Return);
    QCOMPARE(given.size(), 0);
    fields.last()->setText(u"secret"_s);
    QTest::keyClick(&window, Qt::Key_Return);
    QCOMPARE(given.size(), 1);
    QCOMPARE(fields.last()->echoMode(), QLineEdit::Password);
}

QTEST_MAIN(TestWindows)
#include "tst_tray_windows.moc"
