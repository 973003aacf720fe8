// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/merger.h"
#include "search/segment.h"
#include "search/segmentrows.h"

#include <QList>

#include <algorithm>

/**
 * The rows of segments in memory, in place of the database. Reads as the database does: the first
 * block may begin with smaller terms than requested, and places may span several rows.
 */
class MemoryRows : public Search::SegmentRows
{
public:
    /// Every query reads `segments` again. They must outlive this object.
    explicit MemoryRows(const QList<Search::Segment> &segments) : m_segments(segments) { update(); }

    /// Must be called after the segments were changed.
    void update()
    {
        m_infos.clear();
        for (qsizetype i = 0; i < m_segments.size(); ++i)
            m_infos.append({ i + 1, quint32(m_segments[i].keys.size()) });
    }

    const QList<Search::SegmentInfo> &segments() const override { return m_infos; }

    Result<void> readWords(const QByteArray &low, const QByteArray &high,
                           const VisitBlock &visit) override
    {
        for (qsizetype i = 0; i < m_segments.size(); ++i) {
            const auto &words = m_segments[i].words;
            auto row = std::upper_bound(
                words.begin(), words.end(), low,
                [](const QByteArray &term, const auto &other) { return term < other.first; });
            if (row != words.begin())
                --row;
            for (; row != words.end() && (high.isEmpty() || row->first < high); ++row)
                visit(i, row->second);
        }
        return {};
    }

    Result<QByteArray> readPlaces(qsizetype segment, quint64 offset, quint64 size) override
    {
        m_placesRead += size;
        QByteArray places;
        for (const auto &[begin, piece] : m_segments[segment].places) {
            const quint64 from = std::max(offset, begin);
            const quint64 to = std::min(offset + size, begin + quint64(piece.size()));
            if (from < to)
                places += piece.mid(qsizetype(from - begin), qsizetype(to - from));
        }
        return places;
    }

    quint64 placesRead() const { return m_placesRead; } ///< bytes, since it was made

private:
    const QList<Search::Segment> &m_segments;
    QList<Search::SegmentInfo> m_infos;
    quint64 m_placesRead = 0;
};

/** A segment in memory as an input of a merge. */
class MemorySource : public Search::MergeSource
{
public:
    explicit MemorySource(Search::Segment segment) : m_segment(std::move(segment)) { }

    Result<std::optional<QByteArray>> nextWords() override
    {
        if (m_words == m_segment.words.size())
            return std::optional<QByteArray>();
        return std::optional(m_segment.words[m_words++].second);
    }

    Result<void> readPlaces(quint64 offset, quint64 size, QByteArray &to) override
    {
        while (size > 0 && m_places < m_segment.places.size()) {
            const auto &[begin, piece] = m_segment.places[m_places];
            const quint64 end = begin + quint64(piece.size());
            if (offset >= end) {
                ++m_places;
                continue;
            }
            if (offset < begin)
                return {};
            const quint64 taken = std::min(size, end - offset);
            to.append(piece.constData() + (offset - begin), qsizetype(taken));
            offset += taken;
            size -= taken;
        }
        return {};
    }

private:
    Search::Segment m_segment;
    qsizetype m_words = 0;
    qsizetype m_places = 0;
};

/// Merges segments to one, in steps of `stepBytes` bytes. `gone` has the deleted documents of each.
inline Search::Segment mergedInMemory(const QList<Search::Segment> &segments,
                                      const QList<QList<quint32>> &gone, qsizetype stepBytes)
{
    QList<QList<qint64>> keys;
    for (const Search::Segment &segment : segments)
        keys += segment.keys;
    const Search::Renumbering renumbering = Search::renumbered(keys, gone);
    std::vector<Search::MergeInput> inputs;
    for (qsizetype i = 0; i < segments.size(); ++i) {
        inputs.push_back({ std::make_unique<MemorySource>(segments[i]), renumbering.documents[i] });
    }
    Search::Segment merged;
    merged.keys = renumbering.keys;
    Search::Merger merger(std::move(inputs), quint32(renumbering.keys.size()), merged);
    while (*merger.step(stepBytes)) { }
    return merged;
}
