// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/address.h"

#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

class MimeAddressTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsLists_data();
    void readsLists();
    void stopsAtTheLimit();
};

void MimeAddressTest::readsLists_data()
{
    using List = QList<Address>;
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<List>("expected");
    const auto row = [](const char *name, const QByteArray &field, const List &expected) {
        QTest::newRow(name) << field << expected;
    };
    row("empty", "", {});
    row("bare", "a@b.example", { { {}, u"a@b.example"_s } });
    row("empty items", " , ,a@b.example,, ", { { {}, u"a@b.example"_s } });
    row("null path", "<>", {});
    row("name and angle", "Ann Lee <a@b.example>", { { u"Ann Lee"_s, u"a@b.example"_s } });
    row("quoted with escapes", R"("Lee, \"Ann\"" <a@b.example>)",
        { { u"Lee, \"Ann\""_s, u"a@b.example"_s } });
    row("no blank before angle", "Ann<a@b.example>", { { u"Ann"_s, u"a@b.example"_s } });
    row("doubled brackets", "Ann <<a@b.example>>", { { u"Ann"_s, u"a@b.example"_s } });
    row("single quotes", "'a@b.example'", { { {}, u"'a@b.example'"_s } });
    row("no commas", "a@b.example c@d.example",
        { { {}, u"a@b.example"_s }, { {}, u"c@d.example"_s } });
    row("local user", "root", { { {}, u"root"_s } });
    row("utf-8 local part", "<jörg@exämple.org>", { { {}, u"jörg@exämple.org"_s } });
    row("word in angle", "<=?utf-8?Q?a=40b.example?=>", { { {}, u"a@b.example"_s } });
    row("comment open", "a@b.example (Ann", { { u"(Ann"_s, u"a@b.example"_s } });
    row("folded", "Ann\r\n Lee\r\n <a@b.example>", { { u"Ann Lee"_s, u"a@b.example"_s } });
    row("group empty name", ":a@b.example;", { { {}, u"a@b.example"_s } });
    row("two brackets", "Ann <a@b.example> <c@d.example>, e@f.example",
        { { u"Ann"_s, u"a@b.example"_s }, { {}, u"e@f.example"_s } });
    row("no address in the first brackets", "<Ann> <a@b.example>",
        { { u"Ann"_s, u"a@b.example"_s } });
    row("comment in brackets", "<a@b.example (x (y) z)>", { { {}, u"a@b.example"_s } });
    row("open comment in brackets", "<a(@b.example>", { { {}, u"a(@b.example"_s } });
    row("comments nested", R"(Ann (x (y \) z) ) <a@b.example>)",
        { { u"Ann"_s, u"a@b.example"_s } });
    row("blanks in a name", "Ann \r\n\t  Lee <a@b.example>",
        { { u"Ann Lee"_s, u"a@b.example"_s } });
    row("names alone", R"(Ann, "bob", 张三)",
        { { u"Ann"_s, {} }, { u"bob"_s, {} }, { u"张三"_s, {} } });
    row("two groups", "A:a@b.example;,B:;", { { {}, u"a@b.example"_s } });
}

void MimeAddressTest::readsLists()
{
    QFETCH(QByteArray, field);
    QFETCH(QList<Address>, expected);
    const QList<Address> actual = parseAddresses(Slice(field));
    QCOMPARE(actual.size(), expected.size());
    for (qsizetype i = 0; i < actual.size(); ++i) {
        QCOMPARE(actual.at(i).name, expected.at(i).name);
        QCOMPARE(actual.at(i).address, expected.at(i).address);
    }
}

void MimeAddressTest::stopsAtTheLimit()
{
    QCOMPARE(parseAddresses(Slice(QByteArray("a@b,").repeated(20000))).size(), 5000);
}

QTEST_APPLESS_MAIN(MimeAddressTest)
#include "tst_mime_address.moc"
