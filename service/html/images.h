// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace Html {

/** Where the images of one mail are shown from. Either may be null. */
struct ImageSources {
    /// For `cid:ID` and what a part names as its Content-Location; empty: no part of this mail.
    std::function<QString(const QString &address)> part;
    /// For http and https addresses; null: they are not shown; empty: this one is not.
    std::function<QString(const QString &address)> remote;
};

/** Decides on each image address of one mail, in its HTML and in its CSS. */
class Images
{
public:
    /// What is replaced is longer than what a hostile mail has to write, so there is an end.
    static constexpr int most = 5000;

    explicit Images(const ImageSources &sources) : m_sources(sources) { }

    /// The address that a browser may load instead of this one (decoded); empty: nothing.
    QString shown(QStringView address);

    int remoteCount() const { return m_remote; } ///< http and https addresses that came by

private:
    QString shownRemote(const QString &address);

    const ImageSources &m_sources;
    int m_remote = 0;
    int m_replaced = 0;
};

} // namespace Html
