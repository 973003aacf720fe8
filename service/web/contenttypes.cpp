// SPDX-License-Identifier: GPL-3.0-or-later
#include "web/contenttypes.h"

#include <QLatin1StringView>

#include <algorithm>
#include <array>
#include <utility>

namespace Web {

namespace {

using namespace Qt::StringLiterals;

constexpr std::array<std::pair<QLatin1StringView, QByteArrayView>, 10> types{ {
    { ".html"_L1, "text/html; charset=utf-8" },
    { ".js"_L1, "text/javascript; charset=utf-8" },
    { ".css"_L1, "text/css; charset=utf-8" },
    { ".svg"_L1, "image/svg+xml" },
    { ".png"_L1, "image/png" },
    { ".ico"_L1, "image/x-icon" },
    { ".webmanifest"_L1, "application/manifest+json" },
    { ".json"_L1, "application/json" },
    { ".woff2"_L1, "font/woff2" },
    { ".txt"_L1, "text/plain; charset=utf-8" },
} };

} // namespace

QByteArray contentTypeOf(QStringView fileName)
{
    const auto found = std::ranges::find_if(types, [fileName](const auto &type) {
        return fileName.endsWith(type.first, Qt::CaseInsensitive);
    });
    return found == types.end() ? "application/octet-stream" : found->second.toByteArray();
}

bool isCompressible(QByteArrayView contentType)
{
    return contentType.startsWith("text/") || contentType.startsWith("application/manifest")
        || contentType.startsWith("application/json") || contentType == "image/svg+xml";
}

} // namespace Web
