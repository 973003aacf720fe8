// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/folderspage.h"

#include "policy/cleantext.h"
#include "setup/note.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

constexpr int pathRole = Qt::UserRole;
constexpr int lowest = 80; // smallest height of the tree, which scrolls

/// Qt's own style draws the edges of empty boxes darker than the window: invisible on dark colours.
void showBoxes(QWidget *tree)
{
    QPalette colours = tree->palette();
    if (colours.color(QPalette::Base).lightness() >= 128)
        return;
    colours.setColor(QPalette::Window, colours.color(QPalette::Text).darker(120));
    tree->setPalette(colours);
}

/// Adds the folders in `paths` that the server does not list now.
QList<Folder> withPaths(QList<Folder> folders, const QStringList &paths)
{
    for (const QString &path : paths) {
        if (std::ranges::find(folders, path, &Folder::path) == folders.end())
            folders.append({ path, path });
    }
    return folders;
}

} // namespace

FoldersPage::FoldersPage(Flow &flow, QWidget *parent)
    : Page(flow, parent), m_problem(new Note(this)), m_tree(new QTreeWidget(this)),
      m_span(new QComboBox(this)), m_name(new QLineEdit(this)), m_senderName(new QLineEdit(this))
{
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({ tr("Folder"), tr("Mails there") });
    m_tree->setAccessibleName(tr("Folders"));
    m_tree->setMinimumHeight(lowest);
    m_tree->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // see the list in SyncPage
    showBoxes(m_tree);
    m_tree->setTabKeyNavigation(false);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_span->setAccessibleName(tr("How far back"));
    m_name->setAccessibleName(tr("Name of the mailbox"));
    m_senderName->setAccessibleName(tr("Your name"));
    m_senderName->setPlaceholderText(tr("as others see it in your mails"));
    for (QLineEdit *line : { m_name, m_senderName })
        line->setMaxLength(200);
    auto *label = new QLabel(tr("&Folders to fetch"), this);
    label->setBuddy(m_tree);
    auto *form = new QFormLayout;
    form->addRow(tr("&How far back"), m_span);
    form->addRow(tr("&Name of the mailbox"), m_name);
    form->addRow(tr("&Your name"), m_senderName);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->addWidget(m_problem);
    layout->addWidget(label);
    layout->addWidget(m_tree, 1);
    layout->addLayout(form);
    connect(m_tree, &QTreeWidget::itemChanged, this, &FoldersPage::keep);
    connect(m_span, &QComboBox::activated, this, &FoldersPage::keep);
    for (QLineEdit *line : { m_name, m_senderName })
        connect(line, &QLineEdit::textEdited, this, &FoldersPage::keep);
}

QString FoldersPage::title() const
{
    return tr("What to fetch");
}

QString FoldersPage::lead() const
{
    return Policy::isolated(m_flow.draft().email, 100);
}

void FoldersPage::enter()
{
    fill();
    const Draft &draft = m_flow.draft();
    const QSignalBlocker quiet(m_span);
    m_span->clear();
    for (const Span &span : spansFor(draft.span)) {
        m_span->addItem(spanText(span), QVariantList{ span.mode, span.days });
        if (span.isSame(draft.span))
            m_span->setCurrentIndex(m_span->count() - 1);
    }
    m_name->setText(draft.name.isEmpty() ? draft.email : draft.name);
    m_senderName->setText(draft.senderName);
}

void FoldersPage::fill()
{
    const QSignalBlocker quiet(m_tree);
    m_shown = withPaths(m_flow.folders(), m_flow.draft().folders);
    m_tree->clear();
    QList<QTreeWidgetItem *> items;
    for (const Folder &folder : m_shown) {
        auto *item = new QTreeWidgetItem({ folderText(folder), amountText(folder) });
        item->setData(0, pathRole, folder.path);
        // In a change of the row, a screen reader reads the first column only.
        item->setData(0, Qt::AccessibleDescriptionRole, amountText(folder));
        item->setToolTip(0, u"<qt>"_s + folder.path.toHtmlEscaped() + u"</qt>"_s);
        Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
        if (folder.isSelectable) {
            flags |= Qt::ItemIsUserCheckable;
            item->setCheckState(
                0, m_flow.draft().folders.contains(folder.path) ? Qt::Checked : Qt::Unchecked);
        }
        item->setFlags(flags);
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        items.append(item);
    }
    for (qsizetype at = 0; at < items.size(); ++at) {
        const qsizetype parent = parentOf(m_shown, at);
        if (parent >= 0 && parent != at)
            items.at(parent)->addChild(items.at(at));
        else
            m_tree->addTopLevelItem(items.at(at));
    }
    m_tree->expandAll();
    if (m_tree->topLevelItemCount() > 0)
        m_tree->setCurrentItem(m_tree->topLevelItem(0));
}

void FoldersPage::refresh()
{
    const bool isSaving = m_flow.task() == Flow::Task::Saving;
    for (QWidget *part : { static_cast<QWidget *>(m_tree), static_cast<QWidget *>(m_span),
                           static_cast<QWidget *>(m_name), static_cast<QWidget *>(m_senderName) })
        part->setEnabled(!isSaving);
    if (!m_flow.problem().isEmpty())
        m_problem->say(m_flow.problem(), Note::Kind::Problem);
    else
        m_problem->say(isSaving && m_flow.note().isEmpty() ? tr("Saving …") : m_flow.note());
}

QStringList FoldersPage::chosen() const
{
    QStringList paths;
    for (QTreeWidgetItemIterator it(m_tree, QTreeWidgetItemIterator::Checked); *it; ++it)
        paths.append((*it)->data(0, pathRole).toString());
    return paths;
}

void FoldersPage::keep()
{
    const QVariantList span = m_span->currentData().toList();
    const QString name = m_name->text().trimmed();
    m_flow.setChoice(chosen(), { span.value(0).toString(), span.value(1).toInt() }, name,
                     m_senderName->text());
    Q_EMIT edited();
}

QString FoldersPage::nextText() const
{
    return m_flow.purpose() == Flow::Purpose::Add ? tr("&Add the mailbox") : tr("&Save");
}

bool FoldersPage::canGoOn() const
{
    return m_flow.task() == Flow::Task::None && !chosen().isEmpty();
}

void FoldersPage::goOn()
{
    keep();
    m_flow.save();
}

QWidget *FoldersPage::firstField()
{
    return m_tree;
}

} // namespace Setup
