// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/verificationcode.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace Policy {

namespace {

constexpr qsizetype maxLooked = 600;
constexpr qsizetype farthestAfter = 90;  // characters from the words to the code
constexpr qsizetype farthestBefore = 40; // "482913 is your verification code"
constexpr qsizetype signBefore = 24;     // characters in which "order no." is searched

QRegularExpression pattern(const QString &text)
{
    return QRegularExpression(text,
                              QRegularExpression::CaseInsensitiveOption
                                  | QRegularExpression::UseUnicodePropertiesOption);
}

/// Words that are used for such codes only.
const QRegularExpression &certainWords()
{
    static const QRegularExpression words = pattern(
        u"(?:verification|security|login|log-in|sign-?in|one[- ]time|confirmation|access|"
        "authentication|authorization|activation|2fa|two-factor|temporary)[- ](?:pass)?(?:code|pin)"
        "|one[- ]time[- ]passw\\w+|\\bpasscode\\b|\\botp\\b"
        // German, Dutch, Scandinavian
        "|(?:bestätigungs|sicherheits|einmal|anmelde|verifizierungs|freischalt|zugangs|login|prüf|"
        "aktivierungs|authentifizierungs|verificatie|beveiligings|toegangs|inlog|bevestigings|"
        "verifierings|säkerhets|engångs|sikkerheds|bekræftelses|engangs)-?(?:code|kode|kod|pin)"
        "|einmal(?:passwort|kennwort)|(?-i:\\b(?:mTAN|smsTAN|TAN)\\b)"
        // French, Spanish, Italian, Portuguese
        "|code (?:de |d[’'])(?:vérification|sécurité|confirmation|connexion|accès|validation|"
        "authentification)|code (?:à|a) usage unique|mot de passe (?:à usage )?unique"
        "|c[óo]digo (?:de )?(?:verificaci[óo]n|seguridad|confirmaci[óo]n|acceso|autenticaci[óo]n|"
        "verifica[çc][ãa]o|seguran[çc]a|confirma[çc][ãa]o|acesso|autentica[çc][ãa]o)"
        "|codice (?:di )?(?:verifica|sicurezza|conferma|accesso|autenticazione|otp)"
        // Polish, Czech, Russian, Ukrainian, Turkish
        "|kod (?:weryfikacyjny|bezpieczeństwa|potwierdzający|jednorazowy|dostępu|autoryzacyjny)"
        "|(?:ověřovací|bezpečnostní|potvrzovací|přihlašovací) kód"
        "|код (?:подтверждения|безопасности|проверки|доступа|для входа|авторизации|підтвердження|"
        "безпеки|доступу)|(?:проверочный|одноразовый|одноразовий) (?:код|пароль)"
        "|(?:doğrulama|güvenlik|onay|giriş) kodu"
        // Chinese, Japanese, Korean
        "|验证码|校验码|动态码|动态密码|确认码|登录码|驗證碼|校驗碼|動態密碼"
        "|認証コード|確認コード|検証コード|セキュリティ\\s?コード|ワンタイム\\s?(?:パスワード|"
        "コード)"
        "|認証番号|인증\\s?번호|인증\\s?코드|확인\\s?코드|보안\\s?코드|일회용\\s?(?:비밀번호|코드)"_s);
    return words;
}

/// Words that count only if the text is about signing in or confirming: see purposes().
const QRegularExpression &usualWords()
{
    static const QRegularExpression words = pattern(
        u"(?<![\\w-])(?:code|pin|kod|kód|код|c[óo]digo|codice|kode|コード|코드)(?![\\w-])"_s);
    return words;
}

const QRegularExpression &purposes()
{
    static const QRegularExpression words =
        pattern(u"verif|sign(?:ing)?[- ]?in|log(?:ging)?[- "
                u"]?in\\b|logon|confirm|authenticat|expires? in|valid for"
                "|do(?: not|n[’']t) share|never share|two-factor|2fa"
                "|anmeld|bestätig|einlogg|gültig|verifizier|nicht "
                "weiter|connexion|connecter|confirmer|valable|"
                "expire|iniciar sesión|caduca|verificar|acceder|accedi|scade|valido|entrar|expira|"
                "zalog|potwierd|ważny|přihlás|ověř|войти|вход|подтверд|никому|увійти|"
                "giriş|doğrula|logga in|log ind|logg inn|inloggen|aanmeld|geldig|giltig|gyldig|"
                "登录|登入|登錄|有効|ログイン|로그인"_s);
    return words;
}

/// Codes of other kinds.
const QRegularExpression &otherCodes()
{
    static const QRegularExpression words = pattern(
        u"(?:promo(?:tion(?:al)?)?|discount|coupon|voucher|gift|offer|referral|invite|postal|post|"
        u"zip|qr|"
        "country|area|source|error|status|booking|tracking|bar|dress|sort|product|exit|response|"
        "color|"
        "rabatt|gutschein|aktions|buchungs|promotion|de réduction|promotionnel|promocional|de "
        "descuento|"
        "sconto|promozionale|rabatowy|slevový|промо|indirim|折扣|优惠|邀请|クーポン|할인)[- ]?"
        "(?:codes?|kod|kód|код|c[óo]digo|codice|kode|码|コード|코드)"
        "|code (?:promo|postal|de réduction|barres)|codice (?:sconto|promo|fiscale)"
        "|c[óo]digo (?:promocional|postal|de descuento)|код скидки|errors? codes?|exit code"_s);
    return words;
}

/// Text right before a number that shows that it is no code.
const QRegularExpression &signsBefore()
{
    static const QRegularExpression signs = pattern(
        u"(?:order|invoice|ticket|case|reference|ref|tracking|customer|account|card|phone|tel|call|"
        "booking|policy|ending(?: "
        "in)?|bestellung|bestell|rechnung|kunden|vorgangs|auftrags|sendungs|"
        "vertrags|telefon|hotline|commande|facture|client|pedido|factura|ordine|fattura|"
        "zamówieni\\w*|"
        "заказ\\w*|sipariş|订单|快递|单号|尾号|电话|注文|伝票|電話|주문|송장|전화)"
        "[\\w-]{0,9}[\\s.:#-]*(?:no\\.?|nr\\.?|number|nummer|n[°ºo]\\.?|号|號|番号|번호|№|id)?[\\s:"
        "：.#-]*$"
        "|(?:#|№|\\+|\\bno\\.|\\bnr\\.|[$€£¥₹₽]|\\b(?:usd|eur|gbp|chf|rs\\.?|inr|cny|jpy|"
        "pln|"
        "kč)"
        ")"
        "\\s?$"
        "|[/=?&@_%]$"_s);
    return signs;
}

const QRegularExpression &signsAfter()
{
    static const QRegularExpression signs = pattern(
        u"^(?:\\s?(?:[$€£¥₹₽%°]|(?:usd|eur|euros?|gbp|chf|dollars?|pounds?|pln|zł|kč|kr|"
        u"руб|"
        u"грн|"
        u"tl|元|円|원|"
        "percent|prozent|points?|punkte|minut\\w*|min|stunden|hours?|days?|tage|seconds?|sekunden|"
        "分钟|分鐘|小时|分|时|秒|天|分間|분|시간|年|月|日|년|월|일|mails?|items?|artikel)(?!\\w))"
        "|[.,:/]\\d|[.]\\w|[@/_=]|[-–]\\d)"_s);
    return signs;
}

struct Candidate {
    qsizetype begin = 0;
    qsizetype end = 0;
    QString code;
};

bool isYear(const QString &digits)
{
    return digits.size() == 4 && (digits.startsWith(u"19") || digits.startsWith(u"20"));
}

/// Toll-free and premium-rate phone numbers.
bool isService(const QString &digits)
{
    return digits.startsWith(u"0800") || digits.startsWith(u"0900");
}

/// Whether other digits are next to the number, as in a phone number.
bool isPartOfMore(const QString &text, qsizetype begin, qsizetype end)
{
    static const QRegularExpression before(u"\\d[\\s.,:/()–-]{1,2}$"_s);
    static const QRegularExpression after(u"^[\\s.,:/()–-]{1,2}\\d"_s);
    const qsizetype from = std::max<qsizetype>(begin - 3, 0);
    return before.match(text.mid(from, begin - from)).hasMatch()
        || after.match(text.mid(end, 3)).hasMatch();
}

QList<Candidate> candidates(const QString &text)
{
    // Digits, in one piece or in two halves; or capital letters mixed with digits.
    static const QRegularExpression numbers(
        u"(?<![\\w.])(?:[A-Z]{1,3}-)?(\\d{3}[ -]\\d{3}|\\d{4}[ -]\\d{4}|\\d{4,8}|"
        "(?=[A-Z]*\\d)(?=\\d*[A-Z])[A-Z0-9]{6,8})(?![A-Za-z0-9_])"_s);
    QList<Candidate> found;
    for (auto all = numbers.globalMatch(text); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        const qsizetype begin = match.capturedStart();
        const qsizetype end = match.capturedEnd();
        const QString code = match.captured(1).remove(u' ').remove(u'-');
        const qsizetype from = std::max<qsizetype>(begin - signBefore, 0);
        if (isYear(code) || isService(code) || isPartOfMore(text, begin, end)
            || signsBefore().match(text.mid(from, begin - from)).hasMatch()
            || signsAfter().match(text.mid(end, 16)).hasMatch())
            continue;
        found.append({ begin, end, code });
    }
    return found;
}

/// The places of the words, except in names of other kinds of codes.
QList<Candidate> wordsOf(const QString &text, const QRegularExpression &words)
{
    QList<Candidate> others;
    for (auto all = otherCodes().globalMatch(text); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        others.append({ match.capturedStart(), match.capturedEnd(), {} });
    }
    QList<Candidate> found;
    for (auto all = words.globalMatch(text); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        const Candidate word{ match.capturedStart(), match.capturedEnd(), {} };
        const bool isOther = std::ranges::any_of(others, [&word](const Candidate &other) {
            return word.begin >= other.begin && word.end <= other.end;
        });
        if (!isOther)
            found.append(word);
    }
    return found;
}

/// The distance of the code from the words; it counts as larger if the code is before them. Nothing: too far.
std::optional<qsizetype> distance(const Candidate &word, const Candidate &code)
{
    if (code.begin >= word.end && code.begin - word.end <= farthestAfter)
        return code.begin - word.end;
    if (code.end <= word.begin && word.begin - code.end <= farthestBefore)
        return (word.begin - code.end) + farthestBefore;
    return std::nullopt;
}

} // namespace

QString verificationCode(const QString &subject, const QString &preview)
{
    const QString text = subject.first(std::min(subject.size(), maxLooked)) + u" \n "_s
        + preview.first(std::min(preview.size(), maxLooked));
    QList<Candidate> words = wordsOf(text, certainWords());
    if (words.isEmpty() && purposes().match(text).hasMatch())
        words = wordsOf(text, usualWords());
    if (words.isEmpty())
        return {};
    qsizetype nearest = std::numeric_limits<qsizetype>::max();
    QString best;
    for (const Candidate &code : candidates(text)) {
        for (const Candidate &word : std::as_const(words)) {
            const auto far = distance(word, code);
            if (far && *far < nearest) {
                nearest = *far;
                best = code.code;
            }
        }
    }
    return best;
}

QString spacedCode(const QString &code)
{
    const bool isHalved = code.size() == 6 || code.size() == 8;
    if (!isHalved)
        return code;
    return QString(code).insert(code.size() / 2, u' ');
}

} // namespace Policy
