// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace Html {

/** Where the images of one mail are shown from. Either may be null. */
struct ImageSources {
    /// For `cid:ID` and for the Content-Location of a part; empty: no part of this mail.
    std::function<QString(const QString &address)> part;
    /// For http and https addresses; null: they are not shown; empty: this one is not.
    std::function<QString(const QString &address)> remote;
};

/** Decides on each image address of one mail, in its HTML and in its CSS. */
class Images
{
public:
    /// The replacement is longer than the text in a hostile mail, so the number is limited.
    static constexpr int most = 5000;

    explicit Images(const ImageSources &sources) : m_sources(sources) { }

    /// The address that a browser may load instead of this one (decoded); empty: nothing.
    QString shown(QStringView address);

    int remoteCount() const { return m_remote; } ///< http and https addresses found so far

private:
    QString shownRemote(const QString &address);

    const ImageSources &m_sources;
    int m_remote = 0;
    int m_replaced = 0;
};

} // namespace Html
