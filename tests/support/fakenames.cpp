// SPDX-License-Identifier: GPL-3.0-or-later
// Names that mean what a test says, for one process: preloaded (LD_PRELOAD), it stands before
// getaddrinfo(). The file named by FAKE_NAMES is read at each look-up; a line is a name and what it
// means at the first look-up, the second, .., and from then on: see postrider_support/names.py.
// Linux with glibc only.
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <mutex>
#include <netdb.h>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using LookUp = int(const char *, const char *, const addrinfo *, addrinfo **);

LookUp *realLookUp()
{
    static LookUp *const real = reinterpret_cast<LookUp *>(dlsym(RTLD_NEXT, "getaddrinfo"));
    return real;
}

/// Addresses joined by commas; empty: the name is not of ours.
std::string meaningOf(const std::string &name)
{
    static std::mutex mutex;
    static std::map<std::string, std::size_t> asked; // by line, so that a changed one begins anew
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
    if (meaning == "silence") { // as long as three name servers that do not answer take
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
        *end = found; // freeaddrinfo() frees each on its own
        while (*end)
            end = &(*end)->ai_next;
    }
    return *result ? 0 : EAI_NONAME;
}
