// SPDX-License-Identifier: GPL-3.0-or-later
// A preloaded library (LD_PRELOAD) that replaces getaddrinfo() and connect() in one process, so that a
// test chooses the addresses of names. The file named by FAKE_NAMES is read at each look-up. A line is a
// name and its addresses at the first look-up, at the second, .., the last ones for all later look-ups:
// see postrider_support/names.py. A line with ADDRESS:PORT for a name redirects connections there to a
// port of 127.0.0.1, so that a test needs neither that address nor the right to listen on 443. Linux
// with glibc only.
#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <vector>

namespace {

using Connect = int(int, const sockaddr *, socklen_t);
using LookUp = int(const char *, const char *, const addrinfo *, addrinfo **);

LookUp *realLookUp()
{
    static LookUp *const real = reinterpret_cast<LookUp *>(dlsym(RTLD_NEXT, "getaddrinfo"));
    return real;
}

Connect *realConnect()
{
    static Connect *const real = reinterpret_cast<Connect *>(dlsym(RTLD_NEXT, "connect"));
    return real;
}

/// `127.0.0.5:443`
std::string endpointText(const sockaddr_in &to)
{
    std::array<char, INET_ADDRSTRLEN> address{};
    inet_ntop(AF_INET, &to.sin_addr, address.data(), address.size());
    return std::string(address.data()) + ':' + std::to_string(ntohs(to.sin_port));
}

/// Addresses joined by commas; empty: the name is not in the file.
std::string meaningOf(const std::string &name)
{
    static std::mutex mutex;
    // Counts the look-ups of each line, so that a changed line begins again.
    static std::map<std::string, std::size_t> asked;
    const char *const path = std::getenv("FAKE_NAMES");
    std::ifstream file(path ? path : "");
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string known;
        if (!(words >> known) || known != name)
            continue;
        std::vector<std::string> meanings;
        for (std::string meaning; words >> meaning;)
            meanings.push_back(meaning);
        const std::lock_guard lock(mutex);
        const std::size_t time = asked[line]++;
        return meanings.at(time < meanings.size() ? time : meanings.size() - 1);
    }
    return {};
}

} // namespace

extern "C" int getaddrinfo(const char *node, const char *service, const addrinfo *hints,
                           addrinfo **result)
{
    const std::string meaning = node ? meaningOf(node) : std::string();
    if (meaning.empty())
        return realLookUp()(node, service, hints, result);
    if (meaning == "silence") { // as long as with three name servers that do not answer
        std::this_thread::sleep_for(std::chrono::seconds(30));
        return EAI_AGAIN;
    }
    addrinfo numeric = hints ? *hints : addrinfo{};
    numeric.ai_flags = AI_NUMERICHOST;
    *result = nullptr;
    addrinfo **end = result;
    std::istringstream addresses(meaning);
    for (std::string address; std::getline(addresses, address, ',');) {
        addrinfo *found = nullptr;
        if (realLookUp()(address.c_str(), service, &numeric, &found) != 0)
            continue;
        *end = found; // freeaddrinfo() frees the entries of the joined list one by one
        while (*end)
            end = &(*end)->ai_next;
    }
    return *result ? 0 : EAI_NONAME;
}

extern "C" int connect(int socket, const sockaddr *to, socklen_t size)
{
    if (to->sa_family != AF_INET || size < socklen_t(sizeof(sockaddr_in)))
        return realConnect()(socket, to, size);
    sockaddr_in there{};
    std::memcpy(&there, to, sizeof there);
    const std::string port = meaningOf(endpointText(there));
    if (!port.empty()) {
        there.sin_port = htons(static_cast<in_port_t>(std::stoi(port)));
        there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }
    return realConnect()(socket, reinterpret_cast<const sockaddr *>(&there), sizeof there);
}
