// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/mergecursor.h"

#include <algorithm>

namespace Search {

Result<bool> MergeCursor::next()
{
    while (!m_block || !m_block->next()) {
        Result<std::optional<QByteArray>> data = m_input.source->nextWords();
        RETURN_IF_ERROR(data);
        if (!data->has_value())
            return false;
        m_data = std::move(**data);
        m_block.emplace(m_data);
    }
    return true;
}

Result<void> MergeCursor::readPlaces(QByteArray &to)
{
    if (m_block->placesSize() == 0)
        return {};
    return m_input.source->readPlaces(m_block->placesOffset(), m_block->placesSize(), to);
}

quint32 MergeCursor::lowestNumber() const
{
    const auto lowest = std::min_element(m_input.renumbered.begin(), m_input.renumbered.end());
    return lowest == m_input.renumbered.end() ? noDocument : *lowest;
}

} // namespace Search
