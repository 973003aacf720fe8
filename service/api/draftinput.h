// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/mailinput.h"
#include "common/jsonwriter.h"
#include "http/request.h"
#include "http/response.h"
#include "store/people/drafts.h"

namespace Api {

/// A draft from the input of a request, with its summary; id and version are not set.
Store::Draft draftOf(const MailInput &mail);

/// The stored draft, converted back to be sent.
MailInput mailInputOf(const Store::Draft &draft);

/// Lists show everything but the body.
void writeDraft(Json::Writer &json, const Store::Draft &draft, bool withBody);

/// `"3"`
QByteArray draftTag(const Store::Draft &draft);

/// 40905 with the draft as it is, where If-Match names another version.
std::optional<Http::Response> versionConflict(const Http::Request &request,
                                              const Store::Draft &current);

} // namespace Api
