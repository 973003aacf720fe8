// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace Setup {

/** A line for a password, and a button beside it that shows the password. */
class PasswordField : public QWidget
{
    Q_OBJECT

public:
    explicit PasswordField(QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &text);
    QLineEdit *line() const { return m_line; }

Q_SIGNALS:
    void edited(const QString &text); ///< by the person

protected:
    void changeEvent(QEvent *event) override;

private:
    void reveal(bool isShown);

    QLineEdit *m_line;
    QToolButton *m_eye;
};

} // namespace Setup
