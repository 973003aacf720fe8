// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/outgoingmail.h"

#include "mime/outgoingaddress.h"

#include <QRandomGenerator>

namespace Mime {

QByteArray newMessageId(const QString &fromAddress)
{
    const Result<QByteArray> wire = wireAddress(fromAddress, true);
    const QByteArray domain = wire ? wire->sliced(wire->lastIndexOf('@') + 1) : "localhost";
    QRandomGenerator *const random = QRandomGenerator::system();
    const QByteArray high = QByteArray::number(random->generate64(), 36);
    const QByteArray low = QByteArray::number(random->generate64(), 36);
    return '<' + high + '.' + low + '@' + domain + '>';
}

} // namespace Mime
