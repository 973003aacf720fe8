// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QTranslator>

namespace Language {

/**
 * The texts in the first of the person's languages that there are translations for, as long as this
 * lives: ours, and Qt's own in the same language, so that no window mixes two. English where there is
 * none. Needs the application's object, which outlives it.
 */
class Translations
{
public:
    explicit Translations(const QLocale &locale = QLocale());
    ~Translations();
    Q_DISABLE_COPY_MOVE(Translations)

    QString language() const { return m_language; } ///< `de`, `zh_CN`; `en` without a translation

private:
    QString m_language;
    QTranslator m_ours;
    QTranslator m_qts;
};

/// The languages that are compiled in: `de`, `en`, `zh_CN`.
QStringList languages();

/// The first of `wanted` (`de-AT`, in the order of a person's liking) that is in `offered`; with the
/// territory if possible, never in another script. English where there is none.
QString chosenLanguage(const QStringList &wanted, const QStringList &offered);

} // namespace Language
