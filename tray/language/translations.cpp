// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/translations.h"

#include <QCoreApplication>
#include <QDir>

using namespace Qt::StringLiterals;

static void initResources() // Q_INIT_RESOURCE must be outside of any namespace
{
    Q_INIT_RESOURCE(i18n);
}

namespace Language {

namespace {

const QString folder = u":/i18n"_s;
const QString prefix = u"postrider-tray_"_s;
const QString english = u"en"_s;

} // namespace

QStringList languages()
{
    initResources();
    QStringList names;
    for (const QString &file : QDir(folder).entryList({ prefix + u'*' }))
        names.append(file.sliced(prefix.size()).section(u'.', 0, 0));
    return names;
}

QString chosenLanguage(const QStringList &wanted, const QStringList &offered)
{
    for (const QString &name : wanted) {
        const QLocale locale(name);
        QString fitting;
        QString same; // same territory; a name with it is preferred: `de_DE` to `de`
        for (const QString &offer : offered) {
            const QLocale other(offer);
            if (other.language() != locale.language() || other.script() != locale.script())
                continue;
            if (fitting.isEmpty())
                fitting = offer;
            if (other.territory() == locale.territory() && offer.size() > same.size())
                same = offer;
        }
        if (!same.isEmpty() || !fitting.isEmpty())
            return same.isEmpty() ? fitting : same;
    }
    return english;
}

Translations::Translations(const QLocale &locale)
    : m_language(chosenLanguage(locale.uiLanguages(), languages()))
{
    if (m_ours.load(folder + u'/' + prefix + m_language))
        QCoreApplication::installTranslator(&m_ours);
    if (m_language != english && m_qts.load(folder + u"/qtbase_"_s + m_language))
        QCoreApplication::installTranslator(&m_qts);
}

Translations::~Translations()
{
    QCoreApplication::removeTranslator(&m_ours);
    QCoreApplication::removeTranslator(&m_qts);
}

} // namespace Language
