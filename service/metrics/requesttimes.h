// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/histogram.h"

#include <QByteArray>

#include <array>
#include <atomic>

namespace Metrics {

class TextWriter;

/**
 * The requests of one route: how many, and how long until their answer began, for each class of
 * status (2xx, 4xx). The labels are fixed when it is made: the pattern of the route, never the path
 * of a request, so that no text of a client gets into them and their number is bounded. Any thread.
 */
class RequestTimes
{
public:
    RequestTimes(QByteArray method, QByteArray route);
    ~RequestTimes();
    RequestTimes(const RequestTimes &) = delete;
    RequestTimes &operator=(const RequestTimes &) = delete;

    /// A status outside of 100 to 599 counts as 5xx. No lock; the first of a class allocates.
    void observe(int status, Histogram::Nanoseconds took);

    /// Adds the samples of the classes that occurred to the family `name`.
    void write(TextWriter &writer, QByteArrayView name) const;

private:
    const QByteArray m_method;
    const QByteArray m_route;
    std::array<std::atomic<Histogram *>, 5> m_classes = {}; ///< 1xx to 5xx; owned, made when needed
};

} // namespace Metrics
