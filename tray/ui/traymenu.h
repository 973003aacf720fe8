// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/menumodel.h"

#include <QMenu>

namespace Ui {

/**
 * The model as a menu. An open menu must not vanish under the pointer when a mail arrives: where only
 * texts and marks change, its entries stay the objects that they are; other changes wait until it is
 * closed.
 */
class TrayMenu : public QMenu
{
    Q_OBJECT

public:
    explicit TrayMenu(QWidget *parent = nullptr);

    void setItems(const QList<MenuItem> &items);
    /// Shown by a panel that gets it over D-Bus: it writes its texts in another way.
    void setOverBus(bool isOverBus);

Q_SIGNALS:
    void chosen(const QString &id);

private:
    void rebuild();
    void fill(QMenu *menu, const QList<MenuItem> &items);
    bool update(QMenu *menu, const QList<MenuItem> &items) const;
    void apply(QAction *action, const MenuItem &item) const;

    bool m_isOverBus = false;
    QList<MenuItem> m_items;
};

/// `text` of a menu, in which && stands for an ampersand, as Qt must be given it for a menu over D-Bus:
/// Qt turns the first ampersand into the underscore that marks a key there, and leaves all others as
/// they are (6.4.2).
QString textOverBus(const QString &text);

} // namespace Ui
