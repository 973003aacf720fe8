// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/translations.h"
#include "ui/composewindow.h"
#include "ui/loginwindow.h"
#include "ui/logwindow.h"
#include "ui/mainwindow.h"
#include "ui/noticewriter.h"
#include "ui/settingswindow.h"
#include "ui/statustext.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace Ui;
using namespace Qt::StringLiterals;

/** Texts in the user's language: lupdate and the program must use the same place for each of them. */
class TestLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void chooseTheFirstThatThereIs_data();
    void chooseTheFirstThatThereIs();
    void translateEveryTextOfWindows_data() { others(); }
    void translateEveryTextOfWindows();
    void translateEveryEntryOfTheMenu_data() { others(); }
    void translateEveryEntryOfTheMenu();
    void translateStatesAndTroubles_data() { others(); }
    void translateStatesAndTroubles();
    void translateNoticesWithPlurals_data();
    void translateNoticesWithPlurals();
    void useQtsTextsInTheSameLanguage();

private:
    void others();
};

namespace {

const QList<Client::Account> accounts{ { .id = 1, .name = u"A1"_s, .status = u"active"_s } };

QList<MenuInput> inputs()
{
    QList<MenuInput> all;
    using State = Session::Link::State;
    for (const State state :
         { State::Online, State::NeedsLogin, State::Waiting, State::NoService }) {
        MenuInput input{ .state = state,
                         .isKnown = true,
                         .accounts = accounts,
                         .recent = { { .id = 9, .fromName = u"A2"_s } },
                         .now = QDateTime(QDate(2026, 6, 5), QTime(10, 0)) };
        all.append(input);
        input.accounts.clear();
        input.preferences.isRemote = true;
        input.preferences.quiet.pause(input.now, input.now.addSecs(60));
        input.preferences.ignoredUpTo = 1;
        all.append(input);
    }
    return all;
}

QStringList textsOf(const QList<MenuItem> &items)
{
    QStringList texts;
    for (const MenuItem &item : items) {
        texts.append(item.text);
        texts += textsOf(item.children);
    }
    return texts;
}

/// The texts that users read in a window, in the order in which its parts were made.
QStringList textsOf(const QWidget &window)
{
    QStringList texts{ window.windowTitle() };
    for (const QWidget *part : window.findChildren<QWidget *>()) {
        if (const auto *label = qobject_cast<const QLabel *>(part))
            texts.append(label->text());
        else if (const auto *button = qobject_cast<const QAbstractButton *>(part))
            texts.append(button->text());
        else if (const auto *group = qobject_cast<const QGroupBox *>(part))
            texts.append(group->title());
        else if (const auto *box = qobject_cast<const QComboBox *>(part)) {
            for (int i = 0; i < box->count(); ++i)
                texts.append(box->itemText(i));
        } else {
            continue;
        }
        texts.append(part->accessibleName());
    }
    return texts;
}

QStringList windowTexts()
{
    Desktop::Logbook log;
    Session::Preferences all;
    QStringList texts;
    MainWindow main;
    for (const MenuInput &input : inputs()) {
        main.setInput(input, {});
        texts += textsOf(main);
    }
    const SettingsWindow settings(all, accounts, false);
    const LogWindow logWindow(log);
    LoginWindow login(u"A3"_s);
    const ComposeWindow compose({}, accounts);
    texts += textsOf(compose);
    return texts + textsOf(settings) + textsOf(logWindow) + textsOf(login);
}

QStringList menuTexts()
{
    QStringList texts;
    for (const MenuInput &input : inputs())
        texts += textsOf(menuOf(input));
    return texts;
}

QStringList statusTexts()
{
    QStringList texts;
    using State = Session::Link::State;
    for (int state = 0; state <= int(State::NoService); ++state)
        texts.append(linkText(State(state)));
    for (const char *code :
         { "auth_failed", "secret_locked", "secret_unreadable", "certificate_invalid",
           "storage_full", "tls_failed", "timeout", "server_error", "connect_failed" })
        texts.append(accountNote({ .status = u"error"_s, .errorCode = QString::fromLatin1(code) }));
    for (const char *action :
         { "delete", "star", "read", "sync", "disable", "page", "autostart", "?" })
        texts.append(failureNotice({}, QString::fromLatin1(action), {}).title);
    return texts;
}

/// The texts that are equal in both languages, except names: those of this test have a digit.
QStringList equal(const QStringList &english, const QStringList &other)
{
    static const QRegularExpression name(u"^\\W*(Postrider|OK|&OK|.*A\\d.*)?\\W*$"_s);
    QStringList found;
    for (qsizetype i = 0; i < english.size(); ++i) {
        if (english.at(i) == other.value(i) && !name.match(english.at(i)).hasMatch())
            found.append(english.at(i));
    }
    return found;
}

} // namespace

void TestLanguage::others()
{
    QTest::addColumn<QString>("language");
    for (const QString &language : Language::languages()) {
        if (language != u"en")
            QTest::newRow(qPrintable(language)) << language;
    }
}

void TestLanguage::chooseTheFirstThatThereIs_data()
{
    QTest::addColumn<QStringList>("wanted");
    QTest::addColumn<QString>("chosen");
    QTest::newRow("as it is named") << QStringList{ u"de"_s } << u"de"_s;
    QTest::newRow("of another country") << QStringList{ u"de-AT"_s } << u"de"_s;
    QTest::newRow("with its script") << QStringList{ u"zh-Hans-SG"_s } << u"zh_CN"_s;
    QTest::newRow("Chinese") << QStringList{ u"zh-CN"_s } << u"zh_CN"_s;
    QTest::newRow("in another script") << QStringList{ u"zh-TW"_s } << u"en"_s;
    QTest::newRow("the country's own") << QStringList{ u"pt-BR"_s } << u"pt_BR"_s;
    QTest::newRow("the second") << QStringList{ u"fr-FR"_s, u"de-DE"_s } << u"de"_s;
    QTest::newRow("English before others") << QStringList{ u"en-GB"_s, u"de-DE"_s } << u"en"_s;
    QTest::newRow("none") << QStringList{ u"ar-EG"_s } << u"en"_s;
    QTest::newRow("the C locale") << QStringList{ u"C"_s } << u"en"_s;
}

void TestLanguage::chooseTheFirstThatThereIs()
{
    QFETCH(QStringList, wanted);
    QFETCH(QString, chosen);
    const QStringList offered{ u"de"_s, u"en"_s, u"pt"_s, u"pt_BR"_s, u"zh_CN"_s };
    QCOMPARE(Language::chosenLanguage(wanted, offered), chosen);
}

void TestLanguage::translateEveryTextOfWindows()
{
    QFETCH(QString, language);
    const QStringList english = windowTexts();
    const Language::Translations words{ QLocale(language) };
    QCOMPARE(words.language(), language);
    const QStringList other = windowTexts();
    QCOMPARE(other.size(), english.size());
    QCOMPARE(equal(english, other), QStringList());
}

void TestLanguage::translateEveryEntryOfTheMenu()
{
    QFETCH(QString, language);
    const QStringList english = menuTexts();
    const Language::Translations words{ QLocale(language) };
    QCOMPARE(equal(english, menuTexts()), QStringList());
}

void TestLanguage::translateStatesAndTroubles()
{
    QFETCH(QString, language);
    const QStringList english = statusTexts();
    const Language::Translations words{ QLocale(language) };
    QCOMPARE(equal(english, statusTexts()), QStringList());
}

void TestLanguage::translateNoticesWithPlurals_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("title");
    QTest::newRow("one in English") << u"en"_s << 1 << u"1 new mail"_s;
    QTest::newRow("many in English") << u"en"_s << 12 << u"12 new mails"_s;
    QTest::newRow("one in German") << u"de"_s << 1 << u"1 neue Mail"_s;
    QTest::newRow("many in German") << u"de"_s << 12 << u"12 neue Mails"_s;
    QTest::newRow("one in Chinese") << u"zh_CN"_s << 1 << u"1 封新邮件"_s;
    QTest::newRow("many in Chinese") << u"zh_CN"_s << 12 << u"12 封新邮件"_s;
}

void TestLanguage::translateNoticesWithPlurals()
{
    QFETCH(QString, language);
    QFETCH(int, count);
    const Language::Translations words{ QLocale(language) };
    Policy::Show show;
    show.kind = Policy::Show::Kind::Account;
    show.count = count;
    const auto nameOf = [](qint64) {
        return u"Work"_s;
    };
    QTEST(noticeOf(show, {}, nameOf, false).title, "title");
}

void TestLanguage::useQtsTextsInTheSameLanguage()
{
    const auto cancel = [](const QString &language) {
        const Language::Translations words{ QLocale(language) };
        const QDialogButtonBox box(QDialogButtonBox::Cancel);
        return box.button(QDialogButtonBox::Cancel)->text().remove(u'&');
    };
    QCOMPARE(cancel(u"de"_s), u"Abbrechen"_s);
    QCOMPARE(cancel(u"zh_CN"_s), u"取消"_s);
    QCOMPARE(cancel(u"fr"_s), u"Cancel"_s); // Qt has French, we do not
    QCOMPARE(cancel(u"ar"_s), u"Cancel"_s);
    QCOMPARE(QGuiApplication::layoutDirection(), Qt::LeftToRight);
}

QTEST_MAIN(TestLanguage)
#include "tst_tray_language.moc"
