// SPDX-License-Identifier: GPL-3.0-or-later
#include "rawconnection.h"

#include <openssl/err.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

[[noreturn]] void fail(const char *what)
{
    std::fprintf(stderr, "rawimap: %s\n", what);
    ERR_print_errors_fp(stderr);
    std::exit(1);
}

int connected(const RawServer &server)
{
    addrinfo wanted{};
    wanted.ai_family = AF_INET;
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo *found = nullptr;
    if (getaddrinfo(server.host.c_str(), server.port.c_str(), &wanted, &found) != 0)
        fail("unknown host");
    const int descriptor = socket(found->ai_family, found->ai_socktype, 0);
    if (descriptor < 0 || connect(descriptor, found->ai_addr, found->ai_addrlen) != 0)
        fail("cannot connect");
    freeaddrinfo(found);
    const int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return descriptor;
}

} // namespace

RawConnection::RawConnection(const RawServer &server)
    : m_context(SSL_CTX_new(TLS_client_method())), m_socket(connected(server))
{
    SSL_CTX_set_read_ahead(m_context, 1);
    SSL_CTX_set_verify(m_context, SSL_VERIFY_PEER, nullptr);
    if (SSL_CTX_load_verify_locations(m_context, server.caFile.c_str(), nullptr) != 1)
        fail("cannot read the authority's certificate");
    m_tls = SSL_new(m_context);
    SSL_set1_host(m_tls, server.host.c_str());
    SSL_set_fd(m_tls, m_socket);
    if (SSL_connect(m_tls) != 1)
        fail("the TLS handshake failed");
}

RawConnection::~RawConnection()
{
    SSL_free(m_tls);
    SSL_CTX_free(m_context);
    close(m_socket);
}

void RawConnection::write(std::string_view text)
{
    if (SSL_write(m_tls, text.data(), int(text.size())) != int(text.size()))
        fail("cannot write");
}

void RawConnection::fill()
{
    if (m_from > 0) {
        std::memmove(m_buffer.get(), m_buffer.get() + m_from, m_to - m_from);
        m_to -= m_from;
        m_from = 0;
    }
    const int count = SSL_read(m_tls, m_buffer.get() + m_to, int(capacity - m_to));
    if (count <= 0)
        fail("the server closed the connection");
    m_to += std::size_t(count);
    m_bytes += std::size_t(count);
}

std::string_view RawConnection::line()
{
    std::size_t searched = 0;
    for (;;) {
        const std::size_t end = rest().find("\r\n", searched);
        if (end != std::string_view::npos) {
            const std::string_view found = rest().substr(0, end);
            m_from += end + 2;
            return found;
        }
        searched = rest().empty() ? 0 : rest().size() - 1;
        if (rest().size() == capacity)
            fail("a line is too long");
        fill();
    }
}

void RawConnection::skip(std::size_t count)
{
    while (count > 0) {
        if (m_from == m_to)
            fill();
        const std::size_t step = std::min(count, m_to - m_from);
        m_from += step;
        count -= step;
    }
}
