// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/complaint.h"

#include <QGroupBox>
#include <QMap>

class QComboBox;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace Setup {

class ComplaintBox;
class Note;
class PasswordField;

/** The fields of one server, the result of its test, and each complaint at its own field. */
class ServerPanel : public QGroupBox
{
    Q_OBJECT

public:
    enum class State { Untested, Testing, Works, Fails };

    ServerPanel(Side side, QWidget *parent = nullptr);

    MailServer server() const;
    void setServer(const MailServer &server);
    QString password() const; ///< of SMTP, if it has its own
    void setPassword(const QString &password);
    void show(State state, const std::optional<Complaint> &complaint);
    QWidget *firstField() const; ///< the one with a complaint, otherwise the first

Q_SIGNALS:
    void edited();
    void chosen(const Setup::Repair &repair);

private:
    void addRow(QVBoxLayout *layout, const QString &label, QWidget *field, QWidget *focus,
                const QString &name, Complaint::Field place);
    void followSecurity();

    const Side m_side;
    Note *m_status;
    QWidget *m_fields;
    QLineEdit *m_host;
    QSpinBox *m_port;
    QComboBox *m_security;
    QLineEdit *m_username;
    PasswordField *m_password = nullptr; ///< of SMTP only
    QMap<Complaint::Field, ComplaintBox *> m_boxes;
    std::optional<Complaint::Field> m_complainedOf;
    Security m_before = Security::Auto;
};

} // namespace Setup
