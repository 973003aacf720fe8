// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"
#include "store/queue/pushqueue.h"

#include <QString>

namespace Push {

/// How much a notice says to whoever looks at the screen.
enum class Content {
    Full,    ///< sender and subject
    Minimal, ///< that there is mail, and in which account
};

/// Bytes of a payload that every push service takes; what a message holds at most is more.
constexpr qsizetype longestPayload = 3000;

/// What a browser shows of new mail: `{title, body, icon, tag, data}`, at most `most` bytes.
Json::Bytes payloadOf(const Store::PushNotice &notice, Content content,
                      qsizetype most = longestPayload);

/** A notification that a person asks for to see whether they arrive. */
struct TestNotice {
    QString title; ///< empty: a default, as with the others
    QString body;
    QString icon; ///< a path
};
Json::Bytes payloadOf(const TestNotice &notice, qsizetype most = longestPayload);

} // namespace Push
