// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailquery.h"
#include "store/mail/mailrow.h"

#include <QList>

/**
 * The list as it should be, told in the plainest way: every mail is looked at, then sorted. What
 * the database answers is compared with this.
 */
struct ModelMail {
    qint64 id = 0;
    qint64 accountId = 0;
    QString folder;
    bool accountSeen = true; ///< by every viewer of the test
    Store::NewMail mail;
};

class ListModel
{
public:
    void add(const ModelMail &mail) { m_mails.append(mail); }

    /// Ids of one page and the total.
    std::pair<QList<qint64>, qint64> page(const Store::MailQuery &query) const;

private:
    QList<ModelMail> m_mails;
};
