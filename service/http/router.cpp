// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/router.h"

#include "http/percent.h"
#include "http/query.h"

#include <algorithm>

namespace Http {

namespace {

bool isIdName(QByteArrayView parameter)
{
    return parameter == "id" || parameter.endsWith("Id");
}

QByteArrayView takeSegment(QByteArrayView &rest)
{
    const qsizetype slash = rest.indexOf('/');
    const auto segment = slash < 0 ? rest : rest.first(slash);
    rest = slash < 0 ? QByteArrayView() : rest.sliced(slash + 1);
    return segment;
}

} // namespace

/** One method of one path. */
struct Router::Leaf {
    QByteArray method;
    QByteArray pattern;
    QList<bool> areIds; ///< for each parameter
    Route route;
    std::shared_ptr<Metrics::RequestTimes> times;
};

/** One segment, shared by all paths that begin in the same way. */
struct Router::Node {
    QHash<QByteArray, std::shared_ptr<Node>> fixed;
    std::shared_ptr<Node> parameter;
    std::shared_ptr<Node> tail; ///< matches the whole rest of the path
    std::vector<Leaf> leaves;   ///< methods of the path that ends here
};

Router::Router()
    : m_root(std::make_unique<Node>()),
      m_pageTimes(std::make_shared<Metrics::RequestTimes>("GET", "/*")),
      m_otherTimes(std::make_shared<Metrics::RequestTimes>("other", "none"))
{
}

Router::~Router() = default;

void Router::add(QByteArrayView method, const QByteArray &pattern, Route route)
{
    Q_ASSERT(pattern.startsWith('/'));
    Q_ASSERT(route.handler || route.upload);
    if (route.rate.bucket.isEmpty())
        route.rate.bucket = method.toByteArray() + ' ' + pattern;
    Node *node = m_root.get();
    QList<bool> areIds;
    const auto segments = pattern.mid(1).split('/');
    for (const QByteArray &segment : segments) {
        const bool isParameter = segment.startsWith(':');
        std::shared_ptr<Node> &next = isParameter ? node->parameter
            : segment == "*"                      ? node->tail
                                                  : node->fixed[segment];
        if (!next)
            next = std::make_shared<Node>();
        if (isParameter)
            areIds.append(isIdName(QByteArrayView(segment).sliced(1)));
        else if (segment == "*")
            areIds.append(false);
        node = next.get();
    }
    Q_ASSERT_X(
        std::ranges::none_of(node->leaves, [&](auto &leaf) { return leaf.method == method; }),
        "Router", "this route exists already");
    const QByteArray name = method.toByteArray();
    m_times.push_back(std::make_shared<Metrics::RequestTimes>(name, pattern));
    node->leaves.push_back({ name, pattern, areIds, std::move(route), m_times.back() });
}

void Router::setPages(Route route)
{
    Q_ASSERT(route.handler);
    m_pages = std::make_unique<Route>(std::move(route));
}

/// The node that matches the path, or null. Fixed segments are tried before parameters, a tail last.
const Router::Node *Router::walk(const Node &from, QByteArrayView rest,
                                 QList<QByteArrayView> &captured) const
{
    QByteArrayView after = rest;
    const auto segment = takeSegment(after);
    const bool isLast = segment.size() == rest.size();
    const auto deeper = [&](const std::shared_ptr<Node> &next) -> const Node * {
        if (isLast)
            return next->leaves.empty() ? nullptr : next.get();
        return walk(*next, after, captured);
    };
    // The key is not copied: it is used only during this look-up.
    const auto it = from.fixed.constFind(QByteArray::fromRawData(segment.data(), segment.size()));
    if (it != from.fixed.cend()) {
        if (const Node *const found = deeper(*it))
            return found;
    }
    const qsizetype before = captured.size();
    if (from.parameter && !segment.isEmpty()) {
        captured.append(segment);
        if (const Node *const found = deeper(from.parameter))
            return found;
        captured.resize(before);
    }
    if (from.tail)
        captured.append(rest);
    return from.tail.get();
}

Match Router::find(QByteArrayView method, QByteArrayView path) const
{
    Match match;
    QList<QByteArrayView> captured;
    const Node *const node =
        path.startsWith('/') ? walk(*m_root, path.sliced(1), captured) : nullptr;
    if (!node)
        return pages(method, path);

    const QByteArrayView wanted = method == "HEAD" ? QByteArrayView("GET") : method;
    for (const Leaf &leaf : node->leaves) {
        match.allow += match.allow.isEmpty() ? "" : ", ";
        match.allow += leaf.method == "GET" ? QByteArray("GET, HEAD") : leaf.method;
        if (leaf.method != wanted)
            continue;
        match.route = &leaf.route;
        match.pattern = leaf.pattern;
        match.times = leaf.times.get();
        for (qsizetype i = 0; i < captured.size(); ++i) {
            if (!leaf.areIds[i]) {
                const auto text = fromUtf8Strict(percentDecoded(captured[i]));
                match.isBadId = match.isBadId || !text;
                match.texts.append(text.value_or(QString()));
            } else if (const auto id = parseId(captured[i])) {
                match.ids.append(*id);
            } else {
                match.isBadId = true;
            }
        }
    }
    return match;
}

Match Router::pages(QByteArrayView method, QByteArrayView path) const
{
    const bool isOfApi = path == "/api" || path.startsWith("/api/");
    if (!m_pages || isOfApi || !path.startsWith('/'))
        return {};
    Match match{ .allow = "GET, HEAD" };
    if (method == "GET" || method == "HEAD") {
        match.route = m_pages.get();
        match.pattern = "/*";
        match.times = m_pageTimes.get();
    }
    return match;
}

std::vector<std::shared_ptr<const Metrics::RequestTimes>> Router::times() const
{
    std::vector<std::shared_ptr<const Metrics::RequestTimes>> all(m_times.begin(), m_times.end());
    all.push_back(m_pageTimes);
    all.push_back(m_otherTimes);
    return all;
}

std::optional<qint64> parseId(QByteArrayView text)
{
    constexpr qsizetype maxDigits = 16;
    if (text.isEmpty() || text.size() > maxDigits || text.front() == '0'
        || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    const qint64 id = text.toByteArray().toLongLong();
    return id <= Query::maxInteger ? std::optional(id) : std::nullopt;
}

} // namespace Http
