// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/settingsinput.h"

#include <QTime>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qsizetype mostImageSenders = 1000;
constexpr Http::TextRule addressRule{ .min = 3, .max = 320 };

/// The values that a field accepts, and the message that names them.
struct Choices {
    QByteArrayList values;
    QString reason;
};

void readChoice(Http::Body &body, QLatin1StringView name, const Choices &choices,
                const QByteArray &standard, QByteArray &value)
{
    if (body.isNull(name))
        value = standard;
    const std::optional<QString> given = body.optionalText(name);
    if (!given)
        return;
    if (choices.values.contains(given->toUtf8()))
        value = given->toUtf8();
    else
        body.fail(name, choices.reason);
}

void readFlag(Http::Body &body, QLatin1StringView name, bool standard, bool &value)
{
    if (body.isNull(name))
        value = standard;
    value = body.optionalBoolean(name).value_or(value);
}

bool isAddress(const QString &text)
{
    const qsizetype at = text.indexOf(u'@');
    return at > 0 && at < text.size() - 1 && text.count(u'@') == 1
        && std::ranges::none_of(
               text, [](QChar c) { return c.isSpace() || c.category() == QChar::Other_Control; });
}

void readImageSenders(Http::Body &body, QStringList &senders)
{
    const auto name = "imageSenders"_L1;
    if (body.isNull(name))
        senders.clear();
    const auto given = body.optionalTextList(name, mostImageSenders, addressRule);
    if (!given)
        return;
    senders.clear();
    for (const QString &address : *given) {
        if (!isAddress(address))
            return body.fail(
                name, u"must contain e-mail addresses only: \"%1\" is not one"_s.arg(address));
        senders.append(address.toLower());
    }
    senders.removeDuplicates();
}

bool isTime(const QString &text)
{
    return text.size() == 5 && QTime::fromString(text, u"HH:mm"_s).isValid();
}

void readTime(Http::Body &body, QLatin1StringView name, const QByteArray &standard,
              QByteArray &value)
{
    if (body.isNull(name))
        value = standard;
    const std::optional<QString> given = body.optionalText(name);
    if (given && isTime(*given))
        value = given->toLatin1();
    else if (given)
        body.fail(u"quietHours."_s + name, u"must be a time from 00:00 to 23:59"_s);
}

void readQuietHours(Http::Body &body, Store::QuietHours &hours)
{
    const Store::QuietHours standard;
    if (body.isNull("quietHours"_L1))
        hours = standard;
    const std::optional<QJsonObject> given = body.optionalObject("quietHours"_L1);
    if (!given)
        return;
    Http::Body inner(*given, u"quietHours."_s);
    readFlag(inner, "enabled"_L1, standard.enabled, hours.enabled);
    readTime(inner, "from"_L1, standard.from, hours.from);
    readTime(inner, "to"_L1, standard.to, hours.to);
    body.takeFailures(inner);
}

} // namespace

Store::UserSettings readSettings(Http::Body &body, Store::UserSettings settings)
{
    static const Choices languages{ { "", "en", "de", "zh" }, u"must be empty, en, de or zh"_s };
    static const Choices themes{ { "system", "light", "dark" },
                                 u"must be system, light or dark"_s };
    static const Choices densities{ { "comfortable", "compact" },
                                    u"must be comfortable or compact"_s };
    const Store::UserSettings standard;
    readChoice(body, "language"_L1, languages, standard.language, settings.language);
    readChoice(body, "theme"_L1, themes, standard.theme, settings.theme);
    readChoice(body, "density"_L1, densities, standard.density, settings.density);
    readFlag(body, "conversations"_L1, standard.conversations, settings.conversations);
    readFlag(body, "notifications"_L1, standard.notifications, settings.notifications);
    readImageSenders(body, settings.imageSenders);
    readQuietHours(body, settings.quietHours);
    return settings;
}

} // namespace Api
