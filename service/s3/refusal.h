// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpanswer.h"
#include "s3/settings.h"

namespace S3 {

/** Why a call to the store failed, and whether the same call may succeed in a moment. */
struct Refusal {
    Error error; ///< NotFound: there is no such object. StorageFull. Otherwise Storage.
    bool isForNow = false;
};

/// The store answered, but not with what was asked for.
Refusal refusalOf(const Net::HttpAnswer &answer, const Settings &settings);

/// The store did not answer.
Refusal refusalOf(const Error &error, const Settings &settings);

/// The answer ended too early, or has another size than the object.
Refusal brokenAnswer(const Settings &settings);

} // namespace S3
