// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailbox/foldernames.h"

#include <QTest>

using namespace Mailbox;

class TestFolderNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsUsualNames_data();
    void knowsUsualNames();
    void comparesWithoutCaseAndForm_data();
    void comparesWithoutCaseAndForm();
    void knowsNoOtherNames_data();
    void knowsNoOtherNames();
    void prefersTheFirstOfTheList();
};

// One row for each language: sent, drafts, trash, junk, archive.
void TestFolderNames::knowsUsualNames_data()
{
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char *language, const char16_t *names) {
        QTest::newRow(language) << QString::fromUtf16(names).split(u'|');
    };
    row("English", u"Sent Items|Drafts|Deleted Items|Junk E-mail|Archive");
    row("German", u"Gesendete Elemente|Entwürfe|Papierkorb|Unerwünscht|Archiv");
    row("French", u"Éléments envoyés|Brouillons|Corbeille|Courrier indésirable|Archives");
    row("Spanish", u"Elementos enviados|Borradores|Papelera|Correo no deseado|Archivo");
    row("Italian", u"Posta inviata|Bozze|Cestino|Posta indesiderata|Archivio");
    row("Portuguese", u"Itens enviados|Rascunhos|Lixeira|Lixo eletrônico|Arquivo");
    row("Dutch", u"Verzonden items|Concepten|Prullenbak|Ongewenste e-mail|Archief");
    row("Polish", u"Elementy wysłane|Kopie robocze|Kosz|Wiadomości-śmieci|Archiwum");
    row("Swedish", u"Skickat|Utkast|Papperskorgen|Skräppost|Arkiv");
    row("Danish", u"Sendt post|Kladder|Slettet post|Uønsket post|Arkiv");
    row("Norwegian", u"Sendte elementer|Utkast|Papirkurv|Søppelpost|Arkiv");
    row("Finnish", u"Lähetetyt|Luonnokset|Roskakori|Roskaposti|Arkisto");
    row("Czech", u"Odeslaná pošta|Koncepty|Koš|Nevyžádaná pošta|Archiv");
    row("Slovak", u"Odoslané|Rozpísané|Kôš|Nevyžiadaná pošta|Archív");
    row("Hungarian", u"Elküldött elemek|Piszkozatok|Kuka|Levélszemét|Archívum");
    row("Romanian", u"Trimise|Ciorne|Coș de gunoi|E-mail nedorit|Arhivă");
    row("Greek", u"Απεσταλμένα|Πρόχειρα|Κάδος απορριμμάτων|Ανεπιθύμητα|Αρχείο");
    row("Russian", u"Отправленные|Черновики|Корзина|Спам|Архив");
    row("Ukrainian", u"Надіслані|Чернетки|Кошик|Небажана пошта|Архів");
    row("simplified Chinese", u"已发送邮件|草稿箱|已删除邮件|垃圾邮件|存档");
    row("traditional Chinese", u"寄件備份|草稿匣|已刪除的郵件|垃圾郵件|封存");
    row("Japanese", u"送信済みアイテム|下書き|ゴミ箱|迷惑メール|アーカイブ");
    row("Korean", u"보낸 편지함|임시 보관함|휴지통|스팸 메일함|보관함");
    row("Turkish", u"Gönderilmiş Öğeler|Taslaklar|Çöp Kutusu|İstenmeyen E-posta|Arşiv");
    row("Vietnamese", u"Đã gửi|Thư nháp|Thùng rác|Thư rác|Lưu trữ");
    row("Hebrew", u"פריטים שנשלחו|טיוטות|אשפה|דואר זבל|ארכיון");
    row("Arabic", u"العناصر المرسلة|المسودات|المهملات|البريد العشوائي|الأرشيف");
}

void TestFolderNames::knowsUsualNames()
{
    QFETCH(QStringList, names);
    QByteArrayList roles;
    for (const QString &name : std::as_const(names))
        roles.append(roleByName(name).value_or(NamedRole()).role);
    QCOMPARE(roles, (QByteArrayList{ "sent", "drafts", "trash", "junk", "archive" }));
}

void TestFolderNames::comparesWithoutCaseAndForm_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("role");
    QTest::newRow("upper case") << QStringLiteral(u"ENTWÜRFE") << QByteArray("drafts");
    QTest::newRow("decomposed") << QStringLiteral(u"Entwu\u0308rfe") << QByteArray("drafts");
    QTest::newRow("upper case and decomposed")
        << QStringLiteral(u"E\u0301LE\u0301MENTS ENVOYE\u0301S") << QByteArray("sent");
    QTest::newRow("Cyrillic upper case") << QStringLiteral(u"КОРЗИНА") << QByteArray("trash");
    QTest::newRow("Greek final sigma")
        << QStringLiteral(u"ΚΆΔΟΣ") << QByteArray("trash"); // Κάδος ends in ς
    QTest::newRow("spaces around it") << QStringLiteral(" Sent ") << QByteArray("sent");
}

void TestFolderNames::comparesWithoutCaseAndForm()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, role);
    QCOMPARE(roleByName(name).value_or(NamedRole()).role, role);
}

void TestFolderNames::knowsNoOtherNames_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name :
         { "", "INBOX", "Sent to Anna", "Work", "Sentinel", "Outbox", "All Mail" })
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestFolderNames::knowsNoOtherNames()
{
    QFETCH(QString, name);
    QVERIFY(!roleByName(name));
}

void TestFolderNames::prefersTheFirstOfTheList()
{
    QCOMPARE(roleByName(u"Sent")->rank, 0);
    QVERIFY(roleByName(u"Sent Items")->rank < roleByName(u"Gesendet")->rank);
}

QTEST_GUILESS_MAIN(TestFolderNames)
#include "tst_foldernames.moc"
