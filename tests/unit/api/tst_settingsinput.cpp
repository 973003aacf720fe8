// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/settingsinput.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Store::UserSettings;

class TestSettingsInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesWhatIsNamed_data();
    void changesWhatIsNamed();
    void refusesWhatIsWrong_data();
    void refusesWhatIsWrong();
};

namespace {

const UserSettings &stored()
{
    static const UserSettings settings{ .language = "de",
                                        .theme = "dark",
                                        .density = "compact",
                                        .conversations = false,
                                        .notifications = false,
                                        .imageSenders = { u"a@example.org"_s },
                                        .quietHours = { true, "20:00", "08:00" } };
    return settings;
}

/// The stored settings with one change.
UserSettings with(void (*change)(UserSettings &))
{
    UserSettings settings = stored();
    change(settings);
    return settings;
}

} // namespace

void TestSettingsInput::changesWhatIsNamed_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<UserSettings>("expected");

    QTest::newRow("nothing") << "{}"_ba << stored();
    QTest::newRow("unknown") << R"({"colour":"red","quietHours":{"on":1}})"_ba << stored();
    QTest::newRow("empty language")
        << R"({"language":""})"_ba << with([](UserSettings &s) { s.language = ""; });
    QTest::newRow("theme, null") << R"({"theme":null})"_ba
                                 << with([](UserSettings &s) { s.theme = "system"; });
    QTest::newRow("flags") << R"({"conversations":true,"notifications":null})"_ba
                           << with([](UserSettings &s) {
                                  s.conversations = s.notifications = true;
                              });
    QTest::newRow("addresses") << R"({"imageSenders":["B@X.de","a@x.de","b@x.DE"]})"_ba
                               << with([](UserSettings &s) {
                                      s.imageSenders = { u"b@x.de"_s, u"a@x.de"_s };
                                  });
    QTest::newRow("no addresses") << R"({"imageSenders":[]})"_ba
                                  << with([](UserSettings &s) { s.imageSenders.clear(); });
    QTest::newRow("one hour") << R"({"quietHours":{"from":"23:59"}})"_ba
                              << with([](UserSettings &s) { s.quietHours.from = "23:59"; });
    QTest::newRow("an hour, null") << R"({"quietHours":{"to":null}})"_ba
                                   << with([](UserSettings &s) { s.quietHours.to = "07:00"; });
    QTest::newRow("hours, null") << R"({"quietHours":null})"_ba
                                 << with([](UserSettings &s) { s.quietHours = {}; });
    const QByteArray nulls = R"({"language":null,"theme":null,"density":null,"conversations":null,
        "notifications":null,"imageSenders":null,"quietHours":null})";
    QTest::newRow("everything, null") << nulls << UserSettings();
}

void TestSettingsInput::changesWhatIsNamed()
{
    QFETCH(QByteArray, json);
    QFETCH(UserSettings, expected);
    Http::Body body(json);
    QCOMPARE(Api::readSettings(body, stored()), expected);
    QVERIFY(!body.failure());
}

void TestSettingsInput::refusesWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("field");

    QTest::newRow("language") << R"({"language":"fr"})"_ba << u"language"_s;
    QTest::newRow("density") << R"({"density":1})"_ba << u"density"_s;
    QTest::newRow("a number as flag") << R"({"conversations":1})"_ba << u"conversations"_s;
    QTest::newRow("a text as list") << R"({"imageSenders":"a@b"})"_ba << u"imageSenders"_s;
    QTest::newRow("no address") << R"({"imageSenders":["a@b","ab."]})"_ba << u"imageSenders"_s;
    QTest::newRow("control character")
        << R"({"imageSenders":["a\u0007@b"]})"_ba << u"imageSenders"_s;
    QTest::newRow("hours as list") << R"({"quietHours":[]})"_ba << u"quietHours"_s;
    QTest::newRow("24 o'clock") << R"({"quietHours":{"to":"24:00"}})"_ba << u"quietHours.to"_s;
    QTest::newRow("sign") << R"({"quietHours":{"to":"+1:00"}})"_ba << u"quietHours.to"_s;
}

void TestSettingsInput::refusesWhatIsWrong()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, field);
    Http::Body body(json);
    Api::readSettings(body, {});
    const std::optional<ApiFailure> failure = body.failure();
    QVERIFY(failure);
    QCOMPARE(failure->error, ApiError::ValidationFailed);
    QCOMPARE(failure->details.size(), 1);
    QCOMPARE(failure->details.first().field, field);
}

QTEST_GUILESS_MAIN(TestSettingsInput)
#include "tst_settingsinput.moc"
