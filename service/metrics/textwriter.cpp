// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/textwriter.h"

#include <QLocale>

#include <cmath>

namespace Metrics {

namespace {

const char *typeName(TextWriter::Type type)
{
    switch (type) {
    case TextWriter::Type::Counter:
        return "counter";
    case TextWriter::Type::Gauge:
        return "gauge";
    case TextWriter::Type::Histogram:
        return "histogram";
    }
    Q_UNREACHABLE();
}

QByteArray escapedHelp(QByteArrayView text)
{
    return text.toByteArray().replace('\\', "\\\\").replace('\n', "\\n");
}

QByteArray escapedValue(const QByteArray &text)
{
    return escapedHelp(text).replace('"', "\\\"");
}

/// The shortest text that reads back as the same number.
QByteArray numberText(double number)
{
    if (std::isnan(number))
        return "NaN";
    if (std::isinf(number))
        return number > 0 ? "+Inf" : "-Inf";
    return QByteArray::number(number, 'g', QLocale::FloatingPointShortest);
}

} // namespace

TextWriter &TextWriter::family(QByteArrayView name, Type type, QByteArrayView help)
{
    m_out += "# HELP ";
    m_out += name;
    m_out += ' ' + escapedHelp(help) + "\n# TYPE ";
    m_out += name;
    m_out += ' ';
    m_out += typeName(type);
    m_out += '\n';
    return *this;
}

TextWriter &TextWriter::sample(QByteArrayView name, double value, const Labels &labels)
{
    return line(name, labels, numberText(value));
}

TextWriter &TextWriter::histogram(QByteArrayView name, Labels labels,
                                  const Histogram::Snapshot &values)
{
    const QByteArray base = name.toByteArray();
    const Labels plain = labels;
    labels.emplaceBack("le", QByteArray());
    for (size_t i = 0; i < values.upTo.size(); ++i) {
        const bool isLast = i == Histogram::bounds.size();
        labels.last().second = isLast ? QByteArray("+Inf") : numberText(Histogram::bounds[i]);
        sample(base + "_bucket", values.upTo[i], labels);
    }
    sample(base + "_sum", values.sumSeconds, plain);
    return sample(base + "_count", values.count(), plain);
}

TextWriter &TextWriter::line(QByteArrayView name, const Labels &labels, const QByteArray &value)
{
    m_out += name;
    char before = '{';
    for (const auto &[label, text] : labels) {
        m_out += before;
        m_out += label + "=\"" + escapedValue(text) + '"';
        before = ',';
    }
    if (!labels.isEmpty())
        m_out += '}';
    m_out += ' ' + value + '\n';
    return *this;
}

} // namespace Metrics
