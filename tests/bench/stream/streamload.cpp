// SPDX-License-Identifier: GPL-3.0-or-later
// Many listeners of an event stream and one publisher, in one thread: how many events arrive, and how
// long after they were published. Works with every server: what is published, where, and the text
// that marks an event are arguments.
//
//     streamload PORT CLIENTS RATE SECONDS EACH MARKER STREAM PUBLISH...
//
// RATE: publications a second; 0: as fast as possible, with about `window` publications under way.
// EACH: events that one publication makes. MARKER: text that occurs once in each event. STREAM and PUBLISH
// are whole requests; several of the latter take turns. Prints one JSON object.
#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr long window = 16;  // publications under way in a saturated server
constexpr int patience = 20; // seconds to wait at the end for events under way

double now()
{
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

int connected(int port)
{
    const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(descriptor, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) {
        std::perror("connect");
        std::exit(1);
    }
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return descriptor;
}

void say(int descriptor, const std::string &request)
{
    if (::write(descriptor, request.data(), request.size()) != ssize_t(request.size())) {
        std::perror("write");
        std::exit(1);
    }
}

/** Counts the marker in a stream that comes in any pieces. The first byte of the marker must occur only
    once in it, so that the number of matched bytes is the whole state. */
struct Listener {
    int descriptor = -1;
    size_t matched = 0;
    long events = 0;

    template<typename F>
    void read(const char *bytes, size_t size, const std::string &marker, F onEvent)
    {
        for (size_t i = 0; i < size; ++i) {
            if (bytes[i] != marker[matched])
                matched = bytes[i] == marker[0] ? 1 : 0;
            else if (++matched == marker.size()) {
                matched = 0;
                onEvent(events++);
            }
        }
    }
};

struct Arguments {
    int port;
    long clients;
    double rate;
    double seconds;
    long each;
    std::string marker;
    std::string stream;
    std::vector<std::string> publish;
};

class Load
{
public:
    explicit Load(Arguments with) : m_with(std::move(with)), m_epoll(::epoll_create1(0)) { }

    void run()
    {
        open();
        const double began = now();
        const double end = began + m_with.seconds;
        while (now() < end || (m_delivered < expected() && now() < end + patience))
            turn(now() < end);
        report(m_last - began);
    }

private:
    long expected() const { return long(m_publishedAt.size()) * m_with.each * listening(); }
    long listening() const { return m_with.clients - m_closed; }

    void open()
    {
        m_listeners.resize(size_t(m_with.clients));
        for (size_t i = 0; i < m_listeners.size(); ++i) {
            m_listeners[i].descriptor = connected(m_with.port);
            say(m_listeners[i].descriptor, m_with.stream);
            watch(m_listeners[i].descriptor, uint32_t(i));
        }
        m_publisher = connected(m_with.port);
        watch(m_publisher, publisherKey);
        const double quiet = now() + 1; // time for the events at the beginning of each stream
        while (now() < quiet)
            turn(false);
        m_delivered = 0;
        for (Listener &one : m_listeners)
            one.events = 0;
    }

    void watch(int descriptor, uint32_t key)
    {
        ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u32 = key;
        ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, descriptor, &event);
    }

    bool isTimeToPublish() const
    {
        if (m_isPublishing)
            return false;
        const auto published = long(m_publishedAt.size());
        if (m_with.rate > 0)
            return published == 0 || now() >= m_publishedAt[0] + double(published) / m_with.rate;
        return (published - window) * m_with.each * listening() <= m_delivered;
    }

    void turn(bool publishes)
    {
        if (publishes && isTimeToPublish()) {
            m_isPublishing = true;
            const std::string &next = m_with.publish[m_publishedAt.size() % m_with.publish.size()];
            m_publishedAt.push_back(now());
            say(m_publisher, next);
        }
        epoll_event events[512];
        const int count = ::epoll_wait(m_epoll, events, 512, 1);
        for (int i = 0; i < count; ++i)
            receive(events[i].data.u32);
    }

    void receive(uint32_t key)
    {
        static char buffer[1 << 16];
        const int descriptor = key == publisherKey ? m_publisher : m_listeners[key].descriptor;
        const ssize_t size = ::read(descriptor, buffer, sizeof buffer);
        if (key == publisherKey) {
            answered(size);
            return;
        }
        if (size <= 0) {
            if (size == 0 || errno != EAGAIN) {
                ::close(descriptor);
                ++m_closed;
            }
            return;
        }
        const double at = now();
        m_listeners[key].read(buffer, size_t(size), m_with.marker, [this, at](long number) {
            ++m_delivered;
            m_last = at;
            const auto publication = size_t(number / m_with.each);
            if (publication < m_publishedAt.size())
                m_latencies.push_back(float(at - m_publishedAt[publication]));
        });
    }

    void answered(ssize_t size)
    {
        if (size <= 0) {
            std::fprintf(stderr, "the publisher was cut off\n");
            std::exit(1);
        }
        m_isPublishing = false;
    }

    void report(double seconds)
    {
        std::sort(m_latencies.begin(), m_latencies.end());
        const auto quantile = [this](double part) {
            const auto at = size_t(part * double(m_latencies.size()));
            return m_latencies.empty() ? -1
                                       : 1000.0 * m_latencies[std::min(at, m_latencies.size() - 1)];
        };
        std::printf("{\"published\": %zu, \"expected\": %ld, \"delivered\": %ld, \"closed\": %ld, "
                    "\"seconds\": %.3f, \"p50\": %.3f, \"p99\": %.3f}\n",
                    m_publishedAt.size(), expected(), m_delivered, m_closed, seconds, quantile(0.5),
                    quantile(0.99));
    }

    static constexpr uint32_t publisherKey = 0xffffffff;
    const Arguments m_with;
    const int m_epoll;
    std::vector<Listener> m_listeners;
    int m_publisher = -1;
    bool m_isPublishing = false;
    std::vector<double> m_publishedAt;
    std::vector<float> m_latencies;
    long m_delivered = 0;
    long m_closed = 0;
    double m_last = 0;
};

} // namespace

int main(int count, char **words)
{
    if (count < 9) {
        std::fprintf(stderr, "see the head of streamload.cpp\n");
        return 2;
    }
    Arguments with{ std::atoi(words[1]),
                    std::atol(words[2]),
                    std::atof(words[3]),
                    std::atof(words[4]),
                    std::atol(words[5]),
                    words[6],
                    words[7],
                    {} };
    for (int i = 8; i < count; ++i)
        with.publish.push_back(words[i]);
    Load(std::move(with)).run();
}
