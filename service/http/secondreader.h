// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifdef POSTRIDER_SECOND_READER
#include "http/qtseam.h"
#else
#include "http/acceptor.h"
#include "http/head.h"

#include <memory>
#endif

namespace Http {

#ifdef POSTRIDER_SECOND_READER

/// What reads each request a second time: Qt's HTTP server.
class SecondReader : public QtSeam
{
public:
    using QtSeam::QtSeam;
};

#else

/// In a build without Qt's HTTP server nothing does: our reader alone decides what a request is, as it
/// alone cuts the bytes in both builds.
class SecondReader
{
public:
    explicit SecondReader(Acceptor *acceptor) : m_acceptor(acceptor) { }

    bool agrees(const Head &, const QByteArray &) const { return true; }

private:
    std::unique_ptr<Acceptor> m_acceptor;
};

#endif

} // namespace Http
