// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailquery.h"
#include "store/mail/mailrow.h"

#include <QList>

/**
 * The reference for lists: filters all mails one by one, then sorts them. The results of the database
 * are compared with it.
 */
struct ModelMail {
    qint64 id = 0;
    qint64 accountId = 0;
    QString folder;
    bool accountSeen = true; ///< false: the account is being deleted
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
