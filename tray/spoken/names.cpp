// SPDX-License-Identifier: GPL-3.0-or-later
#include "spoken/names.h"

#include "policy/cleantext.h"

#include <QAbstractButton>
#include <QEvent>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace Spoken {

namespace {

/// Empty: Qt's own name is right.
QString nameOf(const QString &text)
{
    return text.contains(u"(&"_s) ? Policy::withoutMnemonic(text) : QString();
}

template<typename Widget>
void nameIt(Widget *widget)
{
    if (widget && widget->accessibleName().isEmpty()) {
        if (const QString name = nameOf(widget->text()); !name.isEmpty())
            widget->setAccessibleName(name);
    }
}

} // namespace

bool Names::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Polish) { // once, before it is shown
        nameIt(qobject_cast<QLabel *>(watched));
        nameIt(qobject_cast<QAbstractButton *>(watched));
    }
    return QObject::eventFilter(watched, event);
}

void setText(QLabel *label, const QString &text)
{
    label->setText(text);
    label->setAccessibleName(nameOf(text));
}

void setText(QAbstractButton *button, const QString &text)
{
    button->setText(text);
    button->setAccessibleName(nameOf(text));
}

} // namespace Spoken
