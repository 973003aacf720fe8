// SPDX-License-Identifier: GPL-3.0-or-later
#include "spoken/sentence.h"

#include "spoken/role.h"

namespace Spoken {

Sentence::Sentence(QWidget *parent) : QLabel(parent)
{
    setRole(this, QAccessible::Notification);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    hide();
}

void Sentence::say(const QString &text)
{
    const bool isNew = !text.isEmpty() && (text != this->text() || isHidden());
    const bool isThere = isVisible();
    setText(text);
    setVisible(!text.isEmpty());
    if (!isNew)
        return;
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    // AT-SPI has no alerts, so screen readers need ObjectShow. Qt sends it only for a widget that was hidden.
    if (isThere) {
        QAccessibleEvent again(this, QAccessible::ObjectShow);
        QAccessible::updateAccessibility(&again);
    }
}

} // namespace Spoken
