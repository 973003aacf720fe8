// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/accountname.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<Account> accountNamed(const QList<Account> &accounts, const QString &name)
{
    QList<Account> named;
    QStringList ids;
    for (const Account &account : accounts) {
        if (QString::number(account.id) == name)
            return account;
        if (account.email.compare(name, Qt::CaseInsensitive) == 0) {
            named.append(account);
            ids.append(QString::number(account.id));
        }
    }
    if (named.isEmpty())
        return Error{ Error::Code::NotFound, u"There is no account %1."_s.arg(name) };
    if (named.size() > 1)
        return Error{ Error::Code::Conflict,
                      u"Several accounts have the address %1; name one by its id: %2."_s.arg(
                          name, ids.join(u", "_s)) };
    return named.first();
}

} // namespace Store
