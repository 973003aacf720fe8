// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/highlights.h"
#include "common/jsonwriter.h"
#include "mime/message.h"
#include "store/lists/threads.h"
#include "store/mail/mailrow.h"
#include "store/mail/stats.h"

namespace Api {

/// Writes the fields of a list item into an object that is already begun.
void writeMailFields(Json::Writer &json, const Store::MailRow &mail);

/// `highlights`: of each mail of the page, or empty.
Json::Bytes mailPageJson(const Store::MailPage &page, qint64 number, int size,
                         const QList<MailHighlight> &highlights = {});
Json::Bytes mailThreadJson(const Store::MailThread &thread);

/// A list item with all data from the message itself. `message` is null where it is not stored
/// here: then bodies and headers are empty.
Json::Bytes mailDetailJson(const Store::MailRow &mail, const QList<Store::Attachment> &attachments,
                           const Mime::Message *message);

/// The attachments of one mail, as in its detail.
Json::Bytes attachmentsJson(const QList<Store::Attachment> &attachments);

/// The counts of each account, and their sums.
Json::Bytes statsJson(const QList<Store::AccountStats> &accounts);

} // namespace Api
