// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/histogram.h"

#include <QByteArray>
#include <QList>

#include <concepts>
#include <utility>

namespace Metrics {

/// Names with their values, in the order in which they are written.
using Labels = QList<std::pair<QByteArray, QByteArray>>;

/**
 * Writes Prometheus' text format, version 0.0.4. The caller begins each family once and adds all of
 * its samples before the next one. Names are ASCII of ours; help texts and values of labels are
 * escaped here. Not for several threads.
 */
class TextWriter
{
public:
    enum class Type { Counter, Gauge, Histogram };

    static constexpr const char *contentType = "text/plain; version=0.0.4; charset=utf-8";

    TextWriter &family(QByteArrayView name, Type type, QByteArrayView help);

    template<std::integral I>
    TextWriter &sample(QByteArrayView name, I value, const Labels &labels = {})
    {
        return line(name, labels, QByteArray::number(value));
    }
    TextWriter &sample(QByteArrayView name, double value, const Labels &labels = {});
    /// `<name>_bucket`, `_sum` and `_count` of one set of labels.
    TextWriter &histogram(QByteArrayView name, Labels labels, const Histogram::Snapshot &values);

    /// A family with one sample without labels.
    template<typename Number>
    TextWriter &single(QByteArrayView name, Type type, QByteArrayView help, Number value)
    {
        return family(name, type, help).sample(name, value);
    }

    QByteArray take() { return std::exchange(m_out, {}); }

private:
    TextWriter &line(QByteArrayView name, const Labels &labels, const QByteArray &value);

    QByteArray m_out;
};

} // namespace Metrics
