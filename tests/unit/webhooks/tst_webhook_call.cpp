// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/request.h"
#include "webhooks/samples.h"

#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Webhooks;

/** The parts of a call. */
class TestWebhookCall : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void signsAsStandardWebhooksSays();
    void readsKeys_data();
    void readsKeys();
    void keepsSecretsAsOne();
    void knowsSecretHeaders();
    void sendsTheNoticeItselfWithoutATemplate();
    void knowsEveryVariableOfItsSamples();
    void choosesTheModeByTheContentType_data();
    void choosesTheModeByTheContentType();
    void refusesJsonThatAMailWouldBreak();
    void cutsLongTexts();
    void refusesABodyThatIsTooLarge();
};

// The test vector of the libraries of the specification.
void TestWebhookCall::signsAsStandardWebhooksSays()
{
    const auto key = keyBytes("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    QVERIFY(key.has_value());
    QCOMPARE(signature(*key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, R"({"test": 2432232314})"),
             "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

void TestWebhookCall::readsKeys_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isKey");
    QTest::newRow("24 bytes") << "whsec_" + QByteArray(24, 'k').toBase64() << true;
    QTest::newRow("64 bytes") << "whsec_" + QByteArray(64, 'k').toBase64() << true;
    QTest::newRow("23 bytes") << "whsec_" + QByteArray(23, 'k').toBase64() << false;
    QTest::newRow("65 bytes") << "whsec_" + QByteArray(65, 'k').toBase64() << false;
    QTest::newRow("no prefix") << QByteArray(32, 'k').toBase64() << false;
    QTest::newRow("no base64") << QByteArray("whsec_!") + QByteArray(32, 'k').toBase64() << false;
    QTest::newRow("nothing") << QByteArray() << false;
}

void TestWebhookCall::readsKeys()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isKey);
    QCOMPARE(keyBytes(text).has_value(), isKey);
}

void TestWebhookCall::keepsSecretsAsOne()
{
    const Secrets secrets{ "whsec_abc", { { "authorization", "Bearer \"x\"" } } };
    QCOMPARE(secretsFrom(toJson(secrets)), secrets);
    QCOMPARE(secretsFrom("nonsense"), Secrets());
}

void TestWebhookCall::knowsSecretHeaders()
{
    for (const char *name :
         { "Authorization", "cookie", "X-API-Key", "X-My-Token", "secret-thing" })
        QVERIFY2(isSecretHeader(name), name);
    for (const char *name : { "X-Plain", "Content-Type", "X-Key" })
        QVERIFY2(!isSecretHeader(name), name);
}

void TestWebhookCall::sendsTheNoticeItselfWithoutATemplate()
{
    Store::Webhook webhook;
    webhook.url = u"https://example.org/hook"_s;
    webhook.headers = { { "X-Plain", "a" }, { "Authorization", std::nullopt } };
    const Secrets secrets{ {}, { { "authorization", "Bearer x" } } };
    const Content content;
    const Result<Net::HttpCall> call =
        makeCall({ webhook, content, secrets, "msg_1", "{\"event\":\"x\"}", {}, 1000 });
    QVERIFY(call.ok());
    QCOMPARE(call->body, "{\"event\":\"x\"}");
    const Net::HttpHeaders expected = { { "Content-Type", "application/json" },
                                        { "X-Plain", "a" },
                                        { "Authorization", "Bearer x" },
                                        { "webhook-id", "msg_1" },
                                        { "webhook-timestamp", "1000" } };
    QCOMPARE(call->headers, expected);
}

void TestWebhookCall::knowsEveryVariableOfItsSamples()
{
    const QString received =
        u"{{event}}{{timestamp}}{{data.account_id}}{{data.account_email}}{{data.account_name}}"
        "{{data.protocol}}{{data.mail_count}}{{data.mails}}{{data.mails_text}}{{data.mail_id}}"
        "{{data.message_id}}{{data.subject}}{{data.from}}{{data.from_name}}{{data.to}}{{data.cc}}"
        "{{data.sent_at}}{{data.created_at}}{{data.preview}}{{data.text_body}}{{data.html_body}}"
        "{{data.timestamp}}{{data.mails.length}}{{data.mails.7.subject}}{{data.mails.0.to.0}}"_s;
    QCOMPARE(warningsOf(received, { "mail.received" }), QList<TemplateWarning>());
    const QList<TemplateWarning> unknown = { { 0, u"data.nothing"_s },
                                             { 16, u"data.mails.0.body"_s } };
    QCOMPARE(warningsOf(u"{{data.nothing}}{{data.mails.0.body}}"_s, { "mail.received" }), unknown);
    QCOMPARE(warningsOf(u"{{data.changes.is_read}}"_s, { "mail.received", "mail.updated" }), {});
    for (const QByteArray &event : knownEvents())
        QVERIFY2(!sampleVariables(event).value("data"_L1).toObject().isEmpty(), event.constData());
}

void TestWebhookCall::choosesTheModeByTheContentType_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("mode");
    QTest::addColumn<QByteArray>("made");
    const QByteArray json = "application/json";
    const QByteArray plain = "text/plain; charset=utf-8";
    const auto row = [](const char *name, const char *type, const QString &text, Mode mode,
                        const QByteArray &made) {
        QTest::newRow(name) << QByteArray(type) << text << int(mode) << made;
    };
    row("json by itself", "", u"{\"a\": {{data.subject}}}"_s, Mode::Json, json);
    row("text by itself", "", u"Hello {{data.subject}}"_s, Mode::Text, plain);
    row("json", "Application/JSON; charset=utf-8", u"{\"a\": 1}"_s, Mode::Json, json);
    row("json of a kind", "application/vnd.x+json", u"[]"_s, Mode::Json, json);
    row("form", "application/x-www-form-urlencoded", u"a=b"_s, Mode::Form, plain);
    row("html", "text/html; charset=utf-8", u"<p>"_s, Mode::Xml, plain);
    row("xml of a kind", "application/atom+xml", u"<p>"_s, Mode::Xml, plain);
    row("something else", "text/markdown", u"{\"a\": 1}"_s, Mode::Text, plain);
}

void TestWebhookCall::choosesTheModeByTheContentType()
{
    QFETCH(QByteArray, type);
    QFETCH(QString, text);
    QFETCH(int, mode);
    QFETCH(QByteArray, made);
    const auto content = contentOf(text, type, { "mail.received" });
    QVERIFY(content.ok());
    QCOMPARE(int(content->mode), mode);
    QCOMPARE(content->contentType, made);
}

void TestWebhookCall::refusesJsonThatAMailWouldBreak()
{
    const auto saved = [](const QString &text) {
        return contentOf(text, "application/json", { "mail.received" }).ok();
    };
    QVERIFY(saved(u"{\"a\": \"{{data.subject}}\", \"b\": {{data.mails}}, \"c\": {{data.x}}}"_s));
    QVERIFY(!saved(u"{\"a\": {{data.subject}} \"b\": 1}"_s));
    QVERIFY(!saved(u"{\"a\": \"{{data.subject}}}"_s));
    QVERIFY(!saved(u"{{{data.subject}}: 1}"_s));
    QVERIFY(!saved(u"plain"_s));
}

void TestWebhookCall::cutsLongTexts()
{
    const QByteArray text = QByteArray("ä").repeated(50'000);
    const MailTexts texts =
        textsOf("Content-Type: text/plain; charset=utf-8\r\n\r\nx" + text + "\r\n");
    QCOMPARE(texts.text.toUtf8().size(), mostText - 1); // an ä does not fit into the last byte
    QVERIFY(texts.html.isEmpty());
}

void TestWebhookCall::refusesABodyThatIsTooLarge()
{
    Store::Webhook webhook;
    const QString text = u"{{data.mails}}"_s.repeated(200) + QString(60'000, u'x');
    const auto content = contentOf(text, "text/plain", { "mail.received" });
    QVERIFY(content.ok());
    QByteArray payload = sampleNotice(0);
    payload.replace("This is a test.", QByteArray(2000, 'x'));
    const Result<Net::HttpCall> call =
        makeCall({ webhook, *content, Secrets(), "msg_1", payload, {}, 0 });
    QVERIFY(!call.ok());
    QCOMPARE(call.error().code, Error::Code::BadRequest);
}

QTEST_APPLESS_MAIN(TestWebhookCall)
#include "tst_webhook_call.moc"
