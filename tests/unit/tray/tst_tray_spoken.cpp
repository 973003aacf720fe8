// SPDX-License-Identifier: GPL-3.0-or-later
#include "spoken/names.h"
#include "spoken/role.h"
#include "spoken/sentence.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace Spoken;
using namespace Qt::StringLiterals;

namespace {

QString nameOf(QWidget *widget)
{
    return QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Name);
}

} // namespace

/** Texts for screen readers in addition to Qt's. */
class TestSpoken : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void leaveKeysOutOfNames();
    void keepTheNameWithTheText();
    void keepNamesThatWereGiven();
    void haveTheirRole();
    void leaveMarksOfDirectionOut();
    void hideASentenceThatSaysNothing();

private:
    Names m_names;
};

void TestSpoken::initTestCase()
{
    qApp->installEventFilter(&m_names);
}

void TestSpoken::leaveKeysOutOfNames()
{
    QWidget window;
    QPushButton button(u"关闭(&C)"_s, &window);
    QCheckBox box(u"显示通知(&S)…"_s, &window);
    QLabel label(u"密码(&P)"_s, &window);
    QPushButton plain(u"&Close (now)"_s, &window);
    window.show();
    QCOMPARE(nameOf(&button), u"关闭"_s);
    QCOMPARE(nameOf(&box), u"显示通知…"_s);
    QCOMPARE(nameOf(&label), u"密码"_s);
    QCOMPARE(nameOf(&plain), u"Close (now)"_s);
    QCOMPARE(button.text(), u"关闭(&C)"_s);
}

void TestSpoken::keepTheNameWithTheText()
{
    QWidget window;
    QPushButton button(u"下一步(&N)"_s, &window);
    QLabel label(u"密码(&P)"_s, &window);
    window.show();
    setText(&button, u"登录(&S)"_s);
    QCOMPARE(nameOf(&button), u"登录"_s);
    setText(&button, u"&Sign in"_s);
    QCOMPARE(nameOf(&button), u"Sign in"_s);
    setText(&label, u"应用专用密码(&P)"_s);
    QCOMPARE(nameOf(&label), u"应用专用密码"_s);
}

void TestSpoken::keepNamesThatWereGiven()
{
    QPushButton button(u"更改(&C)"_s);
    button.setAccessibleName(u"更改服务器"_s);
    button.show();
    QCOMPARE(nameOf(&button), u"更改服务器"_s);
}

void TestSpoken::haveTheirRole()
{
    QWidget window;
    setRole(&window, QAccessible::Window);
    window.setWindowTitle(u"Title"_s);
    QCOMPARE(QAccessible::queryAccessibleInterface(&window)->role(), QAccessible::Window);
    QCOMPARE(nameOf(&window), u"Title"_s);
    QWidget other;
    QCOMPARE(QAccessible::queryAccessibleInterface(&other)->role(), QAccessible::Client);
}

void TestSpoken::leaveMarksOfDirectionOut()
{
    QCOMPARE(plain(u"\u2068Anna\u2069: \u2068שלום\u2069"_s), u"Anna: שלום"_s);
    QLabel label;
    setRole(&label, QAccessible::StaticText);
    label.setText(u"\u2068Nina\u2069"_s);
    QCOMPARE(nameOf(&label), u"Nina"_s);
}

void TestSpoken::hideASentenceThatSaysNothing()
{
    QWidget window;
    Sentence sentence(&window);
    window.show();
    QVERIFY(!sentence.isVisible());
    sentence.say(u"First"_s);
    QVERIFY(sentence.isVisible());
    QCOMPARE(nameOf(&sentence), u"First"_s);
    QCOMPARE(QAccessible::queryAccessibleInterface(&sentence)->role(), QAccessible::Notification);
    sentence.say({});
    QVERIFY(!sentence.isVisible());
}

QTEST_MAIN(TestSpoken)
#include "tst_tray_spoken.moc"
