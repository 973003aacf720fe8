// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/router.h"
#include "web/files.h"

namespace Web {

/**
 * Answers with the web client: its files, and index.html for every other address outside /api, so that
 * /mails/7 can be opened and reloaded. Files below /assets have a hash in their name and are kept by
 * browsers for a year; everything else is requested each time, and answered with 304 while it is unchanged.
 * Handlers run on the http thread and take microseconds. Must outlive the router.
 */
class Site
{
public:
    explicit Site(Files files) : m_files(std::move(files)) { }

    void addTo(Http::Router &router) const;

    /// The answer to one request. Pure, for tests.
    Http::Response answer(const Http::Request &request) const;

private:
    Files m_files;
};

} // namespace Web
