// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/complaint.h"

#include <QWidget>

class QPushButton;

namespace Setup {

class Note;

/** The problem of the field above the box, and a button for its repair if there is one. */
class ComplaintBox : public QWidget
{
    Q_OBJECT

public:
    explicit ComplaintBox(QWidget *parent = nullptr);

    void show(const std::optional<Complaint> &complaint); ///< nothing: hides the box
    QWidget *button() const;                              ///< null: there is no repair

Q_SIGNALS:
    void chosen(const Setup::Repair &repair);

private:
    Note *m_text;
    Note *m_detail;
    QPushButton *m_button;
    std::optional<Repair> m_repair;
};

} // namespace Setup
