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

/// The second parser of each request: Qt's HTTP server.
class SecondReader : public QtSeam
{
public:
    using QtSeam::QtSeam;
};

#else

/// A build without Qt's HTTP server has no second parser: our reader alone decides what a valid
/// request is. In both builds only our reader cuts the bytes into requests.
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
