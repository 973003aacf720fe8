// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/provider.h"

#include <QTest>

using namespace Qt::StringLiterals;
using OAuth::ProviderSettings;

/** A section [oauth.NAME] of the configuration. */
class TestProvider : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsGoogleAndMicrosoftButForTheClient()
    {
        const auto google = OAuth::readProvider(u"google"_s, { { u"client_id"_s, u"g"_s } });
        QVERIFY(google.ok());
        QCOMPARE(google->label, u"Google"_s);
        QCOMPARE(google->scopes, u"https://mail.google.com/"_s);
        QCOMPARE(google->tokenUrl, QUrl(u"https://oauth2.googleapis.com/token"_s));
        QCOMPARE(google->parameters.queryItemValue(u"access_type"_s), u"offline"_s);
        QVERIFY(google->deviceUrl.isEmpty()); // Google does not allow it for the scope of mail
        QVERIFY(google->clientSecret.isEmpty());
        const auto microsoft = OAuth::readProvider(u"microsoft"_s, { { u"client_id"_s, u"m"_s } });
        QVERIFY(microsoft.ok());
        QVERIFY(microsoft->scopes.contains(u"offline_access"));
        QVERIFY(microsoft->scopes.contains(u"SMTP.Send"));
        QVERIFY(!microsoft->deviceUrl.isEmpty());
        for (const QString &name : { u"google"_s, u"microsoft"_s }) // we ship no client id
            QCOMPARE(OAuth::readProvider(name, {}).error().message,
                     u"oauth.%1.client_id must be set"_s.arg(name));
    }

    void isSetOverWhatIsKnown()
    {
        const auto tenant =
            OAuth::readProvider(u"microsoft"_s,
                                { { u"client_id"_s, u"m"_s },
                                  { u"token_url"_s, u"https://login.example.org/token"_s } });
        QVERIFY(tenant.ok());
        QCOMPARE(tenant->tokenUrl, QUrl(u"https://login.example.org/token"_s));
        QCOMPARE(tenant->label, u"Microsoft"_s);
    }

    void isFoundByTheDomainOfAMailbox()
    {
        OAuth::Providers providers;
        providers.insert(
            u"house"_s,
            *OAuth::readProvider(u"house"_s,
                                 { { u"client_id"_s, u"h"_s },
                                   { u"authorization_url"_s, u"https://id.example.org/a"_s },
                                   { u"token_url"_s, u"https://id.example.org/t"_s },
                                   { u"domains"_s, u"example.org  Example.NET"_s } }));
        providers.insert(u"google"_s,
                         *OAuth::readProvider(u"google"_s, { { u"client_id"_s, u"g"_s } }));
        QCOMPARE(OAuth::providerFor(providers, u"example.net"_s, {}), u"house"_s);
        QCOMPARE(OAuth::providerFor(providers, u"example.net"_s, u"google"_s), u"house"_s);
        QCOMPARE(OAuth::providerFor(providers, u"gmail.com"_s, u"google"_s), u"google"_s);
        QCOMPARE(OAuth::providerFor(providers, u"outlook.com"_s, u"microsoft"_s), QString());
        QCOMPARE(OAuth::providerFor(providers, u"mail.example.org"_s, {}), QString());
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("plain http") << u"token_url"_s << u"http://id.example.org/token"_s;
        QTest::newRow("plain page") << u"authorization_url"_s << u"http://id.example.org/"_s;
        QTest::newRow("another scheme") << u"token_url"_s << u"file:///etc/passwd"_s;
        QTest::newRow("login in it") << u"token_url"_s << u"https://a:b@id.example.org/"_s;
        QTest::newRow("no host") << u"device_url"_s << u"https:///x"_s;
        QTest::newRow("looks like this machine")
            << u"token_url"_s << u"http://127.0.0.1.example.org/"_s;
        QTest::newRow("line break") << u"client_id"_s << u"a\nb"_s;
        QTest::newRow("not ASCII") << u"scopes"_s << u"m\u00e4il"_s;
        QTest::newRow("empty") << u"token_url"_s << QString();
    }
    void refuses()
    {
        QFETCH(const QString, key);
        QFETCH(const QString, value);
        ProviderSettings settings = house();
        settings.insert(key, value);
        const auto read = OAuth::readProvider(u"house"_s, settings);
        QVERIFY(!read.ok());
        QVERIFY2(read.error().message.startsWith(u"oauth.house."_s + key + u' '),
                 qPrintable(read.error().message));
    }

    void takesThisMachineInPlainText_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("IPv4") << u"http://127.0.0.1:8080/token"_s;
        QTest::newRow("IPv6") << u"http://[::1]:8080/token"_s;
        QTest::newRow("name") << u"http://localhost:8080/token"_s;
    }
    void takesThisMachineInPlainText()
    {
        QFETCH(const QString, url);
        ProviderSettings settings = house();
        settings.insert(u"token_url"_s, url);
        QVERIFY(OAuth::readProvider(u"house"_s, settings).ok());
    }

    void namesAreShortAndPlain()
    {
        for (const QString &name : { u"google"_s, u"house-2_b"_s })
            QVERIFY(OAuth::isProviderName(name));
        for (const QString &name :
             { QString(), u"Google"_s, u"a.b"_s, u"a b"_s, u"a\n"_s, QString(33, u'a') })
            QVERIFY(!OAuth::isProviderName(name));
    }

private:
    static ProviderSettings house()
    {
        return { { u"client_id"_s, u"postrider"_s },
                 { u"authorization_url"_s, u"https://id.example.org/authorize"_s },
                 { u"token_url"_s, u"https://id.example.org/token"_s } };
    }
};

QTEST_GUILESS_MAIN(TestProvider)
#include "tst_oauth_provider.moc"
