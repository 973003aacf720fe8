// SPDX-License-Identifier: GPL-3.0-or-later
#include "corpus.h"

#include <QByteArray>
#include <QtEndian>

namespace {

/** Takes little-endian numbers and counted strings off the front of a record. */
class Record
{
public:
    explicit Record(const QByteArray &bytes) : m_at(bytes.constData()) { }

    template<typename T>
    T number()
    {
        const T value = qFromLittleEndian<T>(m_at);
        m_at += sizeof(T);
        return value;
    }

    QString text()
    {
        const auto size = number<quint32>();
        const char *const start = m_at;
        m_at += size;
        return QString::fromUtf8(start, qsizetype(size));
    }

private:
    const char *m_at;
};

} // namespace

CorpusReader::CorpusReader(const QString &file) : m_file(file)
{
    if (!m_file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(file));
}

std::optional<CorpusMail> CorpusReader::next()
{
    const QByteArray head = m_file.read(sizeof(quint32));
    if (head.size() != sizeof(quint32))
        return std::nullopt;
    const QByteArray bytes = m_file.read(qFromLittleEndian<quint32>(head.constData()));
    Record record(bytes);
    CorpusMail mail;
    mail.createdAt = record.number<qint64>();
    const auto flags = record.number<quint32>();
    mail.isRead = (flags & 1) != 0;
    mail.isStarred = (flags & 2) != 0;
    mail.hasAttachment = (flags & 4) != 0;
    mail.size = record.number<quint32>();
    record.text(); // Message-ID
    mail.from = record.text();
    mail.fromName = record.text();
    mail.toJson = record.text();
    mail.subject = record.text();
    mail.body = record.text();
    return mail;
}
