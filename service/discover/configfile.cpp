// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/configfile.h"

#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

constexpr qsizetype mostServers = 20; ///< of a kind; real files name two
constexpr qsizetype longestText = 300;
constexpr int deepest = 30;

Error unusable(const QString &why)
{
    return { Error::Code::Protocol, u"The file cannot be used: "_s + why + u'.' };
}

/** Reads one file; stops at the first error. */
class Reader
{
public:
    explicit Reader(const QByteArray &xml) : m_xml(xml) { }

    Result<ConfigFile> read()
    {
        while (!m_xml.atEnd() && m_problem.isEmpty()) {
            m_xml.readNext();
            if (m_xml.isDTD())
                m_problem = u"it contains a document type declaration"_s;
            else if (m_xml.isStartElement())
                readRoot();
        }
        if (m_problem.isEmpty() && m_xml.hasError())
            m_problem = u"line %1: %2"_s.arg(m_xml.lineNumber()).arg(m_xml.errorString());
        if (m_problem.isEmpty() && !m_hasProvider)
            m_problem = u"it names no mail provider"_s;
        if (!m_problem.isEmpty())
            return unusable(m_problem);
        return m_file;
    }

private:
    void readRoot()
    {
        if (m_xml.name() != "clientConfig"_L1) {
            m_problem = u"it is not a mail configuration"_s;
            return;
        }
        while (m_xml.readNextStartElement()) {
            if (m_xml.name() == "emailProvider"_L1 && !m_hasProvider)
                readProvider();
            else
                skip();
        }
    }

    void readProvider()
    {
        m_hasProvider = true;
        while (m_xml.readNextStartElement()) {
            const QStringView name = m_xml.name();
            if (name == "displayName"_L1 && m_file.displayName.isEmpty())
                m_file.displayName = text();
            else if (name == "incomingServer"_L1 || name == "outgoingServer"_L1)
                readServer();
            else
                skip();
        }
    }

    void readServer()
    {
        const QString type = m_xml.attributes().value("type"_L1).toString().toLower();
        const bool isIncoming = m_xml.name() == "incomingServer"_L1;
        ConfigServer server;
        bool isLogin = false;
        while (m_xml.readNextStartElement()) {
            const QStringView name = m_xml.name();
            if (name == "hostname"_L1)
                server.host = text();
            else if (name == "port"_L1)
                server.port = text().toUShort();
            else if (name == "socketType"_L1)
                server.security = securityOf(text().toLower());
            else if (name == "username"_L1)
                server.username = text();
            else if (name == "authentication"_L1)
                isLogin = noteLogin(server, text().toLower()) || isLogin;
            else
                skip();
        }
        if (!isLogin) // no authentication element means a password
            server.authentication.append("password");
        m_file.hasPop = m_file.hasPop || (isIncoming && type == u"pop3");
        QList<ConfigServer> &servers = isIncoming ? m_file.imap : m_file.smtp;
        const bool isWanted = type == (isIncoming ? "imap"_L1 : "smtp"_L1);
        if (isWanted && !server.host.isEmpty() && server.port != 0 && servers.size() < mostServers)
            servers.append(server);
    }

    static Net::Security securityOf(const QString &type)
    {
        if (type == u"ssl" || type == u"tls")
            return Net::Security::Tls;
        return type == u"starttls" ? Net::Security::StartTls : Net::Security::None;
    }

    /// Adds the method if it is supported. Always true: the file has an authentication element.
    static bool noteLogin(ConfigServer &server, const QString &kind)
    {
        const bool isPassword = kind == u"password-cleartext" || kind == u"password-encrypted"
            || kind == u"plain" || kind == u"secure"; // the last two occur in old files
        const QByteArray ours = kind == u"oauth2" ? "oauth2" : isPassword ? "password" : "";
        if (!ours.isEmpty() && !server.authentication.contains(ours))
            server.authentication.append(ours);
        return true;
    }

    QString text()
    {
        return m_xml.readElementText(QXmlStreamReader::SkipChildElements)
            .left(longestText)
            .simplified();
    }

    void skip()
    {
        for (int depth = 1; depth > 0 && !m_xml.atEnd();) {
            m_xml.readNext();
            if (m_xml.isStartElement() && ++depth > deepest) {
                m_problem = u"it is nested too deeply"_s;
                m_xml.raiseError(m_problem);
            } else if (m_xml.isEndElement()) {
                --depth;
            }
        }
    }

    QXmlStreamReader m_xml;
    ConfigFile m_file;
    bool m_hasProvider = false;
    QString m_problem;
};

} // namespace

Result<ConfigFile> readConfigFile(const QByteArray &xml)
{
    if (xml.size() > mostConfigBytes)
        return unusable(u"it is longer than 64 KiB"_s);
    return Reader(xml).read();
}

} // namespace Discover
