// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"
#include "store/queue/pushqueue.h"

#include <QString>

namespace Push {

/// How much of a mail a notice shows on the screen.
enum class Content {
    Full,    ///< sender and subject
    Minimal, ///< only that there is new mail, and in which account
};

/// Bytes of a payload that every push service accepts. The limit of a message (mostPayload) is higher.
constexpr qsizetype longestPayload = 3000;

/// The payload that a browser shows for new mail: `{title, body, icon, tag, data}`, at most `most` bytes.
Json::Bytes payloadOf(const Store::PushNotice &notice, Content content,
                      qsizetype most = longestPayload);

/** A test notification that a user requests to check the delivery. */
struct TestNotice {
    QString title; ///< empty: a default, as with the others
    QString body;
    QString icon; ///< a path
};
Json::Bytes payloadOf(const TestNotice &notice, qsizetype most = longestPayload);

} // namespace Push
