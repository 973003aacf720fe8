// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <openssl/ssl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

/** Address and login of a server; only the authority in `caFile` is trusted. */
struct RawServer {
    std::string host;
    std::string port;
    std::string user;
    std::string password;
    std::string caFile;
};

/**
 * A blocking TLS connection that reads lines and drops literals, with as little work as possible:
 * the reference for the service. One thread. Any failure ends the program with a message.
 */
class RawConnection
{
public:
    explicit RawConnection(const RawServer &server);
    ~RawConnection();
    RawConnection(const RawConnection &) = delete;
    RawConnection &operator=(const RawConnection &) = delete;

    void write(std::string_view text);
    /// The next line without CR LF, valid until the next read.
    std::string_view line();
    /// Drops the `count` bytes of a literal.
    void skip(std::size_t count);
    /// Bytes read since the start.
    std::size_t bytes() const { return m_bytes; }

private:
    void fill();
    std::string_view rest() const { return { m_buffer.get() + m_from, m_to - m_from }; }

    static constexpr std::size_t capacity = 1 << 18;

    SSL_CTX *m_context = nullptr;
    SSL *m_tls = nullptr;
    int m_socket = -1;
    std::unique_ptr<char[]> m_buffer = std::make_unique<char[]>(capacity);
    std::size_t m_from = 0;
    std::size_t m_to = 0;
    std::size_t m_bytes = 0;
};
