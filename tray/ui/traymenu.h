// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/menumodel.h"

#include <QMenu>

namespace Ui {

/**
 * The model as a menu. Where only texts and marks changed, entries stay the objects that they are:
 * an open menu must not vanish under the pointer when a mail arrives.
 */
class TrayMenu : public QMenu
{
    Q_OBJECT

public:
    using QMenu::QMenu;

    void setItems(const QList<MenuItem> &items);

Q_SIGNALS:
    void chosen(const QString &id);

private:
    void fill(QMenu *menu, const QList<MenuItem> &items);
    static bool update(QMenu *menu, const QList<MenuItem> &items);

    QList<MenuItem> m_items;
};

} // namespace Ui
