// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/template.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Webhooks;

class tst_webhook_template : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void putsValuesIn_data();
    void putsValuesIn();
    void tellsWhatIsNoTemplate_data();
    void tellsWhatIsNoTemplate();
    void hasLimits();
    void doesAsTheReferenceDoes();
};

namespace {

QJsonObject object(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

const QByteArray sample =
    R"({"event":"mail.received","data":{"account_name":"A \"B\" \\ C","mail_count":2,"none":null,
        "ok":true,"id":9007199254740991,"mails":[{"subject":"He said \"hi\"\r\nline2\t{{data.ok}}"},
        {"subject":"</script>\u2028 \u2709"}]}})";

Mode modeNamed(const QString &name)
{
    return name == u"json" ? Mode::Json
        : name == u"form"  ? Mode::Form
        : name == u"xml"   ? Mode::Xml
                           : Mode::Text;
}

} // namespace

void tst_webhook_template::putsValuesIn_data()
{
    QTest::addColumn<Mode>("mode");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, Mode mode, const QString &text, const QByteArray &out) {
        QTest::newRow(name) << mode << text << out;
    };
    row("text in a string", Mode::Json, QString::fromUtf8(R"({"n":"{{data.account_name}}"})"),
        R"({"n":"A \"B\" \\ C"})");
    row("number", Mode::Json, u"{{data.mail_count}}"_s, "2");
    row("largest id", Mode::Json, u"{{data.id}}"_s, "9007199254740991");
    row("number in a string", Mode::Json, QString::fromUtf8(R"("{{ data.mail_count }} new")"),
        R"("2 new")");
    row("text outside a string", Mode::Json, u"{{event}}"_s, R"("mail.received")");
    row("nothing outside a string", Mode::Json, u"[{{data.none}},{{data.missing}},{{data.ok}}]"_s,
        "[null,null,true]");
    row("nothing in a string", Mode::Json,
        QString::fromUtf8(R"("[{{data.none}}{{data.missing}}]")"), R"("[]")");
    row("list", Mode::Json, u"{{data.mails}}"_s,
        R"([{"subject":"He said \"hi\"\r\nline2\t{{data.ok}}"},{"subject":"\u003c/script\u003e\u2028 ✉"}])");
    row("one of a list, not read again", Mode::Json, u"{{data.mails.0.subject}}"_s,
        R"("He said \"hi\"\r\nline2\t{{data.ok}}")");
    row("beyond a list", Mode::Json, QString::fromUtf8(R"("{{data.mails.7.subject}}")"), R"("")");
    row("length of a list", Mode::Json, u"{{data.mails.length}}"_s, "2");
    row("literal braces", Mode::Json, QString::fromUtf8(R"({"a":"\{{x}}"})"), R"({"a":"{{x}}"})");
    row("escaped quote before", Mode::Json,
        QString::fromUtf8(R"({"a":"say \"{{data.account_name}}\""})"),
        R"({"a":"say \"A \"B\" \\ C\""})");
    row("single braces", Mode::Json, QString::fromUtf8(R"({"a":{"b":1}})"), R"({"a":{"b":1}})");
    row("form", Mode::Form, u"text={{data.account_name}}&n={{data.mail_count}}"_s,
        "text=A%20%22B%22%20%5C%20C&n=2");
    row("xml", Mode::Xml, u"<s>{{data.mails.1.subject}}</s>"_s, "<s>&lt;/script&gt;\u2028 ✉</s>");
    row("text", Mode::Text, u"New: {{data.mails.0.subject}}"_s,
        "New: He said \"hi\"\r\nline2\t{{data.ok}}");
}

void tst_webhook_template::putsValuesIn()
{
    QFETCH(Mode, mode);
    QFETCH(QString, text);
    const auto made = Template::parse(text);
    QVERIFY2(made.ok(), qPrintable(made ? QString() : made.error().reason));
    QTEST(made->render(object(sample), mode).value(), "expected");
}

void tst_webhook_template::tellsWhatIsNoTemplate_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qsizetype>("position");
    for (const QString &broken :
         { u"{{"_s, u"{{}}"_s, u"{{data..x}}"_s, u"{{data.mails[0]}}"_s, u"{{#each data.mails}}"_s,
           u"{{data.a b}}"_s, u"{{.x}}"_s, u"{{data.01}}"_s, u"{{data.x"_s, u"{{{data.x}}}"_s,
           u"{{a.b.c.d.e.f.g.h.i}}"_s, u"{{data.10000}}"_s, u"{{0}}"_s }) {
        QTest::newRow(qPrintable(broken)) << broken << qsizetype(0);
        QTest::newRow(qPrintable(u"é {{event}} "_s + broken))
            << QString(u"é {{event}} "_s + broken) << qsizetype(12);
    }
}

void tst_webhook_template::tellsWhatIsNoTemplate()
{
    QFETCH(QString, text);
    const auto made = Template::parse(text);
    QVERIFY(!made);
    QTEST(made.error().position, "position");
    QVERIFY(!made.error().reason.isEmpty());
}

void tst_webhook_template::hasLimits()
{
    const QString variable = u"{{event}}"_s;
    QVERIFY(Template::parse(variable.repeated(256)).ok());
    QVERIFY(!Template::parse(variable.repeated(257)).ok());
    QVERIFY(Template::parse(QString(64 * 1024, u'x')).ok());
    QVERIFY(!Template::parse(QString(64 * 1024 + 1, u'x')).ok());
    const QJsonObject large{ { u"event"_s, QString(1024, u'x') } };
    QCOMPARE(Template::parse(variable.repeated(256)).value().render(large, Mode::Text)->size(),
             256 * 1024);
    QVERIFY(!Template::parse(variable.repeated(256) + u'x').value().render(large, Mode::Text));
}

void tst_webhook_template::doesAsTheReferenceDoes()
{
    const QString node = QStandardPaths::findExecutable(u"node"_s);
    if (node.isEmpty() && qgetenv("POSTRIDER_REQUIRE_SERVERS") != "1")
        QSKIP("node is not installed");
    QProcess reference;
    constexpr int count = 100'000;
    reference.start(node,
                    { QStringLiteral(SOURCE_DIR "/tests/unit/webhooks/reference.mjs"),
                      QString::number(count), u"1"_s });
    QVERIFY2(reference.waitForFinished(60'000), qPrintable(reference.errorString()));
    QVERIFY2(reference.exitCode() == 0, reference.readAllStandardError().constData());
    int compared = 0;
    while (reference.canReadLine()) {
        const QJsonObject one = object(reference.readLine());
        const auto made = Template::parse(one[u"template"].toString());
        const auto about = QJsonDocument(one).toJson(QJsonDocument::Compact);
        QVERIFY2(made.ok() == !one[u"refused"].toBool(), about.constData());
        ++compared;
        if (!made)
            continue;
        const auto text = made->render(one[u"data"].toObject(), modeNamed(one[u"mode"].toString()));
        QVERIFY2(text && *text == one[u"text"].toString().toUtf8(), about.constData());
    }
    QCOMPARE(compared, count);
}

QTEST_GUILESS_MAIN(tst_webhook_template)
#include "tst_webhook_template.moc"
