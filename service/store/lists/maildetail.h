// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailrow.h"

namespace Store {

class Session;

/** All that is stored of one mail. */
struct MailDetail {
    MailRow row;
    std::optional<QByteArray> raw; ///< the message, or its outline (BodyState::OnDemand), if stored
    QList<Attachment> attachments; ///< in the order in which they were stored
    QByteArray cuts = {};          ///< positions of files missing in `raw`; pieces have them

    friend bool operator==(const MailDetail &, const MailDetail &) = default;
};

/// Error::NotFound also for a mail that the viewer does not see.
Result<MailDetail> mailDetail(Session &session, qint64 id, const Viewer &viewer = {});
Result<MailRow> mailById(Session &session, qint64 id, const Viewer &viewer = {});

} // namespace Store
