// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/setupwindow.h"
#include "unit/tray/servicefixture.h"
#include "unit/tray/setupanswers.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QTest>
#include <QTreeWidget>

#include <memory>

using namespace Setup;
using namespace SetupAnswers;
using namespace Qt::StringLiterals;
using Step = Flow::Page;

/** What keyboards and screen readers find on each page. */
class TestSetupWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void nameEveryControl_data() { pages(); }
    void nameEveryControl();
    void reachEveryControlByTab_data() { pages(); }
    void reachEveryControlByTab();
    void useNoShortcutTwice_data() { pages(); }
    void useNoShortcutTwice();
    void fitIntoALowScreen_data() { pages(); }
    void fitIntoALowScreen();
    void showAndHideThePassword();
    void beginWhereTypingBegins();
    void saveOnlyWithAFolder();
    void sayThatTheServiceIsAway();
    void sayThatTheMailboxIsLoaded();
    void nameTheNodeOfAMailbox_data();
    void nameTheNodeOfAMailbox();

private:
    void pages();
    void reach(const QString &page);
    QByteArray answerTo(const AnsweringServer::Request &request) const;
    void serveUntil(Step page);
    QList<QWidget *> controls() const;

    std::unique_ptr<ServiceFixture> m_service;
    SetupWindow *m_window = nullptr; // deletes itself
    QByteArray m_trial;
    QByteArray m_findings;
    QByteArray m_stored;
    qsizetype m_read = 0;
};

void TestSetupWindow::init()
{
    m_service = std::make_unique<ServiceFixture>();
    m_window =
        new SetupWindow({ m_service->rest, m_service->events, m_service->alarms, [](const QUrl &) {
                             return true;
                         } });
    m_window->show();
    m_trial = works;
    m_findings = found;
    m_stored = created;
    m_read = 0;
}

void TestSetupWindow::cleanup()
{
    delete m_window;
    m_service.reset();
}

void TestSetupWindow::pages()
{
    QTest::addColumn<QString>("page");
    for (const char *page :
         { "address", "sign-in", "browser", "servers", "mend", "folders", "sync", "account" })
        QTest::newRow(page) << QString::fromLatin1(page);
}

QByteArray TestSetupWindow::answerTo(const AnsweringServer::Request &request) const
{
    const QByteArray path = request.target.mid(sizeof("/api/v1") - 1);
    if (path == "/accounts/discover")
        return m_findings;
    if (path == "/accounts/test-connection")
        return m_trial;
    if (path == "/accounts/folders")
        return listing;
    if (path.startsWith("/mails"))
        return R"({"code":0,"data":{"items":[{"id":1,"accountId":7,"subject":"Hello"}]}})";
    return m_stored;
}

void TestSetupWindow::serveUntil(Step page)
{
    const auto isThere = [&] {
        for (; m_read < m_service->server->requests.size(); ++m_read)
            m_service->server->requests.at(m_read).answer(
                200, answerTo(m_service->server->requests.at(m_read)));
        return m_window->flow().page() == page && m_window->flow().task() == Flow::Task::None;
    };
    QVERIFY(QTest::qWaitFor(isThere, Support::patience(5000)));
}

void TestSetupWindow::reach(const QString &page)
{
    Flow &flow = m_window->flow();
    if (page == u"account") {
        flow.edit(7);
        return serveUntil(Step::Account);
    }
    flow.add();
    if (page == u"address")
        return;
    if (page == u"browser")
        m_findings = foundOAuth;
    if (page == u"mend")
        m_trial = smtpSpeaksStartTls;
    flow.findServers(u"nina@example.org"_s);
    serveUntil(Step::SignIn);
    if (page == u"sign-in" || page == u"browser")
        return;
    if (page == u"servers") {
        flow.enterServers();
        return;
    }
    flow.setPassword(u"secret"_s);
    flow.test();
    serveUntil(page == u"mend" ? Step::Servers : Step::Folders);
    if (page == u"sync") {
        flow.save();
        serveUntil(Step::Sync);
    }
}

QList<QWidget *> TestSetupWindow::controls() const
{
    QList<QWidget *> found;
    for (QWidget *widget : m_window->findChildren<QWidget *>()) {
        if (widget->isVisibleTo(m_window) && widget->isEnabled() && widget->isVisible()
            && (widget->focusPolicy() & Qt::TabFocus) && !widget->isWindow()
            && !widget->focusProxy() && widget->objectName() != u"qt_spinbox_lineedit")
            found.append(widget);
    }
    return found;
}

void TestSetupWindow::nameEveryControl()
{
    QFETCH(const QString, page);
    reach(page);
    QVERIFY(!controls().isEmpty());
    for (QWidget *control : controls()) {
        QAccessibleInterface *seen = QAccessible::queryAccessibleInterface(control);
        QVERIFY2(seen && !seen->text(QAccessible::Name).isEmpty(),
                 control->metaObject()->className());
    }
}

void TestSetupWindow::reachEveryControlByTab()
{
    QFETCH(const QString, page);
    reach(page);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    QSet<QWidget *> reached;
    for (int step = 0; step < 60; ++step) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_window,
                        Qt::Key_Tab);
        reached.insert(QApplication::focusWidget());
    }
    for (QWidget *control : controls())
        QVERIFY2(reached.contains(control), control->metaObject()->className());
}

void TestSetupWindow::useNoShortcutTwice()
{
    QFETCH(const QString, page);
    reach(page);
    QSet<QChar> used;
    const auto meet = [&used](const QString &text) {
        const qsizetype at = text.indexOf(u'&');
        if (at < 0 || at + 1 >= text.size())
            return true;
        const QChar key = text.at(at + 1).toLower();
        const bool isNew = !used.contains(key);
        used.insert(key);
        return isNew;
    };
    for (const auto *button : m_window->findChildren<QAbstractButton *>())
        QVERIFY2(!button->isVisible() || meet(button->text()), qPrintable(button->text()));
    for (const auto *label : m_window->findChildren<QLabel *>())
        QVERIFY2(!label->isVisible() || !label->buddy() || meet(label->text()),
                 qPrintable(label->text()));
}

void TestSetupWindow::fitIntoALowScreen()
{
    QFETCH(const QString, page);
    reach(page);
    m_window->resize(640, 344); // 1366x768 at twice the size
    QVERIFY2(m_window->width() <= 640 && m_window->height() <= 344,
             qPrintable(u"%1x%2"_s.arg(m_window->width()).arg(m_window->height())));
    for (const auto *area : m_window->findChildren<QScrollArea *>()) {
        if (area->isVisible())
            QVERIFY2(area->widget()->width() <= area->viewport()->width(),
                     area->widget()->metaObject()->className());
    }
}

void TestSetupWindow::showAndHideThePassword()
{
    reach(u"sign-in"_s);
    QLineEdit *password = nullptr;
    for (auto *line : m_window->findChildren<QLineEdit *>()) {
        if (line->isVisible() && line->echoMode() == QLineEdit::Password)
            password = line;
    }
    QVERIFY(password);
    QTest::keyClicks(password, u"secret"_s);
    QCOMPARE(m_window->flow().draft().password, u"secret"_s);
    auto *eye = password->parentWidget()->findChild<QAbstractButton *>();
    QTest::keyClick(eye, Qt::Key_Space);
    QCOMPARE(password->echoMode(), QLineEdit::Normal);
    QTest::keyClick(eye, Qt::Key_Space);
    QCOMPARE(password->echoMode(), QLineEdit::Password);
}

void TestSetupWindow::beginWhereTypingBegins()
{
    reach(u"sign-in"_s);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    QTRY_VERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    m_trial = smtpSpeaksStartTls;
    m_window->flow().setPassword(u"secret"_s);
    m_window->flow().test();
    serveUntil(Step::Servers);
    const auto *repair = qobject_cast<QPushButton *>(QApplication::focusWidget());
    QVERIFY(repair);
    QCOMPARE(repair->text(), u"Use STARTTLS"_s);
}

void TestSetupWindow::saveOnlyWithAFolder()
{
    reach(u"folders"_s);
    auto *tree = m_window->findChild<QTreeWidget *>();
    QPushButton *save = nullptr;
    for (auto *button : m_window->findChildren<QPushButton *>()) {
        if (button->isDefault())
            save = button;
    }
    QVERIFY(save && save->isEnabled());
    for (int row = 0; row < tree->topLevelItemCount(); ++row)
        tree->topLevelItem(row)->setCheckState(0, Qt::Unchecked);
    QVERIFY(!save->isEnabled());
    tree->topLevelItem(1)->setCheckState(0, Qt::Checked);
    QVERIFY(save->isEnabled());
    QCOMPARE(m_window->flow().draft().folders, QStringList{ u"Sent"_s });
}

void TestSetupWindow::sayThatTheMailboxIsLoaded()
{
    m_window->flow().signInAgain(7);
    QVERIFY(m_window->windowTitle().startsWith(u"Loading the mailbox"_s)); // nothing can be typed
    serveUntil(Step::SignIn);
    QVERIFY(m_window->windowTitle().startsWith(u"Sign in again"_s));
}

void TestSetupWindow::sayThatTheServiceIsAway()
{
    reach(u"folders"_s);
    const auto isSaid = [this] {
        for (const auto *label : m_window->findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().contains(u"does not answer"_s))
                return true;
        }
        return false;
    };
    QVERIFY(!isSaid());
    m_window->flow().setOnline(false);
    QVERIFY(isSaid());
    m_window->flow().setOnline(true);
    QVERIFY(!isSaid());
}

void TestSetupWindow::nameTheNodeOfAMailbox_data()
{
    QTest::addColumn<QByteArray>("node");
    QTest::addColumn<QStringList>("said");
    QTest::newRow("older service") << QByteArray() << QStringList();
    QTest::newRow("none") << QByteArray("null") << QStringList();
    QTest::newRow("with a port") << QByteArray(
        R"({"id":7,"name":"mail-a","address":"http://10.0.0.5:8725"})")
                                 << QStringList{ u"Synchronised by mail-a:8725."_s };
    QTest::newRow("without an address") << QByteArray(R"({"id":7,"name":"mail-a","address":null})")
                                        << QStringList{ u"Synchronised by mail-a."_s };
}

void TestSetupWindow::nameTheNodeOfAMailbox()
{
    QFETCH(const QByteArray, node);
    if (!node.isEmpty())
        m_stored.replace(R"("mailCount":0)", R"("mailCount":0,"node":)" + node);
    reach(u"account"_s);
    QStringList said;
    for (const auto *label : m_window->findChildren<QLabel *>()) {
        if (label->isVisible() && label->text().contains(u"Synchronised by"_s))
            said.append(label->text());
    }
    QTEST(said, "said");
}

QTEST_MAIN(TestSetupWindow)
#include "tst_tray_setupwindow.moc"
