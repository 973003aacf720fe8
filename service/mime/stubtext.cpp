// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/stubtext.h"

#include <QList>

#include <algorithm>
#include <iterator>

namespace Mime {

namespace {

constexpr qsizetype stubFactor = 2;
constexpr qsizetype longestPhrase = 120; // of words around a link to the same mail on the web
constexpr qsizetype comparedUnits = 24;

template<size_t N>
bool containsAny(QStringView text, const QStringView (&words)[N])
{
    return std::any_of(std::begin(words), std::end(words),
                       [&](QStringView word) { return text.contains(word, Qt::CaseInsensitive); });
}

// Runs for most mails. QStringView::contains() takes ten times as long, because it folds each letter.
bool hasHtmlWord(QStringView text)
{
    constexpr QStringView word = u"html";
    for (qsizetype at = 0; at + word.size() <= text.size(); ++at) {
        if ((text[at].unicode() | 0x20) == u'h'
            && text.sliced(at, word.size()).compare(word, Qt::CaseInsensitive) == 0)
            return true;
    }
    return false;
}

// The text without links and the punctuation around them.
QString wordsOf(const QString &text)
{
    QString words;
    for (const QStringView word : QStringView(text).split(u' ')) {
        if (word.contains(u"://") || word.startsWith(u"www."))
            continue;
        if (!words.isEmpty())
            words.append(u' ');
        words.append(word);
    }
    return words;
}

bool speaksOfHtml(QStringView words)
{
    constexpr QStringView verbs[] = {
        u"support",    u"display",  u"view",     u"read",     u"enable",    u"version",  u"format",
        u"unterst",    u"anzeig",   u"darstell", u"affich",   u"en charge", u"lire",     u"admite",
        u"compatib",   u"visualiz", u"soporta",  u"suporta",  u"exib",      u"supporta", u"weerg",
        u"ondersteun", u"поддерж",  u"отобра",   u"просмотр", u"支持",      u"支援",     u"显示",
        u"顯示",       u"表示",     u"対応",     u"지원",     u"obsług",    u"wyświet",  u"podpor",
        u"zobraz",     u"destek",   u"stöd"
    };
    return hasHtmlWord(words) && containsAny(words, verbs);
}

bool speaksOfBrowser(QStringView words)
{
    constexpr QStringView browsers[] = {
        u"browser",     u"navigateur",  u"navegador",       u"браузер",        u"ブラウザ",
        u"浏览器",      u"瀏覽器",      u"브라우저",        u"przegląda",      u"prohlížeč",
        u"tarayıcı",    u"webbläsare",  u"nettleser",       u"selaimes",       u"böngésző",
        u"web version", u"webversion",  u"online version",  u"online-version", u"en ligne",
        u"view online", u"versión web", u"versione online", u"онлайн"
    };
    return containsAny(words, browsers);
}

} // namespace

bool mayBeStub(const Summary &text)
{
    return !text.isCut || hasHtmlWord(text.text) || text.text.contains(u"://");
}

bool isStub(const Summary &text, QStringView html)
{
    if (html.isEmpty())
        return false;
    const QString words = wordsOf(text.text);
    if (speaksOfHtml(words))
        return true;
    if (words.size() <= longestPhrase && speaksOfBrowser(words))
        return true;
    const QStringView beginning = QStringView(words).first(std::min(comparedUnits, words.size()));
    return !text.isCut && words.size() * stubFactor < html.size()
        && !html.contains(beginning, Qt::CaseInsensitive);
}

} // namespace Mime
