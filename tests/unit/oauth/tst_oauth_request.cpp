// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/pkce.h"
#include "oauth/request.h"

#include <QTest>

using namespace Qt::StringLiterals;

/** The requests to providers, and the proof of PKCE in them. */
class TestRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void challengeIsAsInRfc7636AppendixB()
    {
        QCOMPARE(OAuth::challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
                 QByteArray("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"));
    }

    void verifiersDiffer()
    {
        QCOMPARE(OAuth::newVerifier().size(), 43);
        QVERIFY(OAuth::newVerifier() != OAuth::newVerifier());
    }

    void authorizationUrlHasAllAndNoSecret()
    {
        const OAuth::Provider provider = house();
        const OAuth::SignIn signIn{ u"house"_s, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
                                    u"http://127.0.0.1:4/?a=b&c"_s };
        const QUrl url =
            OAuth::authorizationUrl(provider, signIn, "the state", u"a+b@example.org"_s);
        QCOMPARE(url.toEncoded(),
                 QByteArray("https://id.example.org/authorize?tenant=1&prompt=consent"
                            "&response_type=code&client_id=us%20%26"
                            "&redirect_uri=http%3A%2F%2F127.0.0.1%3A4%2F%3Fa%3Db%26c"
                            "&scope=mail%20offline&state=the%20state"
                            "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
                            "&code_challenge_method=S256&login_hint=a%2Bb%40example.org"));
    }

    void operatorCannotReplaceTheProof()
    {
        OAuth::Provider provider = house();
        provider.parameters = QUrlQuery(u"state=known&code_challenge_method=plain"_s);
        const QUrl url = OAuth::authorizationUrl(provider, {}, "random", {});
        const QUrlQuery query(url);
        QCOMPARE(query.allQueryItemValues(u"state"_s), QStringList{ u"random"_s });
        QCOMPARE(query.allQueryItemValues(u"code_challenge_method"_s), QStringList{ u"S256"_s });
    }

    void formsAreEncoded()
    {
        const OAuth::Provider provider = house();
        const Net::HttpCall call =
            OAuth::formCall(provider, provider.tokenUrl, OAuth::refreshForm("a+b/c=&d"));
        QCOMPARE(call.body,
                 QByteArray("grant_type=refresh_token&refresh_token=a%2Bb%2Fc%3D%26d"
                            "&client_id=us%20%26&client_secret=%C3%A4"));
        QCOMPARE(call.url, provider.tokenUrl);
    }

    void publicClientsHaveNoSecret()
    {
        OAuth::Provider provider = house();
        provider.clientSecret.clear();
        const Net::HttpCall call =
            OAuth::formCall(provider, provider.tokenUrl, OAuth::codeForm({}, u"c"_s));
        QVERIFY(!call.body.contains("client_secret"));
    }

private:
    static OAuth::Provider house()
    {
        OAuth::Provider provider;
        provider.clientId = u"us &"_s;
        provider.clientSecret = u"\u00e4"_s;
        provider.authorizationUrl = QUrl(u"https://id.example.org/authorize?tenant=1"_s);
        provider.tokenUrl = QUrl(u"https://id.example.org/token"_s);
        provider.scopes = u"mail offline"_s;
        provider.parameters = QUrlQuery(u"prompt=consent"_s);
        return provider;
    }
};

QTEST_GUILESS_MAIN(TestRequest)
#include "tst_oauth_request.moc"
