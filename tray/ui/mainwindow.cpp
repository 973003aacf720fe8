// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "policy/cleantext.h"
#include "spoken/names.h"
#include "spoken/role.h"
#include "spoken/sentence.h"
#include "ui/statustext.h"
#include "ui/traymenu.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Ui {

namespace {

using State = Session::Link::State;

constexpr int idRole = Qt::UserRole;
constexpr int titleBar = 40; // height, with the shadow of the window

} // namespace

MainWindow::MainWindow(QWidget *parent)
    : QWidget(parent, Qt::Window), m_summary(new QLabel(this)),
      m_problem(new Spoken::Sentence(this)), m_remedy(new QPushButton(this)),
      m_search(new QLineEdit(this)), m_undo(new QWidget(this)),
      m_undoText(new Spoken::Sentence(m_undo)), m_context(new TrayMenu(this)),
      m_accounts(new QListWidget(this)), m_mails(new QListWidget(this)), m_menu(new TrayMenu(this))
{
    Spoken::setRole(this, QAccessible::Window);
    setWindowTitle(u"Postrider"_s);
    resize(QSize(480, 520).boundedTo(screen()->availableSize() - QSize(0, titleBar)));
    QFont large = m_summary->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    m_summary->setFont(large);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    connect(m_remedy, &QPushButton::clicked, this, [this] { Q_EMIT chosen(m_remedyId); });
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_summary);
    layout->addWidget(m_problem);
    layout->addWidget(m_remedy, 0, Qt::AlignLeft);
    layout->addWidget(m_search);
    addSearch();
    const auto addList = [this, layout](const QString &title, QListWidget *list, int stretch) {
        auto *label = new QLabel(title, this);
        label->setBuddy(list);
        list->setAccessibleName(Policy::withoutMnemonic(title));
        list->setSpacing(2);
        list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // long rows end in an ellipsis
        layout->addWidget(label);
        layout->addWidget(list, stretch);
        connect(list, &QListWidget::itemActivated, this,
                [this](QListWidgetItem *item) { Q_EMIT chosen(item->data(idRole).toString()); });
        list->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(list, &QWidget::customContextMenuRequested, this,
                [this, list](const QPoint &at) { showMenu(list, at); });
        return label;
    };
    addList(tr("&Mailboxes"), m_accounts, 1);
    m_mailsTitle = addList(tr("&Newest mails"), m_mails, 2);
    addUndo(layout);
    auto *row = new QHBoxLayout;
    m_sync = addButton(tr("S&ync now"), u"sync"_s);
    row->addWidget(m_sync);
    m_web = addButton(tr("&Open in the browser"), u"web"_s);
    row->addWidget(m_web);
    m_compose = addButton(tr("Ne&w mail"), u"compose"_s);
    row->addWidget(m_compose);
    row->addStretch();
    m_more = new QPushButton(tr("Mor&e"), this);
    m_more->setMenu(m_menu);
    row->addWidget(m_more);
    layout->addLayout(row);
    connect(m_menu, &TrayMenu::chosen, this, &MainWindow::chosen);
    connect(m_context, &TrayMenu::chosen, this, &MainWindow::chosen);
    addKeys();
}

void MainWindow::addKeys()
{
    const auto onKey = [this](const QKeySequence &keys, auto then) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, then);
    };
    onKey(QKeySequence::Refresh, [this] {
        if (m_sync->isEnabled())
            Q_EMIT chosen(u"sync"_s);
    });
    onKey(Qt::CTRL | Qt::Key_W, [this] { close(); });
    onKey(QKeySequence::Find, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    onKey(QKeySequence::New, [this] {
        if (m_compose->isEnabled())
            Q_EMIT chosen(u"compose"_s);
    });
    onKey(QKeySequence::Undo, [this] {
        if (!m_undoId.isEmpty())
            Q_EMIT chosen(m_undoId);
    });
    onKey(Qt::Key_Escape, [this] {
        if (!m_search->text().isEmpty())
            m_search->clear();
        else if (m_hasIcon) // without an icon, closing ends the program
            close();
    });
    auto *remove = new QShortcut(QKeySequence::Delete, m_mails);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, [this] {
        const QListWidgetItem *mail = m_mails->currentItem();
        if (mail && m_sync->isEnabled())
            Q_EMIT chosen(u"delete/"_s + mail->data(idRole).toString().section(u'/', 1));
    });
}

void MainWindow::addSearch()
{
    m_search->setPlaceholderText(tr("Search all mail"));
    m_search->setAccessibleName(tr("Search all mail"));
    m_search->setAccessibleDescription(tr("Enter goes to the first mail that is found"));
    m_search->setClearButtonEnabled(true);
    for (auto *clear : m_search->findChildren<QToolButton *>())
        clear->setAccessibleName(tr("Clear the search"));
    tintPlaceholder();
    connect(m_search, &QLineEdit::textChanged, this, &MainWindow::searched);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (m_mails->count() > 0) {
            m_mails->setCurrentRow(0);
            m_mails->setFocus();
        }
    });
}

// Some dark themes leave the placeholder colour black (Qt 6.4).
void MainWindow::tintPlaceholder()
{
    QPalette colours = palette();
    QColor faint = colours.color(QPalette::Text);
    faint.setAlphaF(0.6F);
    colours.setColor(QPalette::PlaceholderText, faint);
    m_search->setPalette(colours);
}

void MainWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        tintPlaceholder();
}

void MainWindow::addUndo(QVBoxLayout *layout)
{
    m_undoText->setWordWrap(false);
    m_undoText->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *undo = new QPushButton(tr("&Undo"), m_undo);
    connect(undo, &QPushButton::clicked, this, [this] { Q_EMIT chosen(m_undoId); });
    auto *row = new QHBoxLayout(m_undo);
    row->setContentsMargins({});
    row->addWidget(m_undoText, 1);
    row->addWidget(undo);
    m_undo->hide();
    layout->addWidget(m_undo);
}

void MainWindow::setUndo(const std::optional<Client::Mail> &deleted)
{
    m_undoId = deleted ? u"undo/%1"_s.arg(deleted->id) : QString();
    m_undo->setVisible(deleted.has_value());
    m_undoText->say(deleted ? tr("Deleted: %1").arg(mailLine(*deleted)) : QString());
}

QString MainWindow::foundText() const
{
    if (!m_found.problem.isEmpty())
        return m_found.problem;
    if (m_found.isBusy)
        return tr("Searching …");
    if (m_found.total > m_found.mails.size())
        return tr("The newest %L1 of %L2 mails found").arg(m_found.mails.size()).arg(m_found.total);
    return tr("%n mails found", nullptr, int(m_found.mails.size()));
}

void MainWindow::setFound(const Found &found)
{
    m_found = found;
    Spoken::setText(m_mailsTitle, found.isActive ? foundText() : tr("&Newest mails"));
    m_mails->setAccessibleName(Policy::withoutMnemonic(m_mailsTitle->text()));
    fillMails();
}

void MainWindow::fillMails()
{
    QList<MenuItem> mails;
    for (const Client::Mail &mail : m_found.isActive ? m_found.mails : m_input.recent)
        mails.append({ u"mail/%1"_s.arg(mail.id), mailLine(mail), true, !mail.isRead });
    fill(m_mails, mails);
}

// For the row under the pointer; if the keyboard was used, for the current row.
void MainWindow::showMenu(QListWidget *list, const QPoint &at)
{
    const QListWidgetItem *row = list->itemAt(at);
    if (!row)
        row = list->currentItem();
    if (!row)
        return;
    const qint64 id = row->data(idRole).toString().section(u'/', 1).toLongLong();
    QList<MenuItem> items;
    for (const Client::Account &account : m_input.accounts) {
        if (list == m_accounts && account.id == id)
            items = accountMenu(account, m_input);
    }
    for (const Client::Mail &mail : m_found.isActive ? m_found.mails : m_input.recent) {
        if (list == m_mails && mail.id == id)
            items = mailMenu(mail, m_input);
    }
    if (items.isEmpty())
        return;
    m_context->setItems(items);
    const QRect place = list->visualItemRect(row);
    m_context->popup(list->viewport()->mapToGlobal(place.contains(at) ? at : place.center()));
}

QPushButton *MainWindow::addButton(const QString &text, const QString &id)
{
    auto *button = new QPushButton(text, this);
    connect(button, &QPushButton::clicked, this, [this, id] { Q_EMIT chosen(id); });
    return button;
}

void MainWindow::setInput(const MenuInput &input, const QString &summary)
{
    m_summary->setText(summary);
    m_problem->say(input.problem);
    const bool needsLogin = input.state == State::NeedsLogin;
    m_remedyId = needsLogin                                              ? u"login"_s
        : input.state == State::NoService                                ? u"start"_s
        : input.state == State::Waiting || input.state == State::Polling ? u"retry"_s
                                                                         : QString();
    m_remedy->setText(needsLogin && input.preferences.isRemote ? tr("Sign in …")
                          : input.state == State::NoService    ? tr("Start the mail service")
                                                               : tr("Try now"));
    m_remedy->setVisible(!m_remedyId.isEmpty());
    QList<MenuItem> accounts;
    for (const Client::Account &account : input.accounts) {
        const QString note = accountNote(account);
        QString text = Policy::cleanLine(accountName(account), 60);
        if (account.unread > 0)
            text += u" (%1)"_s.arg(account.unread);
        // A mailbox that needs a sign-in leads to the page for it.
        const QString id = (wantsSignIn(account) ? u"signin/%1"_s : u"show/%1"_s).arg(account.id);
        accounts.append({ id, note.isEmpty() ? text : text + u" – "_s + note });
    }
    if (input.isKnown && input.accounts.isEmpty())
        accounts.append({ u"add"_s, tr("No mailbox yet. Press Enter here to add one.") });
    fill(m_accounts, accounts);
    m_input = input;
    fillMails();
    m_compose->setEnabled(input.state == State::Online && !input.accounts.isEmpty());
    m_search->setEnabled(input.state == State::Online);
    m_sync->setEnabled(input.state == State::Online);
    m_web->setEnabled(mayOpenPages(input.state, input.preferences));
    m_hasIcon = !input.hasWindowOnly;
    MenuInput here = input;
    here.hasWindowOnly = true; // without the entry that opens this window
    m_menu->setItems(menuOf(here));
}

void MainWindow::fill(QListWidget *list, const QList<MenuItem> &items)
{
    // Existing rows are reused, so that the selection and the position of a screen reader stay.
    while (list->count() > items.size())
        delete list->takeItem(list->count() - 1);
    for (int row = 0; row < int(items.size()); ++row) {
        const MenuItem &item = items.at(row);
        if (row == list->count())
            list->addItem(QString());
        QListWidgetItem *shown = list->item(row);
        QFont font = list->font();
        font.setBold(item.isChecked.value_or(false));
        if (shown->text() != item.text) {
            shown->setText(item.text);
            shown->setToolTip(u"<qt>"_s + item.text.toHtmlEscaped() + u"</qt>"_s);
        }
        shown->setFont(font);
        // Bold letters mark an unread mail; a screen reader needs a word for it.
        const QString spoken = Spoken::plain(item.text);
        shown->setData(Qt::AccessibleTextRole,
                       item.isChecked.value_or(false) ? tr("Unread: %1").arg(spoken) : spoken);
        shown->setData(idRole, item.id);
    }
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    QWidget::closeEvent(event);
    Q_EMIT closing();
}

} // namespace Ui
