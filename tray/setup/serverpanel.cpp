// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/serverpanel.h"

#include "setup/complaintbox.h"
#include "setup/note.h"
#include "setup/passwordfield.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

using Field = Complaint::Field;

constexpr Security choices[] = { Security::Tls, Security::StartTls, Security::Auto,
                                 Security::None };

} // namespace

ServerPanel::ServerPanel(Side side, QWidget *parent)
    : QGroupBox(side == Side::Imap ? tr("Receiving (IMAP)") : tr("Sending (SMTP)"), parent),
      m_side(side), m_status(new Note(this)), m_fields(new QWidget(this)),
      m_host(new QLineEdit(m_fields)), m_port(new QSpinBox(m_fields)),
      m_security(new QComboBox(m_fields)), m_username(new QLineEdit(m_fields))
{
    m_port->setRange(1, 65535);
    m_port->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_port->setGroupSeparatorShown(false);
    for (const Security choice : choices)
        m_security->addItem(securityText(choice), int(choice));
    m_security->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_security->setMinimumContentsLength(12);
    for (QLineEdit *line : { m_host, m_username })
        line->setMinimumWidth(120);
    const bool isImap = side == Side::Imap;
    auto *fields = new QVBoxLayout(m_fields);
    fields->setContentsMargins({});
    fields->setSpacing(4);
    auto *place = new QWidget(m_fields);
    auto *placeRow = new QHBoxLayout(place);
    placeRow->setContentsMargins({});
    placeRow->addWidget(m_host, 1);
    placeRow->addWidget(m_port);
    addRow(fields, isImap ? tr("&Server and port") : tr("Ser&ver and port"), place, m_host,
           isImap ? tr("IMAP server") : tr("SMTP server"), Field::Host);
    m_port->setAccessibleName(isImap ? tr("IMAP port") : tr("SMTP port"));
    addRow(fields, isImap ? tr("&Encryption") : tr("Encr&yption"), m_security, m_security,
           isImap ? tr("IMAP encryption") : tr("SMTP encryption"), Field::Security);
    addRow(fields, isImap ? tr("&User name") : tr("User na&me"), m_username, m_username,
           isImap ? tr("IMAP user name") : tr("SMTP user name"), Field::Login);
    if (!isImap) {
        m_host->setPlaceholderText(tr("empty: receive only"));
        m_username->setPlaceholderText(tr("as for receiving"));
        m_password = new PasswordField(m_fields);
        m_password->line()->setPlaceholderText(tr("as for receiving"));
        addRow(fields, tr("Pass&word"), m_password, m_password->line(), tr("SMTP password"),
               Field::Certificate);
        connect(m_password, &PasswordField::edited, this, &ServerPanel::edited);
    } else {
        auto *box = new ComplaintBox(m_fields);
        m_boxes.insert(Field::Certificate, box);
        fields->addWidget(box);
        connect(box, &ComplaintBox::chosen, this, &ServerPanel::chosen);
    }
    // An empty status line keeps its height, so that the fields of both servers are at the same height.
    QSizePolicy kept = m_status->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_status->setSizePolicy(kept);
    m_status->setMinimumHeight(m_status->fontMetrics().lineSpacing());
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_status);
    layout->addWidget(m_fields);
    layout->addStretch();
    for (QLineEdit *line : { m_host, m_username })
        connect(line, &QLineEdit::textEdited, this, &ServerPanel::edited);
    connect(m_port, &QSpinBox::valueChanged, this, &ServerPanel::edited);
    connect(m_security, &QComboBox::activated, this, [this] {
        followSecurity();
        Q_EMIT edited();
    });
}

void ServerPanel::addRow(QVBoxLayout *layout, const QString &text, QWidget *field, QWidget *focus,
                         const QString &name, Field place)
{
    auto *label = new QLabel(text, m_fields);
    label->setBuddy(focus);
    focus->setAccessibleName(name);
    auto *box = new ComplaintBox(m_fields);
    m_boxes.insert(place, box);
    layout->addWidget(label);
    layout->addWidget(field);
    layout->addWidget(box);
    connect(box, &ComplaintBox::chosen, this, &ServerPanel::chosen);
}

// If the port is the usual one of the old encryption, it becomes the usual one of the new encryption.
void ServerPanel::followSecurity()
{
    const auto now = Security(m_security->currentData().toInt());
    if (now != Security::Auto && m_port->value() == usualPort(m_side, m_before))
        m_port->setValue(usualPort(m_side, now));
    m_before = now;
}

MailServer ServerPanel::server() const
{
    return { m_host->text().trimmed(), m_port->value(), Security(m_security->currentData().toInt()),
             m_username->text().trimmed() };
}

void ServerPanel::setServer(const MailServer &server)
{
    if (server == this->server())
        return;
    const QSignalBlocker quiet(m_port);
    if (m_host->text().trimmed() != server.host)
        m_host->setText(server.host);
    m_port->setValue(server.port > 0 ? server.port : usualPort(m_side, server.security));
    m_security->setCurrentIndex(std::max(m_security->findData(int(server.security)), 0));
    m_before = server.security;
    if (m_username->text().trimmed() != server.username)
        m_username->setText(server.username);
}

QString ServerPanel::password() const
{
    return m_password ? m_password->text() : QString();
}

void ServerPanel::setPassword(const QString &password)
{
    if (m_password)
        m_password->setText(password);
}

void ServerPanel::show(State state, const std::optional<Complaint> &complaint)
{
    m_fields->setEnabled(state != State::Testing);
    if (state == State::Testing)
        m_status->say(tr("Trying to sign in …"));
    else if (state == State::Works)
        m_status->say(tr("✓ This works"), Note::Kind::Good);
    else
        m_status->say({});
    m_complainedOf = complaint ? std::optional(complaint->field) : std::nullopt;
    for (auto it = m_boxes.begin(); it != m_boxes.end(); ++it)
        it.value()->show(complaint && complaint->field == it.key() ? complaint : std::nullopt);
}

QWidget *ServerPanel::firstField() const
{
    if (!m_complainedOf)
        return m_host;
    if (QWidget *button = m_boxes.value(*m_complainedOf)->button())
        return button;
    switch (*m_complainedOf) {
    case Field::Security:
        return m_security;
    case Field::Login:
        return m_password ? m_password->line() : m_username;
    default:
        return m_host;
    }
}

} // namespace Setup
