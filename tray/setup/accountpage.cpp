// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/accountpage.h"

#include "policy/cleantext.h"
#include "setup/complaint.h"
#include "setup/note.h"
#include "spoken/names.h"

#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

constexpr qsizetype nameLength = 80;
constexpr qsizetype errorLength = 300;

QString textOf(const QJsonObject &account, QLatin1StringView name)
{
    return account.value(name).toString();
}

/// The machine of the service that synchronises the account, with its port, because several services may run on
/// one machine. Empty: there is only one service.
QString nodeOf(const QJsonObject &account)
{
    const QJsonObject node = account.value("node"_L1).toObject();
    const QString name = Policy::cleanLine(textOf(node, "name"_L1), nameLength);
    const int port = QUrl(textOf(node, "address"_L1)).port();
    return name.isEmpty() || port < 0 ? name : u"%1:%2"_s.arg(name).arg(port);
}

} // namespace

AccountPage::AccountPage(Flow &flow, QWidget *parent)
    : Page(flow, parent), m_status(new Note(this)), m_node(new Note(this)), m_note(new Note(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->addWidget(m_status);
    layout->addWidget(m_node);
    layout->addWidget(m_note);
    layout->addSpacing(8);
    m_signIn =
        addChoice(layout, tr("&Sign in again …"), tr("with a new password, or with the browser"));
    m_servers = addChoice(layout, tr("Mail s&ervers …"), tr("names, ports and encryption"));
    m_folders = addChoice(layout, tr("&Folders and names …"),
                          tr("which folders are fetched, how far back"));
    m_pause = addChoice(layout, {}, tr("no mail is fetched while it is paused"));
    m_remove = addChoice(layout, tr("&Remove …"), tr("from here; the mail stays at the provider"));
    layout->addStretch();
    connect(m_signIn, &QPushButton::clicked, this, [this] { m_flow.show(Flow::Page::SignIn); });
    connect(m_servers, &QPushButton::clicked, this, [this] { m_flow.show(Flow::Page::Servers); });
    connect(m_folders, &QPushButton::clicked, this, [this] { m_flow.show(Flow::Page::Folders); });
    connect(m_pause, &QPushButton::clicked, this, [this] {
        const bool isPaused = textOf(m_flow.account(), "status"_L1) == u"disabled";
        m_flow.setStatus(isPaused ? u"active"_s : u"disabled"_s);
    });
    connect(m_remove, &QPushButton::clicked, this, &AccountPage::askToRemove);
}

QPushButton *AccountPage::addChoice(QVBoxLayout *layout, const QString &text, const QString &what)
{
    auto *row = new QHBoxLayout;
    auto *button = new QPushButton(text, this);
    button->setAutoDefault(false);
    button->setMinimumWidth(200);
    button->setAccessibleDescription(what);
    auto *label = new QLabel(what, this);
    label->setWordWrap(true);
    row->addWidget(button);
    row->addWidget(label, 1);
    layout->addLayout(row);
    return button;
}

QString AccountPage::title() const
{
    const QString name = Policy::isolated(m_flow.draft().name, nameLength);
    return name.isEmpty() ? tr("Mailbox") : name;
}

QString AccountPage::lead() const
{
    return Policy::isolated(m_flow.draft().email, nameLength);
}

void AccountPage::refresh()
{
    const QJsonObject &account = m_flow.account();
    const bool isPaused = textOf(account, "status"_L1) == u"disabled";
    const bool isWrong = textOf(account, "status"_L1) == u"error";
    const QString told = Policy::cleanLine(textOf(account, "errorMessage"_L1), errorLength);
    m_status->setToolTip(isWrong ? told : QString());
    if (isWrong)
        m_status->say(accountTrouble(textOf(account, "errorCode"_L1), told, m_flow.draft()),
                      Note::Kind::Problem);
    else
        m_status->say(isPaused ? tr("This mailbox is paused.") : QString());
    const QString node = nodeOf(account);
    m_node->say(node.isEmpty() ? QString() : tr("Synchronised by %1.").arg(node));
    const bool isListing = m_flow.task() == Flow::Task::Listing;
    if (!m_flow.problem().isEmpty())
        m_note->say(m_flow.problem(), Note::Kind::Problem);
    else
        m_note->say(isListing ? tr("Listing the folders …") : m_flow.note(), Note::Kind::Good);
    Spoken::setText(m_pause,
                    isPaused ? tr("Resume s&ynchronisation") : tr("Pause s&ynchronisation"));
    const bool isIdle = m_flow.task() == Flow::Task::None && !account.isEmpty();
    for (QPushButton *button : { m_signIn, m_servers, m_folders, m_pause, m_remove })
        button->setEnabled(isIdle);
}

void AccountPage::askToRemove()
{
    auto *box = new QMessageBox(QMessageBox::Question, tr("Remove mailbox – Postrider"),
                                tr("Remove %1 and its mail from here? The mail at the provider "
                                   "stays as it is.")
                                    .arg(Policy::isolated(m_flow.draft().email, nameLength)),
                                QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setDefaultButton(QMessageBox::Cancel);
    const QPushButton *remove = box->addButton(tr("&Remove"), QMessageBox::DestructiveRole);
    connect(remove, &QPushButton::clicked, &m_flow, &Flow::remove);
    box->open();
}

QString AccountPage::nextText() const
{
    return tr("&Close");
}

void AccountPage::goOn()
{
    Q_EMIT closeWanted();
}

QWidget *AccountPage::firstField()
{
    return m_signIn;
}

} // namespace Setup
