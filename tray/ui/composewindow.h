// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/records.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace Spoken {
class Sentence;
}

namespace Ui {

/** A mail as it is written: plain text, and what it answers. */
struct Letter {
    qint64 accountId = 0;
    QStringList to;
    QStringList cc;
    QStringList bcc;
    QString subject;
    QString text;
    qint64 replyToMailId = 0; ///< 0: no answer to a mail

    bool operator==(const Letter &) const = default;
};

/// The text as the service takes it.
QString htmlOf(const QString &text);

/// An answer to this mail, its text quoted below.
Letter replyTo(const Client::MailText &mail);

/** A small window to write a mail in. What becomes of it is decided by who listens. */
class ComposeWindow : public QWidget
{
    Q_OBJECT

public:
    ComposeWindow(const Letter &letter, const QList<Client::Account> &accounts,
                  QWidget *parent = nullptr);

    Letter letter() const;
    void showFailure(const QString &message); ///< it may be tried again
    void finish();                            ///< it is sent or kept: closes without a question
    bool isUnsent() const;                    ///< closing it would lose something

Q_SIGNALS:
    void sendWanted(const Ui::Letter &letter);
    void draftWanted(const Ui::Letter &letter);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void addFields(const QList<Client::Account> &accounts);
    void send();
    void askBeforeClosing();
    void setBusy(bool isBusy);

    Letter m_begun; ///< as it was opened
    QComboBox *m_from;
    QLineEdit *m_to;
    QLineEdit *m_cc;
    QLineEdit *m_bcc;
    QLineEdit *m_subject;
    QPlainTextEdit *m_text;
    Spoken::Sentence *m_failure;
    QPushButton *m_send;
    bool m_mayClose = false;
};

} // namespace Ui
