// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/router.h"
#include "web/files.h"

namespace Web {

/**
 * The description of the interface for programs, GET /api/v1/openapi.json, and for people, GET
 * /api/docs: a page of static files that reads it. Both are built in, whatever web client is served,
 * and need no token. Handlers run on the http thread and take microseconds. Must outlive the router.
 */
class Docs
{
public:
    /// An error where the build left the files out.
    static Result<Docs> builtIn();

    void addTo(Http::Router &router) const;

    /// The answer for `file`, such as "/main.js". Pure, for tests.
    Http::Response answer(const QByteArray &file, const Http::Request &request) const;

private:
    explicit Docs(Files files) : m_files(std::move(files)) { }

    Files m_files;
};

} // namespace Web
