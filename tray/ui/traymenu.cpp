// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traymenu.h"

using namespace Qt::StringLiterals;

namespace Ui {

QString textOverBus(const QString &text)
{
    QString out = QString(text).replace(u"&&"_s, u"&"_s).replace(u'_', u"__"_s);
    const qsizetype first = out.indexOf(u'&');
    if (first >= 0)
        out.insert(first, u'&'); // sent as "_&", a mnemonic, which is shown as an ampersand
    return out;
}

TrayMenu::TrayMenu(QWidget *parent) : QMenu(parent)
{
    // Queued, because the chosen entry is still used after the menu was hidden.
    connect(this, &QMenu::aboutToHide, this, &TrayMenu::rebuild, Qt::QueuedConnection);
}

void TrayMenu::setOverBus(bool isOverBus)
{
    if (std::exchange(m_isOverBus, isOverBus) != isOverBus)
        update(this, m_items);
}

void TrayMenu::apply(QAction *action, const MenuItem &item) const
{
    action->setText(m_isOverBus ? textOverBus(item.text) : item.text);
    action->setEnabled(item.isEnabled);
    action->setCheckable(item.isChecked.has_value());
    action->setChecked(item.isChecked.value_or(false));
}

void TrayMenu::setItems(const QList<MenuItem> &items)
{
    if (items == m_items)
        return;
    m_items = items;
    rebuild();
}

void TrayMenu::rebuild()
{
    if (update(this, m_items) || isVisible())
        return;
    clear();
    // clear() does not delete submenus, because the menu owns them, not their actions.
    qDeleteAll(findChildren<QMenu *>(Qt::FindDirectChildrenOnly));
    fill(this, m_items);
}

void TrayMenu::fill(QMenu *menu, const QList<MenuItem> &items)
{
    for (const MenuItem &item : items) {
        QAction *action = nullptr;
        if (item.id.isEmpty()) {
            menu->addSeparator();
            continue;
        }
        if (item.children.isEmpty()) {
            action = menu->addAction(item.text);
            connect(action, &QAction::triggered, this, [this, id = item.id] { Q_EMIT chosen(id); });
        } else {
            QMenu *children = menu->addMenu(item.text);
            fill(children, item.children);
            action = children->menuAction();
        }
        action->setData(item.id);
        apply(action, item);
    }
}

bool TrayMenu::update(QMenu *menu, const QList<MenuItem> &items) const
{
    const QList<QAction *> actions = menu->actions();
    if (actions.size() != items.size())
        return false;
    for (qsizetype i = 0; i < items.size(); ++i) {
        const bool hasMenu = actions.at(i)->menu() != nullptr;
        if (actions.at(i)->data().toString() != items.at(i).id
            || hasMenu != !items.at(i).children.isEmpty())
            return false;
        if (hasMenu && !update(actions.at(i)->menu(), items.at(i).children))
            return false;
    }
    for (qsizetype i = 0; i < items.size(); ++i) {
        if (!items.at(i).id.isEmpty())
            apply(actions.at(i), items.at(i));
    }
    return true;
}

} // namespace Ui
