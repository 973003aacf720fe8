// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/addresspage.h"

#include "setup/note.h"

#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Setup {

AddressPage::AddressPage(Flow &flow, QWidget *parent)
    : Page(flow, parent), m_email(new QLineEdit(this)), m_search(new Note(this)),
      m_busy(new QProgressBar(this)),
      m_byHand(new QPushButton(tr("Enter the servers by &hand"), this))
{
    auto *label = new QLabel(tr("&E-mail address"), this);
    label->setBuddy(m_email);
    m_email->setAccessibleName(tr("E-mail address"));
    m_email->setPlaceholderText(u"name@example.org"_s);
    m_email->setInputMethodHints(Qt::ImhEmailCharactersOnly | Qt::ImhNoAutoUppercase);
    m_email->setMaxLength(318);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setAccessibleName(tr("Looking for the mail servers"));
    m_byHand->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->addWidget(label);
    layout->addWidget(m_email);
    layout->addSpacing(8);
    layout->addWidget(m_search);
    layout->addWidget(m_busy);
    layout->addStretch();
    layout->addWidget(m_byHand, 0, Qt::AlignLeft);
    connect(m_email, &QLineEdit::textEdited, this, &Page::edited);
    connect(m_byHand, &QPushButton::clicked, this,
            [this] { m_flow.enterServersOf(m_email->text()); });
}

QString AddressPage::title() const
{
    return tr("Add a mailbox");
}

QString AddressPage::lead() const
{
    return tr("Only your address is needed: the mail servers are found automatically.");
}

void AddressPage::enter()
{
    if (m_email->text() != m_flow.draft().email)
        m_email->setText(m_flow.draft().email);
}

void AddressPage::refresh()
{
    const bool isSearching = m_flow.task() == Flow::Task::Discovering;
    m_email->setReadOnly(isSearching);
    m_busy->setVisible(isSearching);
    if (isSearching)
        m_search->say(m_flow.note().isEmpty() ? searchText(m_flow.draft().email) : m_flow.note());
    else
        m_search->say(m_flow.problem(), Note::Kind::Problem);
}

QString AddressPage::nextText() const
{
    return tr("&Next");
}

bool AddressPage::canGoOn() const
{
    return isAddress(m_email->text()) && m_flow.task() == Flow::Task::None;
}

void AddressPage::goOn()
{
    m_flow.findServers(m_email->text());
}

QWidget *AddressPage::firstField()
{
    return m_email;
}

} // namespace Setup
