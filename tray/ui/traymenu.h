// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/menumodel.h"

#include <QMenu>

namespace Ui {

/**
 * Shows the model as a menu. An open menu must not disappear under the pointer when a mail arrives: if only
 * texts and marks change, the entries are kept and updated; other changes wait until the menu is closed.
 */
class TrayMenu : public QMenu
{
    Q_OBJECT

public:
    explicit TrayMenu(QWidget *parent = nullptr);

    void setItems(const QList<MenuItem> &items);
    /// True if the panel receives the menu over D-Bus, because it then displays texts in another way.
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

/// Converts the text of a menu, in which && is an ampersand, for a menu over D-Bus: Qt replaces the first
/// ampersand by the underscore that marks a mnemonic there, and leaves all others unchanged (6.4.2).
QString textOverBus(const QString &text);

} // namespace Ui
