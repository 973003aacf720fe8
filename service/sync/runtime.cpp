// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/runtime.h"

#include "common/jsonwriter.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace Sync {

namespace {

constexpr std::array modes{ Mode::Connecting, Mode::Syncing, Mode::Idle, Mode::Polling,
                            Mode::Stopped };

} // namespace

QByteArray modeName(Mode mode)
{
    switch (mode) {
    case Mode::Connecting:
        return "connecting";
    case Mode::Syncing:
        return "syncing";
    case Mode::Idle:
        return "idle";
    case Mode::Polling:
        return "polling";
    case Mode::Stopped:
        return "stopped";
    }
    Q_UNREACHABLE();
}

QByteArray toJson(const Runtime &runtime)
{
    Json::Writer json;
    json.beginObject().key("mode").value(modeName(runtime.mode));
    if (const auto &progress = runtime.progress) {
        json.key("phase").value(progress->phase).key("done").value(progress->done);
        json.key("total").value(progress->total).key("rate").value(progress->ratePerSecond);
    }
    if (const auto &trouble = runtime.trouble)
        json.key("error").value(trouble->errorCode).key("message").value(trouble->message);
    json.endObject();
    return json.take();
}

Runtime runtimeOf(const QByteArray &json)
{
    const QJsonObject whole = QJsonDocument::fromJson(json).object();
    Runtime runtime;
    const QByteArray name = whole[u"mode"].toString().toUtf8();
    const auto *const mode =
        std::ranges::find_if(modes, [&](Mode one) { return modeName(one) == name; });
    runtime.mode = mode == modes.end() ? Mode::Stopped : *mode;
    if (whole.contains(u"phase"))
        runtime.progress =
            Progress{ whole[u"phase"].toString().toUtf8(), whole[u"done"].toInteger(),
                      whole[u"total"].toInteger(), whole[u"rate"].toInteger() };
    if (whole.contains(u"error"))
        runtime.trouble =
            Trouble{ whole[u"error"].toString().toUtf8(), whole[u"message"].toString() };
    return runtime;
}

} // namespace Sync
