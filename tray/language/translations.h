// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QTranslator>

namespace Language {

/**
 * Installs the translations for the first of the person's languages that has any, as long as this object
 * lives: ours, and Qt's own in the same language, so that no window mixes two languages. English if no
 * language fits. Needs the application object, which outlives it.
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

/// The first language of `wanted` (`de-AT`, the preferred one first) that is in `offered`: with the same
/// territory if possible, never in another script. English if none fits.
QString chosenLanguage(const QStringList &wanted, const QStringList &offered);

} // namespace Language
