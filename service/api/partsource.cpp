// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/partsource.h"

namespace Api {

std::optional<StoredRange> cutOut(qint64 mailId, const QByteArray &cuts, const Mime::Part &part)
{
    const Result<QList<Mime::Cut>> all = Mime::cutsFromText(cuts);
    const auto there =
        all && part.isSection() ? Mime::cutOutAt(*all, part.bodyBegin) : std::nullopt;
    if (!there)
        return {};
    return StoredRange{ mailId, there->begin, there->length, part.encoding };
}

} // namespace Api
