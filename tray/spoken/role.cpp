// SPDX-License-Identifier: GPL-3.0-or-later
#include "spoken/role.h"

#include <QAccessibleWidget>
#include <QLabel>
#include <QVariant>

namespace Spoken {

namespace {

constexpr auto propertyName = "spokenRole";

class WithRole : public QAccessibleWidget
{
public:
    WithRole(QWidget *widget, QAccessible::Role role) : QAccessibleWidget(widget, role) { }

    QString text(QAccessible::Text kind) const override
    {
        const auto *label = qobject_cast<const QLabel *>(widget());
        if (kind == QAccessible::Name && label && label->accessibleName().isEmpty())
            return plain(label->text());
        return plain(QAccessibleWidget::text(kind));
    }
};

QAccessibleInterface *make(const QString & /*className*/, QObject *object)
{
    auto *widget = qobject_cast<QWidget *>(object);
    const QVariant role = widget ? widget->property(propertyName) : QVariant();
    return role.isValid() ? new WithRole(widget, QAccessible::Role(role.toInt())) : nullptr;
}

} // namespace

QString plain(QString text)
{
    return text.remove(QChar(0x2068)).remove(QChar(0x2069));
}

void setRole(QWidget *widget, QAccessible::Role role)
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(isInstalled)
    widget->setProperty(propertyName, int(role));
}

} // namespace Spoken
