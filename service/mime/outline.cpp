// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/outline.h"

using namespace Qt::StringLiterals;

namespace Mime {

QByteArray toText(const QList<Cut> &cuts)
{
    QByteArrayList texts;
    for (const Cut &cut : cuts)
        texts.append(QByteArray::number(cut.at) + ':' + QByteArray::number(cut.length) + ':'
                     + QByteArray::number(cut.size));
    return texts.join(',');
}

Result<QList<Cut>> cutsFromText(const QByteArray &text)
{
    QList<Cut> cuts;
    if (text.isEmpty())
        return cuts;
    for (const QByteArray &one : text.split(',')) {
        const QByteArrayList numbers = one.split(':');
        bool isNumber[3] = { false, false, false };
        if (numbers.size() == 3)
            cuts.append({ numbers.at(0).toLongLong(&isNumber[0]),
                          numbers.at(1).toLongLong(&isNumber[1]),
                          numbers.at(2).toLongLong(&isNumber[2]) });
        if (!isNumber[0] || !isNumber[1] || !isNumber[2])
            return Error{ Error::Code::Storage, u"The outline of a message is damaged."_s };
    }
    return cuts;
}

std::optional<Stretch> cutOutAt(const QList<Cut> &cuts, qint64 at)
{
    qint64 before = 0;
    for (const Cut &cut : cuts) {
        if (cut.at == at)
            return Stretch{ at + before, cut.length, cut.size };
        before += cut.length;
    }
    return {};
}

} // namespace Mime
