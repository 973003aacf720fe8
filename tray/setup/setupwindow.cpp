// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/setupwindow.h"

#include "setup/accountpage.h"
#include "setup/addresspage.h"
#include "setup/folderspage.h"
#include "setup/note.h"
#include "setup/serverspage.h"
#include "setup/signinpage.h"
#include "setup/syncpage.h"
#include "spoken/names.h"
#include "spoken/role.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

constexpr QSize wanted(640, 540);
constexpr int titleBar = 40; // height, with the shadow of the window

} // namespace

SetupWindow::SetupWindow(const Flow::Parts &parts, QWidget *parent)
    : QDialog(parent), m_flow(parts), m_title(new QLabel(this)), m_lead(new QLabel(this)),
      m_stack(new QStackedWidget(this)), m_away(new Note(this))
{
    Spoken::setRole(this, QAccessible::Dialog);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowFlag(Qt::WindowContextHelpButtonHint, false);
    QPalette colours = palette(); // some dark desktops leave the placeholder colour black
    QColor hint = colours.color(QPalette::Text);
    hint.setAlpha(150);
    colours.setColor(QPalette::PlaceholderText, hint);
    setPalette(colours);
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    m_title->setFont(large);
    for (QLabel *label : { m_title, m_lead }) {
        Spoken::setRole(label, QAccessible::StaticText);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    addPage(Flow::Page::Address, new AddressPage(m_flow));
    addPage(Flow::Page::SignIn, new SignInPage(m_flow));
    addPage(Flow::Page::Servers, new ServersPage(m_flow));
    addPage(Flow::Page::Folders, new FoldersPage(m_flow));
    addPage(Flow::Page::Sync, new SyncPage(m_flow));
    addPage(Flow::Page::Account, new AccountPage(m_flow));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->addWidget(m_title);
    layout->addWidget(m_lead);
    layout->addSpacing(4);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_away);
    makeFooter();
    connect(&m_flow, &Flow::changed, this, &SetupWindow::refresh);
    connect(&m_flow, &Flow::removed, this, &QDialog::accept);
    connect(new QShortcut(Qt::CTRL | Qt::Key_W, this), &QShortcut::activated, this,
            &QDialog::reject);
    fitInto(*screen());
    refresh();
}

SetupWindow::~SetupWindow()
{
    m_flow.disconnect(this);
}

// Pages scroll if the screen is low or the font is large, so that the buttons stay visible.
void SetupWindow::addPage(Flow::Page name, Page *page)
{
    Spoken::setRole(page, QAccessible::Grouping);
    auto *area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus); // Tab reaches its controls and scrolls to them
    area->setWidget(page);
    area->setMinimumWidth(page->minimumSizeHint().width()
                          + area->verticalScrollBar()->sizeHint().width());
    m_pages.insert(name, page);
    m_areas.insert(name, area);
    m_stack->addWidget(area);
    connect(page, &Page::edited, this, &SetupWindow::refreshFooter);
    connect(page, &Page::closeWanted, this, &QDialog::accept);
}

void SetupWindow::makeFooter()
{
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_back = new QPushButton(tr("&Back"), this);
    m_next = new QPushButton(this);
    auto *row = new QHBoxLayout;
    row->addWidget(m_cancel);
    row->addStretch();
    row->addWidget(m_back);
    row->addWidget(m_next);
    for (QPushButton *button : { m_cancel, m_back })
        button->setAutoDefault(false);
    m_next->setDefault(true);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_back, &QPushButton::clicked, &m_flow, &Flow::back);
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (current()->canGoOn())
            current()->goOn();
    });
}

void SetupWindow::fitInto(const QScreen &screen)
{
    resize(wanted.boundedTo(screen.availableSize() - QSize(0, titleBar)));
}

Page *SetupWindow::current() const
{
    return m_pages.value(m_flow.page());
}

void SetupWindow::refresh()
{
    const bool isOther = m_shown != m_flow.page();
    const bool isTaskOver = m_shownTask != m_flow.task() && m_flow.task() == Flow::Task::None;
    m_shown = m_flow.page();
    m_shownTask = m_flow.task();
    Page *page = current();
    if (isOther)
        page->enter();
    page->refresh();
    setWindowTitle(tr("%1 – Postrider").arg(page->title()));
    // The window stays the same, so screen readers would not announce a new title.
    page->setAccessibleName(page->title());
    page->setAccessibleDescription(page->lead());
    m_title->setText(page->title());
    m_lead->setText(page->lead());
    m_lead->setVisible(!page->lead().isEmpty());
    m_away->say(m_flow.isOnline() ? QString()
                                  : tr("The mail service does not answer. Your entries are kept. "
                                       "Postrider continues as soon as the service answers again."),
                Note::Kind::Problem);
    if (isOther)
        m_stack->setCurrentWidget(m_areas.value(m_flow.page()));
    refreshFooter();
    if (isOther || isTaskOver)
        focusFirst();
}

void SetupWindow::refreshFooter()
{
    const Page *page = current();
    const bool isLast = m_flow.page() == Flow::Page::Sync || m_flow.page() == Flow::Page::Account;
    m_cancel->setVisible(!isLast);
    m_back->setVisible(!isLast);
    m_back->setEnabled(m_flow.canGoBack());
    Spoken::setText(m_next, page->nextText());
    m_next->setEnabled(page->canGoOn());
}

void SetupWindow::focusFirst()
{
    QWidget *field = current()->firstField();
    if (field && field->isEnabled())
        field->setFocus(Qt::TabFocusReason);
    else if (m_next->isEnabled())
        m_next->setFocus(Qt::OtherFocusReason);
    else if (m_back->isEnabled() && m_back->isVisible())
        m_back->setFocus(Qt::OtherFocusReason);
}

} // namespace Setup
