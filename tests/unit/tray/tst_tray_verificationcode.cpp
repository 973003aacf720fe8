// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/verificationcode.h"

#include <QTest>

using namespace Policy;
using namespace Qt::StringLiterals;

class TestVerificationCode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatAPersonWouldCopy_data();
    void findsWhatAPersonWouldCopy();
    void takesNothingElseForACode_data();
    void takesNothingElseForACode();
    void looksAtTheBeginningOnly();
    void spacesWhatIsReadAloud();

private:
    void row(const char *name, const char16_t *subject, const char16_t *preview,
             const char16_t *code = u"");
};

void TestVerificationCode::row(const char *name, const char16_t *subject, const char16_t *preview,
                               const char16_t *code)
{
    QTest::newRow(name) << QString::fromUtf16(subject) << QString::fromUtf16(preview)
                        << QString::fromUtf16(code);
}

void TestVerificationCode::findsWhatAPersonWouldCopy_data()
{
    QTest::addColumn<QString>("subject");
    QTest::addColumn<QString>("preview");
    QTest::addColumn<QString>("code");
    row("in the subject", u"Your verification code is 482913", u"Enter it to sign in.", u"482913");
    row("before the words", u"482913 is your Instagram code", u"Confirm it is you.", u"482913");
    row("with a prefix", u"Google Verification Code", u"G-482913 is your Google verification code.",
        u"482913");
    row("in two halves", u"Slack confirmation code: 482-913", u"Your confirmation code is below",
        u"482913");
    row("with a blank", u"Your security code", u"Hello Anna, use 482 913 as security code.",
        u"482913");
    row("four digits", u"Your login code", u"Your login code is 4829. It expires in 10 minutes.",
        u"4829");
    row("eight digits", u"[GitHub] Please verify your device", u"Verification code: 48291347",
        u"48291347");
    row("a sudo code", u"[GitHub] Sudo email verification code",
        u"Here is your GitHub sudo authentication code: 98123456 This code is valid for 15 minutes",
        u"98123456");
    row("letters and digits", u"Steam Guard",
        u"Login Code R7K2PX Here is the Steam Guard code you need to login", u"R7K2PX");
    row("one-time password", u"Amazon: Sign-in attempt",
        u"One Time Password (OTP): 482913 Don't share this OTP with anyone.", u"482913");
    row("passcode", u"Your single-use passcode", u"Your passcode is: 482913", u"482913");
    row("Microsoft", u"Your single-use code",
        u"We received your request for a single-use code to use with your Microsoft account. Your "
        u"code "
        u"is: 4829137 If you didn't request this, don't share it.",
        u"4829137");
    row("with a date too", u"Your code of 05.06.2026",
        u"Your sign-in code is 482913, asked for on 05.06.2026 at 10:30.", u"482913");
    row("with an amount too", u"Confirm your payment of 1,250.00 EUR",
        u"Authorization code 482913 for 1250 EUR at Shop", u"482913");
    row("with an order too", u"Order 1234567", u"Verification code: 482913 for order 1234567",
        u"482913");
    row("with a phone number too", u"Your access code",
        u"Questions? Call 0800 123 4567. Your access code: 482913", u"482913");
    row("German", u"Ihr Bestätigungscode", u"Ihr Bestätigungscode lautet: 482913", u"482913");
    row("German, usual word", u"Anmeldung bestätigen",
        u"Ihr Code: 482 913. Geben Sie ihn nicht weiter.", u"482913");
    row("German TAN", u"Ihre TAN", u"TAN 482913 für die Überweisung von 50,00 EUR", u"482913");
    row("German one-time", u"Einmalpasswort", u"Ihr Einmalpasswort: 482913 (gültig 10 Minuten)",
        u"482913");
    row("French", u"Votre code de vérification", u"Votre code de vérification est 482913.",
        u"482913");
    row("French, typographic", u"Connexion", u"Code d’accès : 482913, valable 10 minutes",
        u"482913");
    row("Spanish", u"Código de verificación", u"Tu código de verificación es 482913", u"482913");
    row("Italian", u"Codice di verifica", u"Il tuo codice di verifica è 482913", u"482913");
    row("Portuguese", u"Código de segurança", u"Seu código de segurança: 482913", u"482913");
    row("Dutch", u"Je verificatiecode", u"Je verificatiecode is 482913", u"482913");
    row("Polish", u"Kod weryfikacyjny", u"Twój kod weryfikacyjny: 482913", u"482913");
    row("Czech", u"Ověřovací kód", u"Váš ověřovací kód je 482913", u"482913");
    row("Swedish", u"Din verifieringskod", u"Din verifieringskod är 482913", u"482913");
    row("Russian", u"Код подтверждения", u"Ваш код подтверждения: 482913. Никому его не сообщайте.",
        u"482913");
    row("Ukrainian", u"Код підтвердження", u"Ваш код підтвердження 482913", u"482913");
    row("Turkish", u"Doğrulama kodu", u"Doğrulama kodunuz: 482913", u"482913");
    row("Chinese", u"【淘宝】验证码", u"您的验证码是482913，10分钟内有效，请勿泄露。", u"482913");
    row("Chinese, before", u"登录验证", u"482913（登录验证码），请在5分钟内输入", u"482913");
    row("Chinese, traditional", u"驗證碼", u"您的驗證碼為 482913", u"482913");
    row("Japanese", u"認証コードのお知らせ", u"認証コード：482913 有効期限は10分間です", u"482913");
    row("Korean", u"인증번호 안내", u"인증번호 [482913]를 입력해 주세요.", u"482913");
}

void TestVerificationCode::findsWhatAPersonWouldCopy()
{
    QFETCH(QString, subject);
    QFETCH(QString, preview);
    QTEST(verificationCode(subject, preview), "code");
}

void TestVerificationCode::takesNothingElseForACode_data()
{
    QTest::addColumn<QString>("subject");
    QTest::addColumn<QString>("preview");
    QTest::addColumn<QString>("code");
    row("nothing", u"", u"");
    row("a number alone", u"482913", u"482913");
    row("an order", u"Your order 482913 has shipped", u"Track order no. 482913 here");
    row("an amount", u"Invoice", u"Please pay 482913 EUR until 2026-06-05");
    row("an amount with a code", u"Your security code was changed",
        u"You have paid €4829 at the shop");
    row("a year", u"Your security code policy 2026", u"New in 2026: verification codes by mail");
    row("a date", u"Confirm your booking", u"Verification code was sent on 05.06.2026");
    row("a date in ISO", u"Login code used", u"Your login code was used on 2026-06-05");
    row("a time", u"Login code used", u"Your login code was used at 10:30:45");
    row("minutes", u"Verification code", u"It expires in 1440 minutes. Open the app to see it.");
    row("a phone number", u"Verification code", u"Call +49 30 1234567 if you did not ask for it");
    row("a phone number in one", u"Verification code", u"Call +493012345678 or 08001234");
    row("a promotion", u"Promo code 482913", u"Use promo code 482913 and sign in to save");
    row("a coupon", u"Ihr Gutschein", u"Gutscheincode 482913, gültig bis Sonntag");
    row("a discount", u"Sale", u"Your discount code: SAVE2026 Log in to use it");
    row("a postal code", u"Confirm your address", u"Is your zip code 90210 still right?");
    row("an error code", u"Login failed", u"Error code 500123: please sign in again");
    row("a booking code", u"Ihre Reise", u"Buchungscode 482913, bitte bestätigen Sie");
    row("a tracking number", u"Delivery", u"Confirm: tracking number 12345678");
    row("a link", u"Verify your e-mail address",
        u"Verification code missing? https://example.org/verify/482913?t=482914");
    row("a card", u"Security code", u"Your card ending 4829 was used with its security code");
    row("German customer number", u"Sicherheitscode geändert",
        u"Kundennummer 482913, Rechnung Nr. 482914");
    row("Chinese amount", u"验证码", u"您的账户支出482913元");
    row("Chinese card", u"验证码提醒", u"尾号4829的卡");
    row("a version", u"Code review", u"Please log in and review code in release 4829.1");
    row("a code without a purpose", u"Building plan",
        u"The code of the plan is 482913 in the archive");
    row("a code far away", u"About verification codes",
        u"They are made by chance and nobody should share them, which is why we write this long "
        u"text about "
        u"how they are made and kept, with 482913 readers so far");
    row("more than eight digits", u"Verification code", u"Code 4829134829 was printed on the form");
}

void TestVerificationCode::takesNothingElseForACode()
{
    findsWhatAPersonWouldCopy();
}

void TestVerificationCode::looksAtTheBeginningOnly()
{
    const QString filler(100'000, u'x');
    QCOMPARE(verificationCode(filler, filler + u" verification code 482913"_s), QString());
    const QString digits = u"1234 "_s.repeated(20'000);
    QCOMPARE(verificationCode(u"code"_s, digits), QString());
}

void TestVerificationCode::spacesWhatIsReadAloud()
{
    QCOMPARE(spacedCode(u"482913"_s), u"482 913"_s);
    QCOMPARE(spacedCode(u"48291347"_s), u"4829 1347"_s);
    QCOMPARE(spacedCode(u"4829"_s), u"4829"_s);
    QCOMPARE(spacedCode(u"4829137"_s), u"4829137"_s);
}

QTEST_MAIN(TestVerificationCode)
#include "tst_tray_verificationcode.moc"
