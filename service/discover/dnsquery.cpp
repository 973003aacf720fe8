// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/dnsquery.h"

#include <algorithm>

#ifdef Q_OS_UNIX
#include <arpa/nameser.h>
#include <array>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#else
#include <QDnsLookup>
#include <QEventLoop>
#include <QTimer>
#endif

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

Error noAnswer(const QByteArray &name)
{
    return { Error::Code::Unreachable,
             u"No name server answered the query for %1."_s.arg(QString::fromLatin1(name)) };
}

#ifdef Q_OS_UNIX

// Not QDnsLookup (Qt 6.4): the whole process shares its five threads, a silent name server blocks them
// for 20 s, and only port 53 can be used.
class Resolving
{
public:
    explicit Resolving(const std::optional<Nameserver> &nameserver)
    {
        m_isReady = res_ninit(&m_state) == 0;
        m_state.retrans = 2; // seconds; two name servers take 8 s together
        m_state.retry = 2;
        if (nameserver) {
            m_state.nscount = 1;
            sockaddr_in &to = m_state.nsaddr_list[0];
            to = {};
            to.sin_family = AF_INET;
            to.sin_port = htons(nameserver->port);
            to.sin_addr.s_addr = htonl(nameserver->address.toIPv4Address());
        } else if (m_state.nscount > 2) {
            m_state.nscount = 2;
        }
    }
    ~Resolving()
    {
        if (m_isReady)
            res_nclose(&m_state);
    }
    Resolving(const Resolving &) = delete;
    Resolving &operator=(const Resolving &) = delete;

    bool isReady() const { return m_isReady; }
    bool isKnownToBeNothing() const
    {
        return m_state.res_h_errno == HOST_NOT_FOUND || m_state.res_h_errno == NO_DATA;
    }
    int ask(const QByteArray &name, ns_type type, unsigned char *to, int size)
    {
        return res_nquery(&m_state, name.constData(), ns_c_in, type, to, size);
    }

private:
    struct __res_state m_state = {};
    bool m_isReady = false;
};

/// The name at this place of a record; nothing: the record is damaged.
std::optional<QString> nameAt(const ns_msg &message, const unsigned char *at)
{
    std::array<char, NS_MAXDNAME> text;
    if (dn_expand(ns_msg_base(message), ns_msg_end(message), at, text.data(), int(text.size())) < 0)
        return std::nullopt;
    return QString::fromLatin1(text.data());
}

void readRecord(const ns_msg &message, const ns_rr &record, RecordType type, DnsAnswer &answer)
{
    const unsigned char *const data = ns_rr_rdata(record);
    const auto numberAt = [data](int at) {
        return quint16(ns_get16(data + at));
    };
    const bool isService = type == RecordType::Service;
    const int fixed = isService ? 6 : 2;
    if (ns_rr_rdlen(record) <= fixed)
        return;
    const std::optional<QString> name = nameAt(message, data + fixed);
    if (!name)
        return;
    if (isService)
        answer.services.append({ numberAt(0), numberAt(2), numberAt(4), *name });
    else
        answer.exchangers.append({ numberAt(0), *name });
}

DnsAnswer readAnswer(const unsigned char *bytes, int size, RecordType type)
{
    DnsAnswer answer;
    ns_msg message;
    if (ns_initparse(bytes, size, &message) < 0)
        return answer;
    const ns_type wanted = type == RecordType::Service ? ns_t_srv : ns_t_mx;
    for (int i = 0; i < ns_msg_count(message, ns_s_an); ++i) {
        ns_rr record;
        if (ns_parserr(&message, ns_s_an, i, &record) < 0)
            break;
        if (ns_rr_type(record) == wanted && ns_rr_class(record) == ns_c_in)
            readRecord(message, record, type, answer);
        if (answer.services.size() + answer.exchangers.size() >= mostRecords)
            break;
    }
    return answer;
}

#endif

} // namespace

#ifdef Q_OS_UNIX

Result<DnsAnswer> askDns(RecordType type, const QByteArray &name,
                         const std::optional<Nameserver> &nameserver)
{
    Resolving resolving(nameserver);
    if (!resolving.isReady())
        return noAnswer(name);
    const ns_type wanted = type == RecordType::Service ? ns_t_srv : ns_t_mx;
    QByteArray bytes(16 * 1024, Qt::Uninitialized);
    auto *const to = reinterpret_cast<unsigned char *>(bytes.data());
    const int size = resolving.ask(name, wanted, to, int(bytes.size()));
    if (size >= 0) // a longer answer is cut off
        return readAnswer(to, std::min(size, int(bytes.size())), type);
    if (resolving.isKnownToBeNothing())
        return DnsAnswer();
    return noAnswer(name);
}

#else

// Runs on a separate thread, so the event loop serves only this look-up.
Result<DnsAnswer> askDns(RecordType type, const QByteArray &name,
                         const std::optional<Nameserver> &nameserver)
{
    QDnsLookup lookup(type == RecordType::Service ? QDnsLookup::SRV : QDnsLookup::MX,
                      QString::fromLatin1(name));
    if (nameserver)
        lookup.setNameserver(nameserver->address);
    QEventLoop loop;
    QObject::connect(&lookup, &QDnsLookup::finished, &loop, &QEventLoop::quit);
    QTimer::singleShot(8'000, &loop, &QEventLoop::quit);
    lookup.lookup();
    loop.exec();
    if (lookup.isFinished() && lookup.error() == QDnsLookup::NotFoundError)
        return DnsAnswer();
    if (!lookup.isFinished() || lookup.error() != QDnsLookup::NoError)
        return noAnswer(name);
    DnsAnswer answer;
    for (const QDnsServiceRecord &record : lookup.serviceRecords().mid(0, mostRecords))
        answer.services.append(
            { record.priority(), record.weight(), record.port(), record.target() });
    for (const QDnsMailExchangeRecord &record : lookup.mailExchangeRecords().mid(0, mostRecords))
        answer.exchangers.append({ record.preference(), record.exchange() });
    return answer;
}

#endif

} // namespace Discover
