// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/composewindow.h"

#include "policy/cleantext.h"
#include "spoken/role.h"
#include "spoken/sentence.h"
#include "ui/menumodel.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QDateTime>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Ui {

namespace {

struct Reply {
    Q_DECLARE_TR_FUNCTIONS(Ui::Reply)
};

constexpr qsizetype maxQuoted = 100'000;

QStringList listOf(const QLineEdit &edit)
{
    const QString text = edit.text().trimmed();
    return text.isEmpty() ? QStringList() : QStringList{ text }; // the service splits it
}

} // namespace

QString htmlOf(const QString &text)
{
    QString html;
    for (const QString &line : text.split(u'\n'))
        html +=
            line.isEmpty() ? u"<div><br></div>"_s : u"<div>"_s + line.toHtmlEscaped() + u"</div>"_s;
    return html;
}

Letter replyTo(const Client::MailText &mail)
{
    static const QRegularExpression isReply(u"^(re|aw|回复|答复)\\s*[:：]"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    Letter letter{ .accountId = mail.mail.accountId, .replyToMailId = mail.mail.id };
    letter.to = mail.replyTo.isEmpty() ? QStringList{ mail.mail.from } : mail.replyTo;
    letter.subject = isReply.match(mail.mail.subject).hasMatch() ? mail.mail.subject
                                                                 : u"Re: "_s + mail.mail.subject;
    const QString when = QLocale().toString(QDateTime::fromSecsSinceEpoch(mail.mail.createdAt),
                                            QLocale::ShortFormat);
    const QString who =
        Policy::cleanLine(mail.mail.fromName.isEmpty() ? mail.mail.from : mail.mail.fromName, 80);
    QStringList quoted;
    for (const QString &line : mail.text.left(maxQuoted).trimmed().split(u'\n'))
        quoted.append(line.startsWith(u'>') ? u'>' + line : u"> "_s + line);
    letter.text = u"\n\n"_s + Reply::tr("%1 wrote on %2:", "sender and time").arg(who, when) + u'\n'
        + quoted.join(u'\n');
    return letter;
}

ComposeWindow::ComposeWindow(const Letter &letter, const QList<Client::Account> &accounts,
                             QWidget *parent)
    : QWidget(parent, Qt::Window), m_from(new QComboBox(this)),
      m_to(new QLineEdit(letter.to.join(u", "_s), this)),
      m_cc(new QLineEdit(letter.cc.join(u", "_s), this)),
      m_bcc(new QLineEdit(letter.bcc.join(u", "_s), this)),
      m_subject(new QLineEdit(letter.subject, this)), m_text(new QPlainTextEdit(letter.text, this)),
      m_failure(new Spoken::Sentence(this)), m_send(new QPushButton(tr("&Send"), this))
{
    Spoken::setRole(this, QAccessible::Window);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(letter.replyToMailId > 0 ? tr("Reply – Postrider") : tr("New mail – Postrider"));
    resize(560, 480);
    addFields(accounts);
    m_from->setCurrentIndex(std::max(0, m_from->findData(letter.accountId)));
    m_begun = letter;
    m_begun = this->letter();
    for (const QKeySequence &keys :
         { QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter) })
        connect(new QShortcut(keys, this), &QShortcut::activated, m_send, &QPushButton::click);
    for (const QKeySequence &keys :
         { QKeySequence(Qt::CTRL | Qt::Key_W), QKeySequence(Qt::Key_Escape) })
        connect(new QShortcut(keys, this), &QShortcut::activated, this, &QWidget::close);
    connect(m_send, &QPushButton::clicked, this, &ComposeWindow::send);
    m_to->text().isEmpty() ? m_to->setFocus() : m_text->setFocus();
}

void ComposeWindow::addFields(const QList<Client::Account> &accounts)
{
    for (const Client::Account &account : accounts) {
        const QString name = Policy::cleanLine(accountName(account), 60);
        m_from->addItem(name == account.email ? name : u"%1 <%2>"_s.arg(name, account.email),
                        account.id);
    }
    m_from->setAccessibleName(tr("From"));
    m_to->setAccessibleName(tr("To"));
    m_cc->setAccessibleName(tr("Copy to"));
    m_bcc->setAccessibleName(tr("Hidden copy to"));
    m_subject->setAccessibleName(tr("Subject"));
    m_text->setAccessibleName(tr("Text"));
    m_text->setTabChangesFocus(true);
    auto *form = new QFormLayout;
    form->addRow(tr("&From"), m_from);
    form->addRow(tr("&To"), m_to);
    form->addRow(tr("&Copy to"), m_cc);
    if (!m_bcc->text().isEmpty())
        form->addRow(tr("&Hidden copy to"), m_bcc);
    else
        m_bcc->hide();
    form->addRow(tr("Su&bject"), m_subject);
    auto *row = new QHBoxLayout;
    row->addWidget(m_failure, 1);
    row->addWidget(m_send, 0, Qt::AlignRight | Qt::AlignTop);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_text, 1);
    layout->addLayout(row);
}

Letter ComposeWindow::letter() const
{
    return { .accountId = m_from->currentData().toLongLong(),
             .to = listOf(*m_to),
             .cc = listOf(*m_cc),
             .bcc = listOf(*m_bcc),
             .subject = m_subject->text(),
             .text = m_text->toPlainText(),
             .replyToMailId = m_begun.replyToMailId };
}

void ComposeWindow::send()
{
    if (m_to->text().trimmed().isEmpty()) {
        showFailure(tr("Please enter a recipient."));
        m_to->setFocus();
        return;
    }
    setBusy(true);
    Q_EMIT sendWanted(letter());
}

void ComposeWindow::setBusy(bool isBusy)
{
    for (QWidget *part : { static_cast<QWidget *>(m_send), static_cast<QWidget *>(m_to),
                           static_cast<QWidget *>(m_cc), static_cast<QWidget *>(m_bcc),
                           static_cast<QWidget *>(m_subject), static_cast<QWidget *>(m_text),
                           static_cast<QWidget *>(m_from) })
        part->setEnabled(!isBusy);
    m_failure->say(isBusy ? tr("Sending …") : QString());
}

void ComposeWindow::showFailure(const QString &message)
{
    setBusy(false);
    m_failure->say(message);
    show();
}

bool ComposeWindow::isUnsent() const
{
    return isVisible() && letter() != m_begun;
}

void ComposeWindow::finish()
{
    m_mayClose = true;
    close();
}

void ComposeWindow::closeEvent(QCloseEvent *event)
{
    const bool isOnItsWay = !m_text->isEnabled();
    if (m_mayClose || (!isOnItsWay && letter() == m_begun)) {
        event->accept();
        return;
    }
    event->ignore();
    if (isOnItsWay)
        hide(); // showFailure() shows it again
    else
        askBeforeClosing();
}

void ComposeWindow::askBeforeClosing()
{
    auto *box = new QMessageBox(QMessageBox::Question, tr("Close mail – Postrider"),
                                tr("This mail is not sent. Keep it as a draft?"),
                                QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton *keep = box->addButton(tr("&Keep as draft"), QMessageBox::AcceptRole);
    const QPushButton *discard = box->addButton(tr("&Discard"), QMessageBox::DestructiveRole);
    connect(keep, &QPushButton::clicked, this, [this] { Q_EMIT draftWanted(letter()); });
    connect(discard, &QPushButton::clicked, this, &ComposeWindow::finish);
    box->open();
}

} // namespace Ui
