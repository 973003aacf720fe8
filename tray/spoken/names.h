// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAbstractButton;
class QLabel;

namespace Spoken {

/**
 * Gives labels and buttons with a mnemonic in brackets, as in `文件(&F)`, an accessible name without it: Qt
 * removes the `&` only. To be installed as event filter of the application.
 */
class Names : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override;
};

/// Changes the text and the accessible name of a widget that may be visible already.
void setText(QLabel *label, const QString &text);
void setText(QAbstractButton *button, const QString &text);

} // namespace Spoken
