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

/** A mail while it is written: plain text, and the mail that it answers. */
struct Letter {
    qint64 accountId = 0;
    QStringList to;
    QStringList cc;
    QStringList bcc;
    QString subject;
    QString text;
    qint64 replyToMailId = 0; ///< 0: not a reply

    bool operator==(const Letter &) const = default;
};

/// The text as HTML, which the service needs.
QString htmlOf(const QString &text);

/// A reply to this mail, with its text quoted.
Letter replyTo(const Client::MailText &mail);

/** A small window to write a mail in. The receiver of its signals sends or keeps the mail. */
class ComposeWindow : public QWidget
{
    Q_OBJECT

public:
    ComposeWindow(const Letter &letter, const QList<Client::Account> &accounts,
                  QWidget *parent = nullptr);

    Letter letter() const;
    void showFailure(const QString &message); ///< the person may try again
    void finish();                            ///< closes without a question
    bool isUnsent() const;                    ///< closing it would lose input

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
