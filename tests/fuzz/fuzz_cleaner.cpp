// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "html/cleaner.h"
#include "html/page.h"
#include "html/plaintext.h"

#include <QString>

namespace {

void require(bool isRight)
{
    if (!isRight)
        __builtin_trap();
}

/// Looks for elements, attributes and addresses that run or load something, in the cleaner's notation.
bool isHarmless(const QString &html)
{
    for (const char *word : { "<script",    "<style",  "<svg",      "<math",  "<iframe",
                              "<object",    "<embed",  "<link",     "<meta",  "<base",
                              "<form",      "<input",  "<textarea", "<title", "<template",
                              "<noscript",  "<select", "<!",        "<?",     "href=\"javascript",
                              "src=\"http", "src=\"//" }) {
        if (html.contains(QLatin1StringView(word), Qt::CaseInsensitive))
            return false;
    }
    return true;
}

} // namespace

/// Cleaned HTML is harmless, it closes all its elements, and cleaning it again changes nothing.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString html = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    const Html::Cleaned cleaned = Html::clean(html, {});
    require(isHarmless(cleaned.body) && !cleaned.styles.contains(u'<'));
    const auto addresses = cleaned.styles.count(QLatin1StringView("url("), Qt::CaseInsensitive);
    require(addresses == cleaned.styles.count(QLatin1StringView("url(\"data:image/")));
    const QString styled = cleaned.styles.isEmpty()
        ? QString()
        : QLatin1StringView("<style>") + cleaned.styles + QLatin1StringView("</style>");
    const Html::Cleaned again = Html::clean(styled + cleaned.body, {});
    require(again.body == cleaned.body && again.styles == cleaned.styles);
    require(again.remoteImages == 0);
    require(Html::pageOf(cleaned).endsWith("</body></html>\n"));
    require(isHarmless(Html::plainTextAsHtml(html)));
    return 0;
}
